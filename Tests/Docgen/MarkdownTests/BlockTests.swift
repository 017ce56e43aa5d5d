import Diagnostics
import Markdown
import Testing

@Suite("Blocks and their positions")
struct BlockTests {
  private func ranges(_ text: String) -> [String] {
    page(text).blocks.map { "\($0.kind) \($0.range.text)" }
  }

  @Test func `an HTML comment block ends on the line of its arrow`() {
    #expect(
      ranges("<!-- a -->\n\nfoo\n<!-- b\n c --> d\n\nx\n") == [
        "html 1:1-1:11", "paragraph 3:1-3:4", "html 4:1-5:9", "paragraph 7:1-7:2",
      ])
    #expect(ranges("> <!-- a\n> b -->\n> c\n")[1] == "html 1:3-2:8")
    #expect(ranges("<!-- a -->") == ["html 1:1-1:11"])
  }

  @Test func `a setext heading ends at its underline, whatever follows`() {
    #expect(
      ranges("Foo *bar*\nbaz\n====\nafter\n") == [
        "heading(level: 1) 1:1-3:5", "paragraph 4:1-4:6",
      ])
    #expect(ranges("Foo\n  ===   \n\nz\n")[0] == "heading(level: 1) 1:1-2:9")
    #expect(ranges("- foo\n  ---\n- b")[2] == "heading(level: 2) 1:3-2:6")
  }

  @Test func `indented code ends at its last line, lists and items at their last block`() {
    #expect(ranges("    code\n\n    more\n\n\nfoo\n")[0] == "indentedCode 1:5-3:9")
    #expect(
      ranges("* a\n\n  * b\n\n\n\npara\n") == [
        "list 1:1-3:6", "item 1:1-3:6", "paragraph 1:3-1:4", "list 3:3-3:6", "item 3:3-3:6",
        "paragraph 3:5-3:6", "paragraph 7:1-7:5",
      ])
    #expect(ranges("- a\n-\n\n\np\n")[3] == "item 2:1-2:2")
  }

  @Test func `a fence that its container ends does not extend beyond it`() {
    let quoted = page("> ```\n> a\nfoo\n").fences[0]
    #expect(quoted.range.text == "1:3-2:4")
    #expect(!quoted.isClosed)
    let reopened = page("> ```\n> a\n```\nb")
    #expect(reopened.fences.map(\.isClosed) == [false, false])
    #expect(reopened.fences.map(\.range.text) == ["1:3-2:4", "3:1-4:2"])
    let open = page("```\na\n\n").fences[0]
    #expect(open.literal == "a\n\n")
    #expect(open.contentLines == 2..<4)
  }

  @Test func `a fence has its language, attributes, literal, lines, marks and indentation`() {
    let found = page("1. x\n\n     ~~~~mermaid  title=a b \n     graph\n       x\n     ~~~~~\n")
      .fences
    #expect(found.count == 1)
    let fence = found[0]
    #expect(fence.language == "mermaid")
    #expect(fence.attributes == "title=a b")
    #expect(fence.literal == "graph\n  x\n")
    #expect(fence.contentLines == 4..<6)
    #expect(fence.character == "~")
    #expect(fence.length == 4)
    #expect(fence.indentation == 2)
    #expect(fence.isClosed)
    #expect(fence.range.text == "3:6-6:11")
  }

  @Test func `a place in a fence's literal is found in the file, prefix and tabs included`() {
    let text = page("> - ```\n>   ab\n>\t  cd\n>   ```\n")
    let fence = text.fences[0]
    #expect(fence.literal == "ab\n  cd\n")
    #expect(
      fence.position(in: text.source, line: 1, column: 2) == SourcePosition(line: 2, column: 6))
    #expect(
      fence.position(in: text.source, line: 2, column: 3) == SourcePosition(line: 3, column: 5))
  }

  @Test func `the lines of a block are read without prefixes, each with its place`() throws {
    let text = page("> - | a |\n>   |---|\n> | `b` |\n")
    let block = try #require(text.blocks.first { $0.kind == .paragraph })
    let lines = text.lines(of: block)
    #expect(lines.map(\.text) == ["| a |", "|---|", "| `b` |"])
    #expect(
      lines.map { text.source.position(of: text.source.offset(of: $0.start)).column } == [5, 5, 3])
    #expect(lines[2].position(column: 4) == SourcePosition(line: 3, column: 6))
  }

  @Test func `indented code is not a fence, even if it looks like one`() {
    let text = page("    ```mermaid\n    a\n    ```\n")
    #expect(text.fences.isEmpty)
    #expect(text.blocks.map(\.kind) == [.indentedCode])
  }

  @Test func `headings have levels, plain text and GitHub's anchors`() {
    let text = page(
      "# Über `code()` & *more*\n## A b\n### A b ##\nA b\n---\n#\n## x <!-- c --> [l](u) ![i](j)\n")
    #expect(text.headings.map(\.level) == [1, 2, 3, 2, 1, 2])
    #expect(
      text.headings.map(\.text) == ["Über code() & more", "A b", "A b", "A b", "", "x  l"])
    #expect(
      text.headings.map(\.anchor) == ["über-code--more", "a-b", "a-b-1", "a-b-2", "", "x--l"])
  }

  @Test func `lines end at LF, CRLF or CR, and the file's convention is known`() {
    for (ending, kind) in [("\n", LineEnding.lf), ("\r\n", .crlf), ("\r", .cr)] {
      let text = page("\u{FEFF}# h `x`\n\n```a\nb\nc\n```\n\np <!-- q\nr --> `y`".replacing(ending))
      #expect(text.lineEnding == kind)
      #expect(text.hasByteOrderMark)
      #expect(!text.endsWithNewline)
      #expect(text.fences[0].literal == "b\nc\n")
      #expect(text.cut(text.headings[0].range) == "# h `x`")
      #expect(text.codeSpans.map { text.cut($0.range) } == ["`x`", "`y`"])
      #expect(text.comments.map(\.text) == [" q\nr "])
    }
    #expect(page("a\r\nb\r\nc\n").lineEnding == .crlf)
    #expect(page("").lineEnding == .lf)
  }
}

extension String {
  /// The text with another line ending.
  func replacing(_ ending: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: ending)
  }
}
