import DocgenKit
import Foundation
import TestTools
import Testing

/// The built-in templates equal those in `templates/`, except for the templates of this project's
/// new pages (`new-….mustache`) and of docgen's manual (`manual-….mustache`).
@Suite struct BuiltInTemplatesTests {
  private static func files() throws -> [String: String] {
    let folder = packageFolder.appendingPathComponent("templates")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".mustache") && !$0.hasPrefix("new-") && !$0.hasPrefix("manual-") }
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return (String(name.dropLast(".mustache".count)), text)
      })
  }

  @Test func `every file of the template folder is in the program, word for word`() throws {
    let files = try Self.files()
    #expect(!files.isEmpty)
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      let source = packageFolder.appendingPathComponent(
        "Sources/Docgen/DocgenKit/Files/BuiltInTemplates.swift")
      let old = try String(contentsOf: source, encoding: .utf8)
      let head = old.prefix(upTo: try #require(old.range(of: "= [\n")).upperBound)
      try Data((head + Self.body(of: files)).utf8).write(to: source)
      Issue.record("the templates were recorded: build and test again")
      return
    }
    #expect(BuiltInTemplates.texts.keys.sorted() == files.keys.sorted())
    for (name, text) in files { #expect(BuiltInTemplates.texts[name] == text, "\(name)") }
  }

  /// The dictionary's entries, and a constant for each.
  private static func body(of files: [String: String]) -> String {
    let sorted = files.sorted { $0.key < $1.key }
    let entries = sorted.map { "    \"\($0.key)\": \(constant($0.key)),\n" }.joined()
    let constants = sorted.map { name, text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.isEmpty ? "" : "    " + line
      }
      return "\n  private static let \(constant(name)) = #\"\"\"\n"
        + lines.joined(separator: "\n") + "\n    \"\"\"#\n"
    }
    return entries + "  ]\n" + constants.joined() + "}\n"
  }

  /// `state-table` -> stateTable
  private static func constant(_ name: String) -> String {
    let parts = name.split(separator: "-")
    return parts.prefix(1).joined() + parts.dropFirst().map(\.capitalized).joined()
  }
}
