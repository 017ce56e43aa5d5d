import Diagnostics
import Rules
import Testing

/// Pages whose blocks are marked as Swift, some of them in another language.
@Suite struct SwiftBlockTallyTests {
  private func page(wrong: Int, right: Int) -> String {
    let wrong = (0..<wrong).map { "```swift\ncube \($0) { size 1 2 3 }} {\n```\n" }
    let right = (0..<right).map { "```swift\nlet size = \($0)\n```\n" }
    return (wrong + right).joined(separator: "\n")
  }

  private func findings(_ pages: [String: String]) -> [Diagnostic] {
    LinkedHouse().projectFindings(pages, rules: ["swift-block"])
  }

  @Test(arguments: [(8, 0, true), (8, 7, true), (7, 0, false), (8, 8, false), (9, 90, false)])
  func `it takes eight blocks and more than half of all`(wrong: Int, right: Int, areHints: Bool) {
    let found = findings(["docs/a.md": page(wrong: wrong, right: right)])
    let blocks = found.filter { $0.rule.rawValue == "swift-block" }
    #expect(blocks.count == wrong)
    #expect(blocks.allSatisfy { $0.severity == (areHints ? .note : .warning) })
    #expect(
      found.filter { $0.rule.rawValue == "unknown-convention" }.map(\.brief)
        == (areHints
          ? ["warning: \(wrong) of the \(wrong + right) Swift blocks do not parse"] : []))
  }

  @Test func `the outermost folder of which most blocks do not parse is named once`() {
    let found = findings([
      "README.md": page(wrong: 1, right: 30), "docs/a.md": page(wrong: 9, right: 1),
      "docs/old/b.md": page(wrong: 9, right: 1), "guide/c.md": page(wrong: 1, right: 1),
    ])
    #expect(
      found.filter { $0.rule.rawValue == "unknown-convention" }.map(\.brief) == [
        "warning: 18 of the 20 Swift blocks in `docs` do not parse"
      ])
    let warned = found.filter { $0.rule.rawValue == "swift-block" && $0.severity == .warning }
    #expect(warned.map(\.location.file) == ["README.md", "guide/c.md"])
  }
}
