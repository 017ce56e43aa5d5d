import Diagnostics
import Markdown
import Testing

@Suite("Regions")
struct RegionTests {
  @Test func `a generated region has the text between its markers`() throws {
    let text = page(
      "a\n\n<!-- docgen:begin state x=1 -->\n```mermaid\ng\n```\n<!-- docgen:end 7F3a9c21 -->\n")
    let region = try #require(text.regions.first)
    #expect(region.kind == .generated)
    #expect(region.name == "state")
    #expect(region.content == "```mermaid\ng\n```\n")
    #expect(region.contentLines == 4..<7)
    #expect(text.cut(region.contentRange) == region.content)
    #expect(region.fences.map(\.literal) == ["g\n"])
    #expect(region.recordedChecksum == "7f3a9c21")
    #expect(region.isHandEdited)
    #expect(text.looseFences.isEmpty)
  }

  @Test func `a region in a quoted list item is read without its prefix`() throws {
    let text = page("> - <!-- docgen:begin t -->\n>   a\n>\n>     b\n>   <!-- docgen:end -->\n")
    let region = try #require(text.regions.first)
    #expect(region.content == "a\n\n  b\n")
    #expect(text.findings.isEmpty)
  }

  @Test func `a verified region is the fence that follows, comments between allowed`() throws {
    let text = page(
      "<!-- docgen:verify sequence s=\"a*\" -->\n<!-- note -->\n\n```mermaid\nx\n```\n")
    let region = try #require(text.regions.first)
    #expect(region.kind == .verified)
    #expect(region.content == "x\n")
    #expect(text.cut(region.contentRange) == "x\n")
    #expect(text.looseFences.isEmpty)
  }

  @Test
  func `a value can be in running text, in a table, or in an HTML block at the start of a line`() {
    let text = page(
      "now\n<!-- docgen:value A.b -->3<!-- /docgen:value -->).\n\n| x | <!-- docgen:value c(d: 1) -->`4`<!-- /docgen:value --> |\n"
    )
    #expect(text.regions.map(\.kind) == [.value, .value])
    #expect(text.regions.map(\.content) == ["3", "`4`"])
    #expect(text.regions.map(\.name) == ["A.b", "c(d: 1)"])
    #expect(text.regions.map { text.cut($0.contentRange) } == ["3", "`4`"])
    #expect(text.findings == ["2:1 value-splits-paragraph"])
    #expect(text.diagnostics.first?.severity == .warning)
  }

  @Test func `mermaid fences in no region are loose`() {
    let text = page("```mermaid\na\n```\n\n- ~~~ Mermaid\n  b\n  ~~~\n\n```swift\n```\n")
    #expect(text.looseFences.map(\.literal) == ["a\n", "b\n"])
  }

  static let mistakes: [(String, [String])] = [
    ("<!-- docgen:begin a -->\n\n```mermaid\n```\n", ["1:1 unclosed-region"]),
    ("x\n\n<!-- docgen:end -->\n", ["3:1 unmatched-end"]),
    (
      "<!-- docgen:begin a -->\n<!-- docgen:begin b -->\n<!-- docgen:end -->\n<!-- docgen:end -->\n",
      ["2:1 nested-region"]
    ),
    (
      "<!-- docgen:begin a -->\n<!-- docgen:begin b -->\n<!-- docgen:end -->\n",
      ["1:1 unclosed-region"]
    ),
    ("- <!-- docgen:begin a -->\n\n<!-- docgen:end -->\n", ["3:1 split-region"]),
    ("text <!-- docgen:begin a -->\n\n<!-- docgen:end -->\n", ["1:6 misplaced-marker"]),
    ("<div>\n<!-- docgen:begin a -->\n\n<!-- docgen:end -->\n", ["2:1 misplaced-marker"]),
    ("<!-- docgen:verify a -->\n\ntext\n", ["1:1 verify-without-fence"]),
    ("<!-- docgen:verify a -->\n", ["1:1 verify-without-fence"]),
    (
      "<!-- docgen:verify a -->\n<!-- docgen:begin a -->\n```\n```\n<!-- docgen:end -->\n",
      ["1:1 verify-without-fence"]
    ),
    ("x <!-- docgen:value a -->1\n", ["1:3 unclosed-value"]),
    ("x <!-- docgen:value a -->1\n\n<!-- /docgen:value -->\n", ["3:1 split-value"]),
    ("x *<!-- docgen:value a -->1*<!-- /docgen:value -->\n", ["1:29 split-value"]),
    ("x <!-- /docgen:value -->\n", ["1:3 unmatched-value-end"]),
    (
      "x <!-- docgen:value a -->1 <!-- docgen:value b -->2<!-- /docgen:value -->\n",
      ["1:3 unclosed-value"]
    ),
    (
      "x <!-- docgen:value a --><!-- docgen:disable r reason=\"x\" --><!-- /docgen:value -->\n",
      ["1:3 unclosed-value", "1:62 unmatched-value-end"]
    ),
    ("<!-- docgen:disable r -->\n\nx\n", ["1:1 malformed-marker"]),
    ("x\n\n<!-- docgen:disable r reason=\"x\" -->\n", ["3:1 misplaced-marker"]),
  ]

  @Test(arguments: mistakes)
  func `markers that do not fit together are reported once, at the marker`(
    text: String, findings: [String]
  ) {
    let text = page(text)
    #expect(text.findings == findings)
    #expect(text.diagnostics.allSatisfy { $0.category == .input && !$0.evidence.isEmpty })
    #expect(text.looseFences.isEmpty)
  }

  @Test func `a disabled rule covers the next block, the whole region, or its own paragraph`() {
    let text = page(
      "<!-- docgen:disable a reason=\"x\" -->\n\none\ntwo\n\nthree <!-- docgen:disable b reason=\"y\" -->\n"
    )
    #expect(text.disables.map(\.covers.text) == ["3:1-4:4", "6:1-6:43"])
    #expect(text.disables.map(\.reason) == ["x", "y"])
  }

  @Test func `a checksum ignores line endings and trailing white space, and nothing else`() {
    let plain = Checksum.of("a\n  b\n")
    #expect(plain == Checksum.of("a \r\n  b\t\r\n\r\n"))
    #expect(plain == Checksum.of("a\r  b"))
    #expect(plain != Checksum.of("a\n b\n"))
    #expect(plain != Checksum.of("a\n\n  b\n"))
    #expect(Checksum.of("") == "811c9dc5")
    #expect(Checksum.of("foobar") == "bf9cf968")
  }
}
