import Diagnostics
import Foundation
import Rules
import Testing

/// `docs/reference/messages.md`: one finding of each rule, as docgen prints it for an example.
///
/// `RECORD_SNAPSHOTS=1` regenerates the page.
@Suite struct MessagePageTests {
  private static let file = Tool.package.appendingPathComponent("docs/reference/messages.md")

  @Test func `the page of messages shows what docgen prints for each example`() throws {
    let messages = try Self.messagesOfDocuments().merging(try Self.otherMessages()) { $1 }
    let page = Self.page(messages)
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data(page.utf8).write(to: Self.file)
      Issue.record("the page was recorded: read the difference, and test again")
      return
    }
    let old = try String(contentsOf: Self.file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let new = page.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = zip(old, new).enumerated().first { $1.0 != $1.1 }
    #expect(difference == nil, "line \((difference?.offset ?? 0) + 1) is out of date")
    #expect(old.count == new.count)
  }

  private static func page(_ messages: [String: String]) -> String {
    let rules = RuleCatalogue.descriptions.map(\.id.rawValue)
    let missing = rules.filter { messages[$0] == nil }.map { "`\($0)`" }
    let sections = rules.compactMap { rule in
      messages[rule].map { "## `\(rule)`\n\n```text\n\($0)\n```\n" }
    }
    return """
      # Messages

      This page shows a finding of each rule as docgen prints it, so that you can search for a message, and
      compare the wording of all of them. Most examples are those of [Rules](rules.md); a test of docgen
      writes this page and compares it.

      Rules without an example here need an extreme file, a file system that refuses access, or the compiler:
      \(missing.joined(separator: ", ")).

      A message states the problem, quotes the text, and then lists facts and the fix. Other tools report the
      same kind of mistake, a misspelled name, as follows:

      | Tool | Message | Similar name | Id |
      |---|---|---|---|
      | docgen | `Door` has no member `widht` | help: did you mean Door.width? | `unknown-symbol` |
      | rustc | no field `widht` on type `Door` | help: a field with a similar name exists | E0609 |
      | ruff | Undefined name `widht` | – | F821 |
      | Elm | I cannot find a `widht` variable | These names seem close though | a title, NAMING ERROR |

      \(sections.joined(separator: "\n"))
      ## Next

      - [Rules](rules.md) explains each rule, with the fix.
      - [Findings](findings.md) lists the other formats.

      """
  }

  /// The findings of the examples that are complete documents, by rule.
  private static func messagesOfDocuments() throws -> [String: String] {
    let project = try ExampleDoor.project()
    for (rule, text) in ExampleDoor.examples {
      try project.write(text + "\n", to: "docs/\(rule).md")
    }
    let findings = findings(in: try project.docgen("check", "--hints"))
    let pairs = ExampleDoor.examples.compactMap { rule, _ in
      findings.first { $0.hasPrefix("docs/\(rule).md:") && $0.contains("[\(rule)]") }
        .map { (rule, $0) }
    }
    #expect(pairs.count == ExampleDoor.examples.count)
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The findings of examples that need other files, by rule.
  private static func otherMessages() throws -> [String: String] {
    var messages: [String: String] = [:]
    for example in MessageExample.all {
      let project = try ExampleDoor.project()
      for (path, bytes) in example.files { try project.write(Data(bytes), to: path) }
      let outcome = try Tool.docgen.run(example.command, in: project.folder)
      let finding = findings(in: outcome).first { $0.contains("[\(example.rule)]") }
      let message: String = try #require(finding, "\(example.rule): \(outcome)")
      messages[example.rule] = message
    }
    return messages
  }

  /// The findings of a run, without white space at the ends of lines.
  private static func findings(in outcome: Outcome) -> [String] {
    let lines = (outcome.output + "\n" + outcome.errors)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
    return lines.split(separator: "").map { $0.joined(separator: "\n") }
  }
}
