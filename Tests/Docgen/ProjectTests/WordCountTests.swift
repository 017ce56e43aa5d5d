import Foundation
import TestTools
import Testing

/// `.ci/english`, which counts constructions that CONTRIBUTING.md advises against.
@Suite struct WordCountTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func count(_ files: [String: String], places: Bool = false) throws -> Outcome {
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    }
    return try Tool.run(
      Tool.package.appendingPathComponent(".ci/english"),
      (places ? ["--places"] : []) + [folder.path], in: Tool.package)
  }

  @Test func `plain texts pass, and code and quotations are not read`() throws {
    let outcome = try count([
      "a.swift": """
      /// The text after the colon, or `what is behind` it.
      let message = "the name is missing: add it"
      let signs = 1
      """,
      "a.md": "The page shows each value.\n\n```text\nwhat stands behind it is told\n```\n",
    ])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains("comments        0 of      1"), "\(outcome)")
    #expect(outcome.contains("strings         0 of      1"), "\(outcome)")
    #expect(outcome.contains("paragraphs      0 of      1"), "\(outcome)")
  }

  @Test func `a construction in a comment, a string or a paragraph fails with its place`() throws {
    for (name, text, line) in [
      ("a.swift", "let a = 1\n/// The text that stands\n/// at the end of a line.\n", 2),
      ("b.swift", "let a = #\"it says nothing about \"names\"\"#\n", 1),
      ("c.swift", "let a = \"\"\"\n  A name that\n  nobody has declared yet.\n  \"\"\"\n", 1),
      ("d.md", "# Title\n\nA first paragraph of words.\n\n- This is no name of the code.\n", 5),
    ] {
      try? FileManager.default.removeItem(atPath: folder.path)
      try FileManager.default.createDirectory(
        atPath: folder.path, withIntermediateDirectories: true)
      let outcome = try count([name: text], places: true)
      #expect(outcome.code == 1, "\(outcome)")
      #expect(outcome.contains("/\(name):\(line): "), "\(outcome)")
      #expect(outcome.errors.contains("too many constructions"), "\(outcome)")
    }
  }
}
