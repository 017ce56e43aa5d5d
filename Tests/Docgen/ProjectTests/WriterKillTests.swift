import Foundation
import TestTools
import Testing

/// Kills a writing command at a random moment: each file must be the old or the new one, and the
/// same command run again must succeed. `make kills` does this 1,000 times for each command.
@Suite struct WriterKillTests {
  private static let kills =
    ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 12

  /// The arguments, the standard input, and whether the command runs until it is stopped.
  private static let commands: [(arguments: [String], input: String, isEndless: Bool)] = [
    (["fix"], "", false), (["adopt"], "", false), (["baseline", "freeze"], "", false),
    (["review"], "a\n", false), (["watch"], "", true),
  ]

  private static let unchecked = """
    # Unchecked

    ```mermaid
    stateDiagram-v2
      closed --> open: pushed
    ```

    """

  private let project: SmallProject
  private let files = ["docs/a.md", "docs/b.md", "docs/c.md", ".docgen-baseline.json"]

  init() throws { project = try SmallProject() }

  private func restore() throws {
    for file in files.prefix(2) { try project.write(SmallProject.page, to: file) }
    try project.write(Self.unchecked + "`DoorMachine.widht`\n", to: "docs/c.md")
    try? FileManager.default.removeItem(
      at: project.folder.appendingPathComponent(".docgen-baseline.json"))
  }

  private func contents() -> [String?] { files.map { try? project.text($0) } }

  @Test(arguments: commands.indices) func `a kill at any moment leaves complete files`(command: Int)
    throws
  {
    let (arguments, input, isEndless) = Self.commands[command]
    try restore()
    let old = contents()
    let start = ContinuousClock.now
    try run(arguments, input, for: isEndless ? .milliseconds(1_500) : nil)
    let typical = isEndless ? Duration.milliseconds(120) : ContinuousClock.now - start
    let new = contents()
    #expect(new != old, "\(arguments) writes something")
    var random = SeededRandom(UInt64(command))
    var killed = 0
    for round in 0..<Self.kills {
      try restore()
      // The first run is killed before it can write.
      let delay = round == 0 ? .zero : typical * Double.random(in: 0...1.1, using: &random)
      try run(arguments, input, for: delay)
      let found = contents()
      killed += found == new ? 0 : 1
      for (index, text) in found.enumerated() {
        #expect(text == old[index] || text == new[index], "\(arguments) round \(round)")
      }
    }
    #expect(killed > 0, "\(arguments) is killed before it has written everything")
    try run(arguments, input, for: isEndless ? .milliseconds(1_500) : nil)
    #expect(contents() == new, "\(arguments) again")
  }

  @Test(.enabled(if: SafeWritingTests.canTrace), arguments: commands.indices.dropLast())
  func `a full disk is reported, and leaves complete files`(command: Int) throws {
    let (arguments, input, _) = Self.commands[command]
    try restore()
    let old = contents()
    try run(arguments, input, for: nil)
    let new = contents()
    var failures = 0
    for number in 1..<50 {
      try restore()
      let strace = [
        "DOCGEN_CACHE=off", "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=write", "-e",
        "inject=write:error=ENOSPC:when=\(number)+", Tool.docgen.path,
      ]
      let script = "printf '%s' \"$1\" | { shift; exec env \"$@\"; }"
      let outcome = try Tool.run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", script, "sh", input] + strace + arguments,
        in: project.folder)
      let found = contents()
      for (index, text) in found.enumerated() {
        #expect(text == old[index] || text == new[index], "\(arguments) write \(number)")
      }
      let names = try FileManager.default.contentsOfDirectory(
        atPath: project.folder.appendingPathComponent("docs").path)
      #expect(names.allSatisfy { $0.hasSuffix(".md") }, "\(names)")
      if found == new { break }
      #expect(outcome.code != 0, "\(arguments) write \(number) \(outcome)")
      failures += 1
    }
    #expect(failures > 0, "\(arguments) fails if the first write does")
  }

  /// Runs docgen to its end, or kills it after the given time.
  private func run(_ arguments: [String], _ input: String, for time: Duration?) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Tool.docgen.path)
    process.arguments = arguments
    process.currentDirectoryURL = project.folder
    process.environment = ProcessInfo.processInfo.environment
      .filter { $0.key != "CI" }.merging(["DOCGEN_CACHE": "off"]) { $1 }
    let pipe = Pipe()
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try? pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? pipe.fileHandleForWriting.close()
    if let time {
      usleep(UInt32(time / .microseconds(1)))
      kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
  }
}
