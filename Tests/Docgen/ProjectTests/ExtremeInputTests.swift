import CommandLineTool
import DocgenKit
import Foundation
import Synchronization
import Testing

/// Large, odd and changing input; odd terminals.
@Suite struct ExtremeInputTests {
  @Test func `thirty thousand findings are reported within limits`() throws {
    let project = try SmallProject()
    let count = 30_000
    for page in 0..<10 {
      let lines = (0..<count / 10).map { "`DoorMachine.nothing\(page)of\($0)`\n" }
      try project.write("# Page\n\n" + lines.joined(), to: "docs/\(page).md")
    }
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent("docs/a.md"))
    func check(_ format: String) throws -> Outcome {
      // 3 GB of address space, including the mapped libraries.
      try Tool.run(
        URL(fileURLWithPath: "/bin/sh"),
        ["-c", "ulimit -v 3000000; exec \"$0\" check --no-cache -f \(format)", Tool.docgen.path],
        in: project.folder)
    }
    let text = try check("text")
    #expect(text.code == 1 && text.output.hasSuffix(" ms\n"), "\(text.errors)")
    #expect(text.output.suffix(200).contains("30000 errors in 10 of 10 documents"))
    let sarif = try check("sarif")
    let log = try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any]
    let run = try #require((log?["runs"] as? [[String: Any]])?.first)
    #expect((run["results"] as? [Any])?.count == 25_000)
    let notes = String(describing: run["invocations"] ?? "")
    #expect(notes.contains("5000"), "\(notes)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
  func `the only document that cannot be read is one problem, and not two`() throws {
    let project = try SmallProject()
    let file = project.folder.appendingPathComponent("docs/a.md").path
    try FileManager.default.removeItem(atPath: file)
    // A regular file whose first byte not even the superuser can read.
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: "/proc/self/mem")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 4 && outcome.contains("docs/a.md: error: the file cannot be read"))
    #expect(!outcome.contains("no file matches"), "\(outcome)")
  }

  @Test func `a document that changes while it is read still gives a result`() throws {
    let project = try SmallProject()
    let texts = [
      "# Page\n", "# Page\n\n`DoorMachine.widht`\n" + String(repeating: "x ", count: 5_000),
    ]
    let file = project.folder.appendingPathComponent("docs/a.md")
    let isOver = Mutex(false)
    let writer = Thread {
      for round in 0... {
        if isOver.withLock({ $0 }) { return }
        try? Data(texts[round % 2].utf8).write(to: file, options: round % 3 == 0 ? .atomic : [])
      }
    }
    writer.start()
    for _ in 0..<12 {
      let outcome = try project.docgen("check")
      #expect([0, 1, 4].contains(outcome.code), "\(outcome)")
    }
    isOver.withLock { $0 = true }
    while !writer.isFinished { usleep(1_000) }
    for (text, code) in zip(texts, [Int32(0), 1]) {
      try project.write(text, to: "docs/a.md")
      #expect(try project.docgen("check").code == code)
    }
  }

  @Test func `names with spaces, line ends and emoji`() throws {
    let project = try SmallProject()
    let name = "docs/a b\n😀 'c' \"d\".md"
    func value(_ degrees: Int) -> String {
      "<!-- docgen:value DoorMachine.width -->\(degrees)<!-- /docgen:value --> degrees\n"
    }
    try project.write(value(80), to: name)
    let text = try project.docgen("check", name)
    #expect(text.code == 1 && text.contains("[stale-value]"), "\(text)")
    let json = try project.docgen("check", "--format", "json", name).output
    #expect(json.contains(#"docs/a b\n😀 'c' \"d\".md"#), "\(json)")
    let annotation = try project.docgen("check", "--format", "github", name).output
    #expect(annotation.contains("file=docs/a b%0A😀"), "\(annotation)")
    #expect(annotation.split(separator: "\n").count == 1, "\(annotation)")
    #expect(try project.docgen("fix", "--check", name).code == 0)
    #expect(try project.text(name) == value(90))
    #expect(try project.docgen("generate").code == 0)
    #expect(try project.docgen("status").code == 0)
  }

  @Test func `help fits any width`() {
    func paths(_ command: CommandDescription, _ path: [String]) -> [[String]] {
      [path] + command.commands.flatMap { paths($0, path + [$0.name]) }
    }
    for path in paths(Program.description, []) {
      for width in [1, 2, 7, 20, 33, 80, 81, 200] {
        let help = Program.description.help(at: path, width: width)
        #expect(!help.isEmpty)
        if width == 80 {
          let wide = help.split(separator: "\n").filter {
            $0.count > 80 && !$0.hasPrefix("  docgen")
          }
          #expect(wide.isEmpty, "\(path): \(wide)")
        }
      }
    }
  }

  /// `script` (util-linux) gives a command a terminal of its own.
  private static let hasTerminals: Bool = {
    let outcome = try? Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["script", "-qec", "true", "/dev/null"],
      in: FileManager.default.temporaryDirectory)
    return outcome?.code == 0
  }()

  /// The output of a terminal with `columns` columns.
  private func shown(_ command: String, columns: Int, in folder: URL) throws -> Outcome {
    try Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["script", "-qec", "stty cols \(columns); \(command)", "/dev/null"], in: folder)
  }

  @Test(.enabled(if: hasTerminals)) func `a terminal of twenty columns shows everything`() throws {
    let project = try SmallProject()
    try project.write("`DoorMachine.widht`\n", to: "docs/b.md")
    let tool = Tool.docgen.path
    for (words, code) in [
      ("--help", 0), ("check --help", 0), ("check", 1), ("status", 0), ("list", 0), ("coverage", 0),
      ("explain", 0), ("explain stale-value", 0), ("chekc", 2), ("generate --dry-run --diff", 1),
    ] as [(String, Int32)] {
      let outcome = try shown("\(tool) \(words)", columns: 20, in: project.folder)
      #expect(outcome.code == code, "\(words): \(outcome)")
      #expect(outcome.output.count > 20, "\(words)")
    }
  }

  @Test(.enabled(if: hasTerminals)) func `a terminal shows a progress note`() throws {
    let project = try SmallProject()
    // Another run holds the lock for two seconds.
    let command = "flock .docgen.json sleep 2 & sleep 0.2; exec \(Tool.docgen.path) generate"
    let outcome = try shown(command, columns: 80, in: project.folder)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains("\r\u{1B}[Kchecking docs/a.md 1/1"), "\(outcome)")
    #expect(outcome.contains("\r\u{1B}[Kwrote docs/a.md"), "\(outcome)")
    try project.write(SmallProject.page, to: "docs/a.md")
    let quiet = try shown(command + " --quiet", columns: 80, in: project.folder)
    #expect(quiet.code == 0 && !quiet.contains("ing docs/a.md"), "\(quiet)")
    try project.write(SmallProject.page, to: "docs/a.md")
    let narrow = try shown(command + " >log", columns: 20, in: project.folder)
    #expect(narrow.code == 0 && narrow.contains("\r\u{1B}[Kchecking docs/a.md \r"), "\(narrow)")
  }

  @Test func `a folder without git is a project like any other`() throws {
    let project = try SmallProject()
    #expect(try project.docgen("generate", "--check").code == 0)
    #expect(try project.docgen("baseline", "freeze").code == 0)
    #expect(try project.docgen("check", "--blame").code == 0)
    let diff = try project.docgen("diff", "main")
    #expect(diff.code == 2 || diff.code == 4, "\(diff)")
    #expect(diff.errors.contains("git"), "\(diff)")
  }
}
