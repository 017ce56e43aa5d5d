import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Diagrams that Mermaid refuses: one finding for each cause.
@Suite struct DiagramErrorTests {
  private static func findings(_ diagram: String, of rule: String) -> [Diagnostic] {
    let page = Page(path: "a.md", bytes: Array("# A\n\n```mermaid\n\(diagram)\n```\n".utf8))
    return CheckedPage(
      page, project: ProjectModel(code: CodeModel([]), traces: [], sources: [:]),
      templates: TemplateSource(texts: [:])
    ).findings().filter { $0.rule.rawValue == rule }
  }

  @Test func `a reserved participant gives one finding that counts the others`() {
    let found = Self.findings(
      """
      sequenceDiagram
          participant Store
          User->>Actor: load
          Actor->>Store: load
          Store-->>Actor: rows
          Actor-->>User: rows
      """, of: "mermaid-syntax")
    #expect(found.map(\.location.range?.start.line) == [6])
    #expect(
      found.first?.evidence.map(\.text)
        == ["the same cause has 3 more errors, on lines 7, 8 and 9"])
  }

  @Test func `errors with different causes are all reported`() {
    let found = Self.findings(
      """
      sequenceDiagram
          User->>Actor: load
          User Store load
          Actor->>User: rows
      """, of: "mermaid-syntax")
    #expect(found.map(\.location.range?.start.line) == [5, 6])
  }

  @Test func `an undrawable diagram is drift, not an unreadable document`() {
    #expect(
      Self.findings("sequenceDiagram\n  A->>", of: "mermaid-syntax").map(\.category) == [.drift])
  }

  // MARK: - Size

  private static func flowchart(links: Int) -> String {
    "flowchart LR\n" + (0..<links).map { "  n\($0)[\"a --> b\"] --> n\($0 + 1)\n" }.joined()
  }

  private static func classes(characters: Int) -> String {
    let head = "classDiagram\n"
    let line = "class SomeTypeWithALongName\n"
    let count = (characters - head.utf8.count) / line.utf8.count
    let text = head + String(repeating: line, count: count)
    return text + String(repeating: " ", count: characters - text.utf8.count - 1)
  }

  @Test(arguments: [
    (flowchart(links: 501), ["the flowchart has at least 501 links; Mermaid draws up to 500"]),
    (flowchart(links: 500), []),
    ("%% \(String(repeating: "x", count: 60_000))\nclassDiagram\nclass A", []),
    (
      classes(characters: 50_002),
      ["the diagram has 50002 characters; Mermaid draws up to 50000"]
    ),
    (classes(characters: 49_999), []),
    ("classDiagram\nnote \"" + String(repeating: "é", count: 30_000) + "\"", []),
  ])
  func `a diagram over a limit of Mermaid is warned about`(diagram: String, expected: [String]) {
    let found = Self.findings(diagram, of: "oversized-diagram")
    #expect(found.map(\.summary) == expected)
    #expect(found.allSatisfy { $0.severity == .warning })
  }
}
