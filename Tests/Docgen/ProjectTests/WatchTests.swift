import Foundation
import TestTools
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Runs `docgen watch` as a separate process: it notices the relevant changes and no others.
@Suite struct WatchTests {
  private let project: SmallProject

  init() throws {
    project = try SmallProject()
    try project.write(
      "At <!-- docgen:value DoorMachine.width -->70<!-- /docgen:value --> degrees.\n",
      to: "docs/b.md")
    try project.write(
      SmallProject.configuration.replacing("docs/*.md", with: "docs/**/*.md"), to: ".docgen.json")
  }

  /// The end of a round's output, when the tool waits for the next change.
  private static let waiting = "Ctrl-C ends\n"

  @Test func `changes are regenerated and checked`() throws {
    let watch = try Watch([], in: project.folder)
    let first = watch.text(to: Self.waiting)
    #expect(first.contains("wrote docs/b.md  (1 region)\n"), "\(first)")
    #expect(first.contains("2 documents agree"), "\(first)")
    try project.write(
      SmallProject.source.replacing("width = 90", with: "width = 80"), to: "Sources/App/Door.swift")
    let second = watch.text(to: Self.waiting)
    #expect(second.hasPrefix("changed: Sources/App/Door.swift\nwrote docs/b.md"), "\(second)")
    #expect(try project.text("docs/b.md").contains("-->80<!--"))
  }

  @Test func `a file renamed over another is noticed, and so are new folders`() throws {
    let watch = try Watch([], in: project.folder)
    _ = watch.text(to: Self.waiting)
    let source = project.folder.appendingPathComponent("Sources/App/Door.swift")
    let beside = source.deletingLastPathComponent().appendingPathComponent(".Door.swift.swp")
    try Data(SmallProject.source.replacing("width = 90", with: "width = 60").utf8).write(to: beside)
    #expect(rename(beside.path, source.path) == 0)
    // The temporary file may cause an event of its own.
    #expect(watch.text(to: "wrote docs/b.md").contains("changed: "))
    _ = watch.text(to: Self.waiting)
    try project.write("# C\n\n`DoorMachine.widht`\n", to: "docs/new/deeper/c.md")
    #expect(watch.text(to: "docs/new/deeper/c.md:3:2: error:").contains("changed: docs"))
    _ = watch.text(to: Self.waiting)
    try project.write("# C\n\n`DoorMachine.width`\n", to: "docs/new/deeper/c.md")
    let mended = watch.text(to: Self.waiting)
    #expect(mended.contains("3 documents agree"), "\(mended)")
  }

  @Test func `its own writes start no round, and it does not poll`() throws {
    let watch = try Watch([], in: project.folder)
    _ = watch.text(to: Self.waiting)
    try project.write("# C\n", to: "docs/c.md")
    let next = watch.text(to: "3 documents agree")
    #expect(next.contains("changed: docs") && !next.contains("wrote"), "\(next)")
    #expect(watch.comesToRest(), "something wakes it although nothing happens")
  }

  @Test func `with no-generate nothing is written, and findings are reported`() throws {
    let old = try project.text("docs/b.md")
    let watch = try Watch(["--no-generate", "docs/b.md"], in: project.folder)
    #expect(watch.text(to: Self.waiting).contains("[stale-value]"))
    try project.write("\n" + old, to: "docs/b.md")
    #expect(watch.text(to: Self.waiting).contains("docs/b.md:2:"))
    #expect(try project.text("docs/b.md") == "\n" + old)
  }

  @Test func `a wrong configuration is reported, and work continues once it is fixed`() throws {
    let watch = try Watch(["--no-generate"], in: project.folder)
    _ = watch.text(to: Self.waiting)
    let configuration = try project.text(".docgen.json")
    try project.write("{\n", to: ".docgen.json")
    #expect(watch.text(to: Self.waiting).contains("[configuration]"))
    try project.write(configuration, to: ".docgen.json")
    #expect(watch.text(to: Self.waiting).contains("[stale-value]"))
  }

