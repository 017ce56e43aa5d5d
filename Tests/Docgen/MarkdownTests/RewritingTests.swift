import Diagnostics
import Markdown
import Testing

@Suite("Rewriting")
struct RewritingTests {
  private func rewrite(_ text: String, _ content: String) -> Page.Rewriting {
    let old = page(text)
    return old.rewritten(old.regions.prefix(1).map { ($0, content) })
  }

  @Test func `only the region and its checksum change, and a second run changes nothing`() throws {
    let sum = Checksum.of("n\nm")
    let new = rewrite("a\n<!-- docgen:begin x -->\nold\n<!-- docgen:end -->\nb", "n\nm\n").text
    #expect(new == "a\n<!-- docgen:begin x -->\nn\nm\n<!-- docgen:end \(sum) -->\nb")
    guard case .unchanged = rewrite(try #require(new), "n\nm") else {
      Issue.record("the second run changed something")
      return
    }
    #expect(page(try #require(new)).regions.first?.isHandEdited == false)
  }

  @Test func `CRLF, byte order mark and missing final newline are kept`() {
    let sum = Checksum.of("```\nn\n```")
    let new = rewrite(
      "\u{FEFF}<!-- docgen:begin x -->\r\n<!-- docgen:end 00000000 -->\r\nb", "```\nn\n```\n")
    #expect(
      new.text
        == "\u{FEFF}<!-- docgen:begin x -->\r\n```\r\nn\r\n```\r\n<!-- docgen:end \(sum) -->\r\nb")
  }

  @Test func `new lines get the prefix of the quote and list item around`() {
    let sum = Checksum.of("a\n\n  b")
    #expect(
      rewrite("> 1. <!-- docgen:begin x -->\n>    o\n>    <!-- docgen:end -->\n", "a\n\n  b").text
        == "> 1. <!-- docgen:begin x -->\n>    a\n>\n>      b\n>    <!-- docgen:end \(sum) -->\n")
    #expect(
      rewrite("- <!-- docgen:begin x --><!-- docgen:end -->\n- z\n", "a\n\n  b").text
        == "- <!-- docgen:begin x -->\n  a\n\n    b\n  <!-- docgen:end \(sum) -->\n- z\n")
  }

  @Test func `values and verified fences can be replaced too`() {
    #expect(
      rewrite("- x <!-- docgen:value a -->3<!-- /docgen:value -->!", "`4`").text
        == "- x <!-- docgen:value a -->`4`<!-- /docgen:value -->!")
    #expect(
      rewrite("<!-- docgen:value a -->3<!-- /docgen:value -->!", "4").text
        == "<!-- docgen:value a -->4<!-- /docgen:value -->!")
    #expect(
      rewrite("- <!-- docgen:verify a -->\n   ```mermaid\n   x\n   ```\n", "y\n\nz").text
        == "- <!-- docgen:verify a -->\n   ```mermaid\n   y\n\n   z\n   ```\n")
  }

  static let escapes: [(String, String)] = [
    ("```\nnever closed\n", "opens a fence"),
    ("<!-- never closed\n", "swallow"),
    ("<div>\nno blank line\n", "swallow"),
    ("<!-- docgen:end -->\n", "docgen marker"),
    ("<!-- docgen:begin y -->\n<!-- docgen:end -->\n", "docgen marker"),
    ("<script>\n", "swallow"),
  ]

  @Test(arguments: escapes)
  func `content that would leave its region is refused`(content: String, reason: String) {
    let refusals = rewrite("<!-- docgen:begin x -->\n<!-- docgen:end -->\n\nt\n", content).refusals
    #expect(refusals.count == 1)
    #expect(refusals.first?.contains(reason) == true)
  }

  @Test func `a marker shown in a fence may be written`() {
    let content = "```\n<!-- docgen:end -->\n```\n"
    #expect(rewrite("<!-- docgen:begin x -->\n<!-- docgen:end -->\n", content).text != nil)
  }

  @Test func `a value with a line break or a comment mark, and a fence closed early, are refused`()
  {
    let value = "x <!-- docgen:value a -->3<!-- /docgen:value -->"
    for content in ["a\nb", "<!-- x", "-->", "\0"] {
      #expect(rewrite(value, content).refusals.count == 1)
    }
    let fence = "<!-- docgen:verify a -->\n```\nx\n```\n"
    #expect(rewrite(fence, "a\n````\nb").refusals.count == 1)
    #expect(rewrite(fence, "a\n``\nb").text != nil)
  }

  @Test func `content that changes the text around is refused`() {
    let refusals = rewrite(
      "<!-- docgen:begin x -->\n<!-- docgen:end -->\n\nsee [ref]\n", "[ref]: /elsewhere\n"
    ).refusals
    #expect(refusals.first?.contains("change its meaning") == true)
    let value = rewrite("x <!-- docgen:value a -->3<!-- /docgen:value --> y ` z", "`").refusals
    #expect(value.count == 1)
  }

  @Test func `of several changes, the harmful one is named`() {
    let old = page(
      "x <!-- docgen:value a -->1<!-- /docgen:value --> and\n\ny <!-- docgen:value b -->2<!-- /docgen:value --> ` z\n"
    )
    let new = old.rewritten([(old.regions[0], "3"), (old.regions[1], "`")])
    #expect(new.refusals.count == 1)
    #expect(new.refusals.first?.hasPrefix("`b` is not written") == true)
  }

  @Test func `several regions are written at once`() {
    let old = page(
      "<!-- docgen:begin a -->\n<!-- docgen:end -->\nx <!-- docgen:value b -->1<!-- /docgen:value -->\n\n- i\n  <!-- docgen:begin c -->\n  <!-- docgen:end -->\n"
    )
    let new = old.rewritten([(old.regions[2], "C"), (old.regions[0], "A"), (old.regions[1], "B")])
    #expect(
      new.text
        == "<!-- docgen:begin a -->\nA\n<!-- docgen:end \(Checksum.of("A")) -->\nx <!-- docgen:value b -->B<!-- /docgen:value -->\n\n- i\n  <!-- docgen:begin c -->\n  C\n  <!-- docgen:end \(Checksum.of("C")) -->\n"
    )
  }

  @Test func `the structure outside of regions changes with text there, and not with regions`() {
    let base = page("a\n\n<!-- docgen:begin x -->\nb\n<!-- docgen:end -->\n")
      .structureOutsideRegions()
    #expect(
      base
        == page("a\r\n\r\n<!-- docgen:begin x -->\r\n# c\r\n\r\n<!-- docgen:end 12345678 -->\r\n")
        .structureOutsideRegions())
    #expect(
      base
        != page("*a*\n\n<!-- docgen:begin x -->\nb\n<!-- docgen:end -->\n")
        .structureOutsideRegions())
  }
}
