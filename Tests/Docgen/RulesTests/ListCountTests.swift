import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Sentences that count the list after them.
@Suite struct ListCountTests {
  private static let project = ProjectModel(code: CodeModel(reading: []), traces: [])

  private func findings(_ text: String, path: String = "docs/a.md") -> [Diagnostic] {
    let page = Page(path: path, bytes: Array((text + "\n").utf8))
    return CheckedPage(page, project: Self.project, templates: TemplateSource(texts: [:]))
      .findings().filter { $0.rule.rawValue == "wrong-count" }
  }

  @Test(arguments: [
    ("There are three tools:\n\n- a\n- b", "the text says three tools, the list has two"),
    (
      "The following 4 steps build it.\n\n1. a\n2. b\n3. c",
      "the text says 4 steps, the list has 3"
    ),
    (
      "We use three core tools, that help us:\n\n1. a\n2. b\n3. c\n4. d",
      "the text says three core tools, the list has four"
    ),
    ("With TextKit it has 2 parts:\n\n- a\n- b\n- c", "the text says 2 parts, the list has 3"),
    ("## Two layers\n\n- a\n- b\n- c", "the text says Two layers, the list has three"),
    (
      "It consists of two parts:\n\n| a |\n|---|\n| b |\n| c |\n| d |",
      "the text says two parts, the table has three"
    ),
    (
      "It has three parts:\n\n### A\n\na\n\n### B\n\nb\n",
      "the text says three parts, the section has two"
    ),
    ("**Four** rules:\n\n- a\n  - b\n- c\n- d", "the text says Four rules, the list has three"),
  ])
  func `a number that differs from the list is a warning; from the headings, a hint`(
    text: String, summary: String
  ) {
    let found = findings("# Title\n\n" + text)
    #expect(found.map(\.summary) == [summary])
    #expect(found.allSatisfy { $0.severity == (text.contains("###") ? .note : .warning) })
  }

  @Test(arguments: [
    "It has two modes:\n\n| | Fast | Slow |\n|---|---|---|\n| a | 1 | 2 |\n| b | 1 | 2 |\n| c | 1 | 2 |",
    "There are two tools:\n\n- a\n- b",
    "There are two tools:\n\n- a\n  - x\n- b\n  - y",
    "It takes three seconds:\n\n- a\n- b",
    "There are two kinds of tools:\n\n- a\n- b\n- c",
    "There are at least three tools:\n\n- a\n- b",
    "There are three tools.\n\n- a\n- b",
    "Version 3 tools:\n\n- a\n- b",
    "One of the three tools:\n\n- a\n- b",
    "Three tools exist. Use them:\n\n- a\n- b",
    "The three tools take these arguments:\n\n- a\n- b",
    "Two tools and one hammer:\n\n- a\n- b\n- c",
    "2-3 tools:\n\n- a\n- b\n- c\n- d",
    "There are three tools:\n\n1. a\n\n```\nx\n```\n\n2. b\n\n```\ny\n```\n\n3. c",
    "Three tools, for example:\n\n- a\n- b",
    "There are three tools:\n\nText.\n\n- a\n- b",
    "Step 3 fixes:\n\n- a\n- b", "Setup (3 tools):\n\n- a\n- b", "Las 3 fases:\n\n- a\n- b",
    "It draws with custom TextKit 2 parts:\n\n- a\n- b\n- c",
    "It has 11 flags:\n\n- x, y\n- z",
    "It has two parts:\n\n### A\n\na\n\n### B\n\nb\n\n### Notes\n\nc",
    "It needs at least the three tools:\n\n- a\n- b",
    "It has two views:\n\n- `headView` shows\n- `gridView` shows\n- `isOpen` hides",
    "**Score:** 3\n**Tools:**\n\n- a\n- b", "There are two tools:\n\n- `a`\n- `b`\n- Use both.",
    "It has two layers:\n\n### Layer 1\n\na\n\n### Layer 2\n\nb\n\n### Reasons\n\nc",
  ])
  func `what does not count the list is silent`(text: String) {
    #expect(findings("# Title\n\n" + text) == [])
  }

  @Test func `findings on a page about another time are hints`() {
    let found = findings("There are three tools:\n\n- a\n- b", path: "docs/plan.md")
    #expect(found.map(\.severity) == [.note])
  }
}