  @Test(.enabled(if: SafeWritingTests.canTrace))
  func `a round after a page's change reads no source and no trace`() throws {
    let scratch = try EmptyScratch()
    let log = scratch.folder.appendingPathComponent("calls")
    let watch = try Watch([], in: project.folder, log: log)
    _ = watch.text(to: Self.waiting)
    #expect(try opened(log, after: 0).contains("traces/open.jsonl"))
    var seen = try Data(contentsOf: log).count
    try project.write("# B\n\n`DoorMachine.widht`\n", to: "docs/b.md")
    let wrong = watch.text(to: Self.waiting)
    #expect(wrong.contains("docs/b.md:3:2: error:"), "\(wrong)")
    // A change of a folder may concern any file in it.
    let pages = try opened(log, after: seen)
    #expect(pages.contains("docs/b.md") && pages.isSubset(of: ["docs/a.md", "docs/b.md"]))
    seen = try Data(contentsOf: log).count
    try project.write(
      SmallProject.source.replacing("width", with: "widht"), to: "Sources/App/Door.swift")
    let mended = watch.text(to: Self.waiting)
    #expect(mended.contains("2 documents agree"), "\(mended)")
    #expect(try opened(log, after: seen).contains("Sources/App/Door.swift"))
  }

  @Test(.enabled(if: SafeWritingTests.canTrace))
  func `a round after a change of a source or a trace reads that file and no other`() throws {
    let scratch = try EmptyScratch()
    let log = scratch.folder.appendingPathComponent("calls")
    try project.write("struct Handle {}\n", to: "Sources/Other/Handle.swift")
    let other = SmallProject.trace.replacing("\"open\"", with: "\"other\"")
    try project.write(other, to: "traces/more/other.jsonl")
    let configuration = try project.text(".docgen.json")
    try project.write(
      configuration.replacing("traces/*.jsonl", with: "traces/**/*.jsonl"), to: ".docgen.json")
    let watch = try Watch(["--no-generate", "--verbose"], in: project.folder, log: log)
    _ = watch.text(to: Self.waiting)
    #expect(try opened(log, after: 0).count == 6)
    for (path, text, told) in [
      ("traces/more/other.jsonl", other.replacing("push\"", with: "shove\""), "[stale-value]"),
      ("Sources/App/Door.swift", SmallProject.source.replacing("= 90", with: "= 70"), "agree"),
      ("Sources/App/Door.swift", SmallProject.source, "[stale-value]"),
    ] {
      let seen = try Data(contentsOf: log).count
      try project.write(text, to: path)
      let round = watch.text(to: Self.waiting)
      #expect(round.contains("docgen: 1 file read again in ") && round.contains(told), "\(round)")
      let read = try opened(log, after: seen)
      // Findings quote lines of traces, so those files are opened too.
      let shown = read.filter { $0.hasSuffix(".jsonl") && round.contains("\($0):") }
      #expect(read.subtracting(shown).union([path]) == [path], "\(read)")
      #expect(read.contains(path), "\(read)")
    }
  }

  @Test func `unreadable and removed files are reported as in the first round`() throws {
    try project.write(
      SmallProject.source.replacing("= 90", with: "= 70"), to: "Sources/App/Door.swift")
    try project.write("struct Handle {}\n", to: "Sources/App/Handle.swift")
    let watch = try Watch(["--no-generate"], in: project.folder)
    #expect(watch.text(to: Self.waiting).contains("agree"))
    try project.write(SmallProject.trace + "{\n", to: "traces/open.jsonl")
    #expect(watch.text(to: Self.waiting).contains("[trace-syntax]"))
    try project.write(SmallProject.trace, to: "traces/open.jsonl")
    #expect(watch.text(to: Self.waiting).contains("agree"))
    try project.write("struct Handle {\n", to: "Sources/App/Handle.swift")
    #expect(watch.text(to: Self.waiting).contains("[swift-syntax]"))
    try FileManager.default.removeItem(
      at: project.folder.appendingPathComponent("Sources/App/Handle.swift"))
    #expect(watch.text(to: Self.waiting).contains("agree"))
  }

