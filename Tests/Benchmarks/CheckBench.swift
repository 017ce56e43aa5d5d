import CCMark
import Foundation

/// The time of `docgen check` as a process: many small documents compared with cog (PyPI `cogapp`),
/// much text compared with libcmark alone, this project's own documents, and its start.
struct CheckBench: Bench {
  let name = "check"

  func run() {
    do {
      try start()
      try manySmall(478)
      try muchText(megabytes: 100)
      try ownDocuments()
    } catch {
      Report.failed("docgen check", error)
    }
  }

  private func start() throws {
    let time = try Self.best(of: 9) { try Self.docgen("--version") }
    Report.line(
      "docgen, started", "\(Report.number(time * 1e3)) ms", beside: "promised: under 10 ms")
  }

  /// One value in each document, from one source; cog reads the same value from a Python module.
  private func manySmall(_ count: Int) throws {
    let folder = try ScratchFolder()
    for name in ["docs", "cogged", ".build"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    let words = String(repeating: "Some words about its behavior and reasons. ", count: 40)
    for number in 0..<count {
      let text = "# Page \(number)\n\n\(words)\n\n"
      try Self.write(
        text + "<!-- docgen:value Numbers.n\(number) -->\(number)<!-- /docgen:value -->\n",
        to: folder.path("docs/\(number).md"))
      try Self.write(
        text
          + "<!-- [[[cog import numbered; cog.outl(str(numbered.n\(number))) ]]] -->\n\(number)\n"
          + "<!-- [[[end]]] -->\n", to: folder.path("cogged/\(number).md"))
    }
    let constants = (0..<count).map { "  static let n\($0) = \($0)\n" }.joined()
    try Self.write("enum Numbers {\n\(constants)}\n", to: folder.path("Numbers.swift"))
    try Self.write(
      (0..<count).map { "n\($0) = \($0)\n" }.joined(), to: folder.path("numbered.py"))
    try Self.write(
      #"{"documents": ["docs/*.md"], "sources": ["*.swift"]}"#, to: folder.path(".docgen.json"))
    let configuration = folder.path(".docgen.json")
    let cold = try Self.best(of: 5) {
      try Self.docgen("check", "--no-cache", "-c", configuration)
    }
    let warm = try Self.best(of: 9) { try Self.docgen("check", "-c", configuration) }
    let files = ["-I", folder.path("")] + (0..<count).map { folder.path("cogged/\($0).md") }
    let cog = Self.tools.appendingPathComponent("cog/venv/bin/cog").path
    try Self.run(cog, ["-r", "-c"] + files)
    let peer = try Self.best(of: 5) { try Self.run(cog, ["--check", "-c"] + files) }
    Report.line(
      "\(count) small documents, checked", "\(Report.number(cold * 1e3)) ms",
      beside:
        "cog --check -c \(Report.number(peer * 1e3)) ms: \(Report.number(cold / peer)) of it; "
        + "promised: a third")
    Report.line(
      "  once more, nothing changed", "\(Report.number(warm * 1e3)) ms",
      beside: "promised: under 50 ms")
  }

  private func muchText(megabytes: Int) throws {
    let folder = try ScratchFolder()
    let section = """
      ## A section

      Some text with *emphasis*, a [link](https://example.org) and a list, over
      two lines.

      - an item
      - another one


      """
    let text = "# Page\n\n" + String(repeating: section, count: 1_000_000 / section.utf8.count)
    for number in 0..<megabytes { try Self.write(text, to: folder.path("\(number).md")) }
    try Self.write("struct Something {}\n", to: folder.path("Something.swift"))
    try Self.write(
      #"{"documents": ["*.md"], "sources": ["*.swift"]}"#, to: folder.path(".docgen.json"))
    let configuration = folder.path(".docgen.json")
    let own = try Self.best(of: 3) {
      try Self.docgen("check", "--no-cache", "-c", configuration)
    }
    let bytes = Array(text.utf8)
    let bare = Stopwatch.best(of: 3) {
      for _ in 0..<megabytes {
        bytes.withUnsafeBytes { buffer in
          let start = buffer.bindMemory(to: CChar.self).baseAddress
          guard let tree = cmark_parse_document(start, buffer.count, CMARK_OPT_SOURCEPOS) else {
            return
          }
          cmark_node_free(tree)
        }
      }
    }
    Report.line(
      "\(megabytes) MB of documents, checked", "\(Report.number(own)) s",
      beside: "\(Report.number(own * 1e9 / bare.nanoseconds)) x bare libcmark; promised: 2 x")
  }

  /// The documents of this project, with its sources and its traces.
  private func ownDocuments() throws {
    let configuration = Self.tools.deletingLastPathComponent()
      .appendingPathComponent(".docgen.json").path
    let cold = try Self.best(of: 3) {
      try Self.docgen("check", "--no-cache", "-c", configuration)
    }
    let warm = try Self.best(of: 9) { try Self.docgen("check", "-c", configuration) }
    Report.line(
      "this project, checked", "\(Report.number(cold)) s", beside: "nothing kept from a run before")
    Report.line(
      "  once more, nothing changed", "\(Report.number(warm * 1e3)) ms",
      beside: "promised: under 50 ms")
    let report = try ScratchFolder()
    let file = report.path("report.html")
    try Self.docgen("report", "-c", configuration, "-o", file, "--mermaid", "/none")
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    Report.line(
      "  its report without Mermaid", "\(Report.number(Double(size) / 1e6)) MB",
      beside: "promised: at most 1 MB")
  }
}

// MARK: - Processes

extension CheckBench {
  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// `.build`, where `make bench` installs the peers.
  static let tools = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(".build")

  @discardableResult
  static func docgen(_ words: String..., in folder: String? = nil) throws -> ProcessUsage {
    let own = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
    return try run(own.appendingPathComponent("docgen").path, words, in: folder)
  }

  /// Runs a program with system calls, because Foundation's `Process` waits tens of milliseconds
  /// longer.
  @discardableResult
  static func run(
    _ program: String, _ words: [String], in folder: String? = nil
  ) throws -> ProcessUsage {
    if let folder {
      return try run("/bin/sh", ["-c", #"cd "$0" && exec "$@""#, folder, program] + words)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let failure = posix_spawn(&child, program, &actions, nil, arguments, environ)
    guard failure == 0 else {
      throw Failure(description: "\(program): \(String(cString: strerror(failure)))")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure(description: "\(program) ended with \(status >> 8)") }
    return ProcessUsage(usage)
  }

  /// The shortest time in seconds.
  static func best(of tries: Int, _ work: () throws -> Void) rethrows -> Double {
    var timings = Timings()
    for _ in 0..<tries { try timings.measure(work) }
    return timings.best / 1e9
  }

  static func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }
}
