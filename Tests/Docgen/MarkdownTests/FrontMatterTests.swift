import Diagnostics
import Markdown
import Testing

/// Front matter is YAML, not Markdown.
@Suite struct FrontMatterTests {
  private func page(_ text: String) -> Page { Page(path: "page.md", bytes: Array(text.utf8)) }

  @Test(arguments: ["", "\u{FEFF}"], ["\n", "\r\n"])
  func `front matter is not a rule, heading, code span, link or fence`(mark: String, ending: String)
  {
    let text = """
      ---
      # how it reads
      title: `code` and [a link](there.md)
      quoted: "x"
      ---

      # The page

      See `other`.

      """
    let page = page(
      mark + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: ending)
    )
    #expect(page.headings.map(\.text) == ["The page"])
    #expect(page.headings.first?.range.start.line == 7)
    #expect(page.codeSpans.map(\.text) == ["other"] && page.links.isEmpty)
    #expect(page.frontMatter?.lastLine == 5)
    #expect(page.frontMatter?.text.split(whereSeparator: \.isNewline).count == 3)
    #expect(page.html(replacing: { _ in nil }).hasPrefix("<h1 id=\"the-page\">"))
  }

  @Test(arguments: [
    "---\n\n# Title\n\n---\n", "---\ntitle: no end\n\n# Title\n", "# Title\n---\na: b\n---\n",
    "--- \n# Title\n", "----\na: b\n---\n# Title\n", "---\n# Title\n---\n",
    "---\nhttps://x.y\n---\n# Title\n",
  ])
  func `a page that begins with a thematic break has no front matter`(text: String) {
    let page = page(text)
    #expect(page.frontMatter == nil)
    #expect(page.headings.contains { $0.text == "Title" })
  }

  @Test func `regions after front matter are written in their places`() throws {
    let page = page(
      "---\na: b\n---\n<!-- docgen:begin table machine=A -->\nold\n<!-- docgen:end -->\n")
    #expect(page.regions.count == 1)
    #expect(page.regions.first?.opening.range.start.line == 4)
  }
}
