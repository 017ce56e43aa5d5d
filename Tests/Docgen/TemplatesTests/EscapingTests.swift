import Templates
import Testing

@Suite("Escaping")
struct EscapingTests {
  static let cells: [(TemplateValue, String)] = [
    (.string("a|b"), "a\\|b"),
    (
      .string("*a* _b_ snake_case `c` <Int> [x] a\\b"),
      "\\*a\\* \\_b\\_ snake_case \\`c\\` \\<Int> \\[x] a\\\\b"
    ),
    (.string("a & b &amp; ~~c~~ ~d"), "a & b \\&amp; \\~\\~c\\~\\~ ~d"),
    (.string("one\ntwo\r\n\r\nthree\n"), "one two<br>three"),
    (.markdown("*a* `x|y`\n\n- b"), "*a* `x\\|y`<br>- b"),
    (.code("a|b"), "`a\\|b`"),
    (.code("func a(\n  b: Int)"), "`func a( b: Int)`"),
    (.code("`default`"), "`` `default` ``"),
    (.code("a``b"), "```a``b```"),
    (.code(""), ""),
    (.integer(3), "3"),
    (.list(["a|", .code("b")]), "a\\|, `b`"),
    (.string("- a # b 1. c"), "- a # b 1. c"),
  ]

  @Test(arguments: cells)
  func `a value stays one cell of a GitHub table and is shown unchanged`(
    value: TemplateValue, result: String
  ) throws {
    #expect(try fill("| {{v}} |", ["v": value], escaping: .tableCell) == "| \(result) |")
  }

  @Test func `three braces show a value raw, whatever its kind`() throws {
    let data: TemplateValue = ["a": "x|*y*", "b": .code("p|q"), "c": .markdown("*m*|")]
    #expect(try fill("{{{a}}} {{{b}}} {{&c}}", data, escaping: .tableCell) == "x|*y* p|q *m*|")
  }

  @Test func `running text keeps its lines and pipes`() throws {
    let data: TemplateValue = ["a": "x|*y*\nz", "b": .code("p|q"), "c": .markdown("*m*")]
    #expect(
      try fill("{{a}} {{b}} {{c}}", data, escaping: .text) == "x|\\*y\\*\nz `p|q` *m*")
    let starts: TemplateValue = ["a": "# a\n- b\n12. c\n1.5 - d\n> e"]
    #expect(
      try fill("{{a}}", starts, escaping: .text) == "\\# a\n\\- b\n12\\. c\n1.5 - d\n\\> e")
    #expect(try fill("{{a}}", data, escaping: .none) == "x|*y*\nz")
  }

  @Test func `a list knows the first, the last and the number of its items`() throws {
    let data: TemplateValue = ["l": ["a", "b", "c"]]
    #expect(
      try fill("{{#l}}{{-index}}{{.}}{{^-last}}, {{/-last}}{{/l}}", data) == "1a, 2b, 3c")
    #expect(try fill("{{#l}}{{#-first}}<{{/-first}}{{.}}{{/l}}", data) == "<abc")
  }
}