  /// The documents, sources and traces opened since.
  private func opened(_ log: URL, after start: Int) throws -> Set<String> {
    let text = String(decoding: try Data(contentsOf: log).dropFirst(start), as: UTF8.self)
    let prefix = project.folder.resolvingSymlinksInPath().path + "/"
    let paths = text.matches(of: #/openat\([^"]*"([^"]*)"/#).map { String($0.1) }
    return Set(
      paths.filter {
        $0.hasPrefix(prefix) && [".md", ".swift", ".jsonl"].contains(where: $0.hasSuffix)
      }
      .map { String($0.dropFirst(prefix.count)) })
  }

  @Test func `after any sequence of changes a round reports the same as a check`() throws {
    let watch = try Watch(["--no-generate"], in: project.folder)
    _ = watch.text(to: Self.waiting)
    var random = SeededRandom(5)
    for round in 0..<16 {
      switch round % 4 {
      case 3:
        let width = round % 8 == 3 ? "widht" : "width"
        try project.write(
          SmallProject.source.replacing("width", with: width), to: "Sources/App/Door.swift")
      default:
        let words = ["widht", "width", "apply(_:)", "State.open", "State.shut"]
        let text = (0..<3).map { _ in "`DoorMachine.\(words.randomElement(using: &random) ?? "")`" }
        let link = ["#page", "#top", "a.md#page", "b.md#part-\(round - 1)"]
        try project.write(
          "# Part \(round)\n\n\(text.joined(separator: " "))\n\n"
            + "[x](\(link.randomElement(using: &random) ?? ""))\n",
          to: "docs/\(round % 2 == 0 ? "b" : "c").md")
      }
      let told = watch.text(to: Self.waiting).split(separator: "\n").dropFirst().dropLast()
      let check = try project.docgen("check", "--no-cache").output.split(separator: "\n")
      let cut = { (line: Substring) in line.replacing(#/ · \d+ ms/#, with: "") }
      #expect(told.map(cut) == check.map(cut), "round \(round)")
    }
  }

  @Test func `Ctrl-C ends the process by a signal, as a shell expects`() throws {
    let watch = try Watch([], in: project.folder)
    let text = watch.text(to: Self.waiting)
    #expect(!text.contains("\u{1B}"), "only a terminal is cleared")
    watch.process.interrupt()
    watch.process.waitUntilExit()
    #expect(watch.process.terminationReason == .uncaughtSignal)
    #expect(watch.process.terminationStatus == SIGINT)
  }
}

/// A running `docgen watch` and its output.
private final class Watch {
  let process = Process()
  private let pipe = Pipe()
  private var rest = ""

  /// If `log` is set, strace lists there every file that the process opens.
  init(_ arguments: [String], in folder: URL, log: URL? = nil) throws {
    // A process started in the background may ignore Ctrl-C.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let tracing =
      log.map { ["strace", "-D", "-f", "-qq", "-e", "trace=openat", "-o", $0.path] } ?? []
    process.arguments =
      ["--default-signal=INT"] + tracing + [Tool.docgen.path, "watch"] + arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_CACHE_HOME"] = folder.appendingPathComponent("cache").path
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// The output up to and including `end`; the whole output if `end` never appears.
  func text(to end: String) -> String {
    while true {
      if let range = rest.range(of: end) {
        defer { rest = String(rest[range.upperBound...]) }
        return String(rest[..<range.upperBound])
      }
      // A test that waits in vain fails instead of hanging.
      var request = pollfd(
        fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 240_000) > 0 else { return rest }
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { return rest }
      rest += String(decoding: data, as: UTF8.self)
    }
  }

  /// Whether the process at some point sleeps for 0.2 seconds without waking up. A process that
  /// polls never does.
  func comesToRest() -> Bool {
    var before = wakings
    for _ in 0..<100 {
      usleep(200_000)
      let after = wakings
      if after == before { return true }
      before = after
    }
    return false
  }

  /// How often the main thread has gone to sleep.
  private var wakings: String? {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    return status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      .map(String.init)
  }
}
