import Foundation
import Markdown
import TestTools
import Testing

/// Follows the tutorial and the page on production from top to bottom: writes and changes the files,
/// runs the commands, and compares their output.
@Suite struct TutorialTests {
  private let folder: TemporaryFolder
  private var package: URL { URL(fileURLWithPath: folder.path).appendingPathComponent("Downloads") }

  init() throws {
    folder = try TemporaryFolder()
    let manager = FileManager.default
    try manager.createDirectory(at: package, withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: folder.file("docgen"), withDestinationPath: packageFolder.path)
    // The reader's installed programs.
    try manager.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: folder.file("bin/docgen"), withDestinationPath: Tool.docgen.path)
  }

  @Test func `every step of the tutorial works`() throws {
    #expect(try follow("docs/tutorial.md") >= 12)
  }

  /// The spans of a small shop are in embedded ClickHouse, with the table of the collector.
  @Test(.enabled(if: Engines.isInstalled, Engines.missing))
  func `every step from ClickHouse to a diagram of production works`() throws {
    let stored = try Engines.run("spans.py", ["20000", folder.path], in: package)
    try #require(stored.code == 0, "\(stored)")
    try Data("SELECT 'flow' AS type, '' AS variant, count() AS count FROM otel_traces".utf8)
      .write(to: URL(fileURLWithPath: folder.file("count.sql")))
    let loaded = try Engines.run(
      "engines.py", ["clickhouse", folder.file("count.sql"), folder.path, folder.file("rows")],
      in: package)
    try #require(loaded.code == 0, "\(loaded)")
    let client = Tool.package.appendingPathComponent("Tests/Engines/clickhouse-client").path
    let script = """
      #!/bin/sh
      CLICKHOUSE_FOLDER='\(folder.file("clickhouse"))' exec '\(Engines.python.path)' '\(client)' "$@"

      """
    let path = folder.file("bin/clickhouse-client")
    try Data(script.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    #expect(try follow("docs/how-to/production.md") == 9)
  }

  /// Follows a page, and returns the number of its commands.
  private func follow(_ path: String) throws -> Int {
    let page = packageFolder.appendingPathComponent(path)
    let text = try String(contentsOf: page, encoding: .utf8)
    var replaced: (path: String, old: String)?
    var commands = 0
    for step in TutorialStep.all(in: text) {
      switch step.action {
      case "write": try write(step.text, to: step.argument)
      case "append": try write(try read(step.argument) + step.text, to: step.argument)
      case "replace": replaced = (step.argument, step.text)
      case "with":
        let (path, old) = try #require(replaced)
        let content = try read(path)
        try #require(content.contains(old), "\(path) has no \(old)")
        try write(content.replacing(old, with: step.text, maxReplacements: 1), to: path)
      case "from":
        let parts = step.argument.split(separator: "\"").map(String.init)
        let path = parts[1].trimmingCharacters(in: .whitespaces)
        let content = try read(path)
        let start = try #require(content.range(of: parts[0]))
        try write(content[..<start.lowerBound] + step.text, to: path)
      case "run":
        for command in TutorialCommand.all(in: step.text) {
          commands += 1
          try run(command, exitCode: Int32(step.argument) ?? 0)
        }
      default: Issue.record("unknown step `\(step.action)`")
      }
    }
    return commands
  }

  /// Runs a command. The exit code is that of the first command of a block, or 0.
  private func run(_ command: TutorialCommand, exitCode: Int32) throws {
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = folder.file("bin") + ":" + (environment["PATH"] ?? "")
    environment["XDG_CACHE_HOME"] = folder.file("cache")
    let outcome = try Tool.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", command.line], in: package,
      environment: environment)
    #expect(outcome.code == (command.isFirst ? exitCode : 0), "\(command.line)\n\(outcome)")
    let lines = outcome.output.split(separator: "\n").map { String($0.trimming(" ")) }
    var rest = lines[...]
    for expected in command.output where expected != "…" {
      let pattern = expected.split(separator: "…", omittingEmptySubsequences: false)
      let index = rest.firstIndex { line in
        pattern.count == 1
          ? line == expected
          : line.hasPrefix(pattern[0]) && line.hasSuffix(pattern[pattern.count - 1])
      }
      let found = try #require(index, "\(command.line) does not print: \(expected)\n\(outcome)")
      rest = rest[(found + 1)...]
    }
  }

  private func write(_ text: some StringProtocol, to path: String) throws {
    let file = package.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(String(text).utf8).write(to: file)
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }
}

/// A block of the tutorial and the instruction in the comment before it.
private struct TutorialStep {
  var action: String
  var argument: String
  var text: String

  static func all(in page: String) -> [TutorialStep] {
    let pattern =
      /<!-- tutorial: (\w+) ?(.*?) ?-->\n(?:<!-- docgen:verify .*-->\n)?```\w+\n((?s).*?)```\n/
    return page.matches(of: pattern).map {
      TutorialStep(action: String($0.1), argument: String($0.2), text: String($0.3))
    }
  }
}

/// A command of a console block with its output.
private struct TutorialCommand {
  var line: String
  var output: [String] = []
  var isFirst: Bool

  static func all(in block: String) -> [TutorialCommand] {
    var commands: [TutorialCommand] = []
    for line in block.split(separator: "\n") {
      if line.hasPrefix("$ ") {
        commands.append(
          TutorialCommand(line: String(line.dropFirst(2)), isFirst: commands.isEmpty))
      } else if !commands.isEmpty {
        commands[commands.count - 1].output.append(String(line.trimming(" ")))
      }
    }
    return commands
  }
}

extension StringProtocol {
  fileprivate func trimming(_ character: Character) -> String {
    var text = Substring(self)
    while text.first == character { text = text.dropFirst() }
    while text.last == character { text = text.dropLast() }
    return String(text)
  }
}
