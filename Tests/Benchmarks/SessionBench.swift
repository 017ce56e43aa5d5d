import Foundation

/// The time of `docgen check --run` for 200 console sessions, compared with cram and byexample (PyPI)
/// and mdsh (cargo), which run the same commands and compare the same output.
struct SessionBench: Bench {
  let name = "sessions"

  private static let count = 200

  func run() {
    do {
      let folder = try ScratchFolder()
      try write(in: folder)
      let configuration = folder.path(".docgen.json")
      let all = try CheckBench.best(of: 3) {
        try CheckBench.docgen("check", "--run", "--no-cache", "-c", configuration)
      }
      try CheckBench.docgen("check", "--run", "-c", configuration)
      let unchanged = try CheckBench.best(of: 5) {
        try CheckBench.docgen("check", "--run", "-c", configuration)
      }
      Report.line("\(Self.count) console sessions, all run", "\(Report.number(all)) s", beside: "")
      Report.line(
        "  once more, nothing changed", "\(Report.number(unchanged * 1e3)) ms", beside: "")
      for (peer, words) in Self.peers {
        try compare(peer, words, in: folder, with: (all, unchanged))
      }
      try compareWithMdsh(in: folder, with: (all, unchanged))
    } catch {
      Report.failed("docgen check --run", error)
    }
  }

  /// The peers with their options.
  private static let peers = [
    ("cram", ["--shell=/bin/bash"]), ("byexample", ["-l", "shell"]),
  ]

  /// mdsh runs each command in a shell of its own, and writes the outputs into the page. Comparing
  /// them instead (`--frozen`) takes as long, but fails after a command without output.
  private func compareWithMdsh(
    in folder: borrowing ScratchFolder, with own: (all: Double, unchanged: Double)
  ) throws {
    let program = "/usr/bin/env"
    guard (try? CheckBench.run(program, ["mdsh", "--version"])) != nil else {
      Report.line("  mdsh", "skipped", beside: "`cargo install mdsh` installs it")
      return
    }
    let words = ["mdsh", "--inputs"] + (0..<Self.count).map { folder.path("mdsh/\($0).md") }
    let time = try CheckBench.best(of: 3) {
      try CheckBench.run(program, words, in: folder.path(""))
    }
    report(time, of: "mdsh", next: own)
  }

  private func compare(
    _ peer: String, _ words: [String], in folder: borrowing ScratchFolder,
    with own: (all: Double, unchanged: Double)
  ) throws {
    let program = CheckBench.tools.appendingPathComponent("sessions/venv/bin/\(peer)").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      Report.line("  \(peer)", "skipped", beside: "`make bench` installs it from PyPI")
      return
    }
    let files = (0..<Self.count).map { folder.path("\(peer)/\($0).\(peer == "cram" ? "t" : "md")") }
    let time = try CheckBench.best(of: 3) {
      try CheckBench.run(program, words + files, in: folder.path(""))
    }
    report(time, of: peer, next: own)
  }

  private func report(
    _ time: Double, of peer: String, next own: (all: Double, unchanged: Double)
  ) {
    Report.line(
      "  \(peer), all run", "\(Report.number(time)) s",
      beside:
        "docgen takes \(Report.number(own.all / time)) of it, \(Report.number(own.unchanged / time)) "
        + "unchanged; promised: 1, a fifth")
  }

  /// Writes each session in the notation of each program.
  private func write(in folder: borrowing ScratchFolder) throws {
    for name in ["docs", "cram", "byexample", "mdsh"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try CheckBench.write("struct Something {}\n", to: folder.path("Something.swift"))
    try CheckBench.write(
      #"{"documents": ["docs/*.md"], "sources": ["*.swift"]}"#, to: folder.path(".docgen.json"))
    for number in 0..<Self.count {
      let lines = [
        "$ echo session \(number) >note", "$ sed s/session/page/ note", "page \(number)",
        "$ seq 3 | sort -r", "3", "2", "1", "$ test -f note",
      ]
      let text = lines.joined(separator: "\n")
      try CheckBench.write(
        "# Page \(number)\n\n<!-- docgen:verify console -->\n```console\n\(text)\n```\n",
        to: folder.path("docs/\(number).md"))
      try CheckBench.write(
        lines.map { "  \($0)\n" }.joined(), to: folder.path("cram/\(number).t"))
      try CheckBench.write(
        "# Page \(number)\n\n```shell\n\(text)\n```\n", to: folder.path("byexample/\(number).md"))
      let commands = lines.filter { $0.hasPrefix("$ ") }.map { "`\($0)`\n" }
      try CheckBench.write(
        "# Page \(number)\n\n" + commands.joined(separator: "\n"),
        to: folder.path("mdsh/\(number).md"))
    }
  }
}
