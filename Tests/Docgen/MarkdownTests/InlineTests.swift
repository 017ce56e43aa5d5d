import Diagnostics
import Markdown
import Testing

@Suite("Positions of code spans, links and comments")
struct InlineTests {
  /// All texts with inlines for which libcmark gives wrong places, and some for which they are
  /// right.
  static let texts = [
    "foo\n   bar `x\ny` <!-- z --> `q`\n",
    "> foo\nbar `x` <!-- z -->\n",
    "- foo\nbar `x` <!-- z --> <http://a.b>\n",
    "> - foo\n>      bar `x`\n> lazy `y`\n",
    "[a]: /u\n[b]: <v w> 'two\nlines'\ntext `x` <!-- z -->\nand `y`\n",
    "[a]: /u\nFoo `x`\n===\n",
    "a [x](\n/url \"t\nu\") <!-- c --> `k`\nq `k`\n",
    "a [x\ny](/url) <!-- c --> `k`\nq `k` <!-- m\nn --> `k`\n",
    "a\\\nb `c`  \nd `e` &amp; `f` \\* `g`\n",
    "[a][\nb] `x`\nc `y`\n\n[b]: /u\n",
    "![i\nm](/u) `x`\n",
    "> a <http://x.y> `c` [z](q)\n",
    "\\``a` b ``c ` d`` `` ` ``\n",
    "-\tfoo `x`\n\tb `x`\n",
    "**a\nb `x`** `y` *`z`*\n",
    "é `ü` <!-- é --> [ß](ö)\n",
    "# Foo `x` <!-- c --> [a](b) #\n",
    "1. > #   h `x`\n",
    "a <b\nc> `x`\n  \t`y` <i>`z`</i>\n",
    "| a | `b` |\n|---|---|\n| <!-- c --> | [d](e) |\n",
    "[x\\\ny](/url) `k` <!-- k -->\n`l`\n",
    "a ![x [y](\n/z) `c`\n](/w) `d`\n`e`\n",
  ]

  @Test(arguments: texts)
  func `cutting a reported range out of the file gives the piece itself`(text: String) {
    let text = page(text)
    var count = 0
    for span in text.codeSpans {
      let raw = text.cut(span.range)
      #expect(raw.hasPrefix("`") && raw.hasSuffix("`"))
      #expect(Self.code(text.cut(span.contentRange)) == span.text)
      count += 1
    }
    for comment in text.comments {
      let raw = text.cut(comment.range)
      #expect(raw.hasPrefix("<!--") && raw.hasSuffix("-->"))
      count += 1
    }
    for link in text.links {
      let raw = text.cut(link.range)
      #expect(raw.hasPrefix(link.isImage ? "![" : "[") || raw.hasPrefix("<"))
      #expect(raw.hasSuffix(")") || raw.hasSuffix("]") || raw.hasSuffix(">"))
      if let place = link.destinationRange { #expect(text.cut(place) == link.destination) }
      count += 1
    }
    #expect(count > 0)
  }

  /// The code span of CommonMark for the text between backticks (one source line without prefix).
  private static func code(_ raw: String) -> String {
    let lines = raw.split(separator: "\n").map { line in
      String(line.drop { " \t>".contains($0) && line != raw[...] })
    }
    let text = lines.joined(separator: " ")
    let isPadded = text.hasPrefix(" ") && text.hasSuffix(" ") && text.contains { $0 != " " }
    return isPadded ? String(text.dropFirst().dropLast()) : text
  }

  @Test func `a link has its destination, text and title`() throws {
    let text = page(
      "see [the `page`](docs/a.md#b \"T\") and ![pic](x.png), <https://a.b>\n[r][]\n\n[r]: /z\n")
    #expect(text.links.map(\.destination) == ["docs/a.md#b", "x.png", "https://a.b", "/z"])
    #expect(text.links.map(\.text) == ["the page", "pic", "https://a.b", "r"])
    #expect(text.links.map(\.isImage) == [false, true, false, false])
    #expect(text.links[0].title == "T")
    #expect(text.links[3].destinationRange == nil)
    #expect(text.links.map(\.range.text) == ["1:5-1:34", "1:39-1:52", "1:54-1:67", "2:1-2:6"])
  }

  @Test func `comments are found in the tree only: not in fences, code spans or scripts`() {
    let text = page(
      """
      ```
      <!-- a -->
      ```
      `<!-- b -->` \\<!-- c -->

          <!-- d -->

      <script>
      <!-- e -->
      </script>

      <details>
      <!-- f --> <!-- g -->
      </details>
      """)
    #expect(text.comments.map(\.text) == [" f ", " g "])
  }
}
