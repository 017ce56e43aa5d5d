import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Fences without a partner, and blocks that show fences.
@Suite struct StrayFenceTests {
  @Test func `a fence that swallows text and the next fence is reported, once a page`() {
    let text =
      "Text.\n\n```\n\n## Install\n\n```swift\nlet a = 1\n```\n\n## Use\n\n```swift\nlet b = 2\n```\n"
    #expect(findings(text) == ["5 warning"])
    let swift = "Text.\n\n```swift\nlet a = 1\n\n## Use\n\n```swift\nlet b = 2\n```\n"
    #expect(findings(swift) == ["5 warning"])
  }

  @Test(arguments: [
    "```\nplain\n```\n\n```swift\nlet a = 1\n```\n",
    "````\n```swift\nlet a = 1\n```\n````\n", "~~~\n```swift\nlet a = 1\n```\n~~~\n",
    "```markdown\n```swift\nlet a = 1\n```\n",
  ])
  func `a block that is closed, or that shows a fence, is silent`(text: String) {
    #expect(findings(text) == [])
  }

  private func findings(_ text: String) -> [String] {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n\(text)".utf8))
    return CheckedPage(
      page, project: ProjectModel(code: CodeModel(reading: []), traces: []),
      templates: TemplateSource(texts: [:])
    ).findings().filter { $0.rule == StrayFence.id }.map {
      "\($0.location.range?.start.line ?? 0) \($0.severity)"
    }
  }
}
