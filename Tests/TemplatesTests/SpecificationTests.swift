import Templates
import Testing

/// A rule of the Mustache specification: template, data, partials and what comes out.
struct Rule: CustomTestStringConvertible, Sendable {
  let name: String
  let template: String
  var data: TemplateValue = [:]
  var partials: [String: String] = [:]
  let result: String

  init(
    _ name: String, _ template: String, _ data: TemplateValue = [:],
    partials: [String: String] = [:], is result: String
  ) {
    self.name = name
    self.template = template
    self.data = data
    self.partials = partials
    self.result = result
  }

  var testDescription: String { name }
}

@Suite("The Mustache specification")
struct SpecificationTests {
  static let comments = [
    Rule("a comment shows nothing", "ab{{! note }}cd", is: "abcd"),
    Rule("a comment may span lines", "ab{{!\n one\n two }}cd\n", is: "abcd\n"),
    Rule("alone on its line it takes the line", "a\n{{! x }}\nb\n", is: "a\nb\n"),
    Rule("indented alone", "a\n  {{! x }}  \nb\n", is: "a\nb\n"),
    Rule("alone with CRLF", "a\r\n{{! x }}\r\nb", is: "a\r\nb"),
    Rule("alone on the first line", "  {{! x }}\nb", is: "b"),
    Rule("alone on the last line", "b\n  {{! x }}", is: "b\n"),
    Rule("several lines alone", "a\n {{!\n x\n }}\nb\n", is: "a\nb\n"),
    Rule("not alone: the line stays", "  1 {{! x }}\n", is: "  1 \n"),
    Rule("white space around is kept", "1 {{! x }} 2", is: "1  2"),
    Rule("a comment that looks like a name", "({{!name}})", ["name": "n"], is: "()"),
    Rule("empty", "a{{!}}b", is: "ab"),
  ]

  static let delimiters = [
    Rule("a pair", "{{=<% %>=}}(<%n%>)", ["n": "x"], is: "(x)"),
    Rule("marks of expressions", "({{=[ ]=}}[n])", ["n": "x"], is: "(x)"),
    Rule("single marks", "{{=| |=}}|n|", ["n": "x"], is: "x"),
    Rule(
      "within sections", "{{#s}}{{n}}{{=| |=}}|n||/s||#s||n||/s|", ["s": true, "n": "x"], is: "xxx"),
    Rule("inverted", "{{=| |=}}|^s|y|/s|", ["s": false], is: "y"),
    Rule(
      "partials do not inherit them", "{{=| |=}}|>p|{{n}}", ["n": "x"],
      partials: ["p": "<{{n}}|n|>"], is: "<x|n|>{{n}}"),
    Rule(
      "partials do not leak them", "{{>p}}{{n}}|n|", ["n": "x"],
      partials: ["p": "{{=| |=}}|n|"], is: "xx|n|"),
    Rule("white space around is kept", "| {{=@ @=}} |", is: "|  |"),
    Rule("alone on its line", "a\n{{=@ @=}}\nb", is: "a\nb"),
    Rule("indented alone", "a\n  {{=@ @=}}\r\nb", is: "a\nb"),
    Rule("alone on the last line", "a\n  {{=@ @=}}", is: "a\n"),
    Rule("white space within", "({{=   @\n @   =}})", is: "()"),
    Rule("raw names", "{{=<% %>=}}<%{n}%><%&n%>", ["n": "<"], is: "<<"),
    Rule("back again", "{{=<% %>=}}<%={{ }}=%>{{n}}", ["n": "x"], is: "x"),
  ]

  static let interpolation = [
    Rule("plain text stays", "a } b { c }} d\n", is: "a } b { c }} d\n"),
    Rule("a name is shown", "Hello {{who}}!", ["who": "you"], is: "Hello you!"),
    Rule("it is not read again", "{{a}}: {{b}}", ["a": "{{b}}", "b": "x"], is: "{{b}}: x"),
    Rule("escaped", "{{c}}", ["c": "& \" < >"], is: "&amp; &quot; &lt; &gt;"),
    Rule("three braces: raw", "{{{c}}}", ["c": "& \" < >"], is: "& \" < >"),
    Rule("ampersand: raw", "{{&c}}", ["c": "& \" < >"], is: "& \" < >"),
    Rule("an integer", "{{n}} {{{n}}} {{&n}}", ["n": 85], is: "85 85 85"),
    Rule("a decimal", "{{n}}", ["n": 1.21], is: "1.21"),
    Rule("a whole decimal", "{{n}}", ["n": 2.0], is: "2"),
    Rule("null", "({{n}}{{{n}}}{{&n}})", ["n": .null], is: "()"),
    Rule("nothing known", "({{n}}{{{n}}}{{&n}})", is: "()"),
    Rule("dotted", "{{a.b.c}} {{#a}}{{b.c}}{{/a}}", ["a": ["b": ["c": "x"]]], is: "x x"),
    Rule("dotted, broken", "({{a.b.c}})", ["a": [:]], is: "()"),
    Rule("dotted, broken by another", "({{a.b.c}})", ["a": ["b": [:]], "c": ["n": "x"]], is: "()"),
    Rule(
      "only the first part climbs", "({{#a}}{{b.c}}{{/a}})",
      ["a": ["b": [:]], "b": ["c": "ERROR"]], is: "()"),
    Rule(
      "the first part is found outside", "{{#a}}{{b.c}}{{/a}}", ["a": ["x": 1], "b": ["c": "y"]],
      is: "y"),
    Rule("the value at hand", "{{.}}", .string("x"), is: "x"),
    Rule("the value at hand, raw", "{{{.}}}{{&.}}", .string("<"), is: "<<"),
    Rule(
      "white space around is kept", "| {{n}} | {{{n}}} | {{&n}} |", ["n": "x"], is: "| x | x | x |"),
    Rule("alone on its line the line stays", "  {{n}}\n", ["n": "x"], is: "  x\n"),
    Rule("alone and raw", "  {{{n}}}\n  {{&n}}\n", ["n": "x"], is: "  x\n  x\n"),
    Rule("white space within", "|{{  n  }}|{{{ n }}}|{{& n }}|", ["n": "x"], is: "|x|x|x|"),
  ]

  static let sections = [
    Rule("true", "{{#b}}x{{/b}}", ["b": true], is: "x"),
    Rule("false", "({{#b}}x{{/b}})", ["b": false], is: "()"),
    Rule("null", "({{#b}}x{{/b}})", ["b": .null], is: "()"),
    Rule("unknown", "({{#b}}x{{/b}})", is: "()"),
    Rule("zero is something", "{{#n}}{{.}}{{/n}}", ["n": 0], is: "0"),
    Rule("a dictionary is entered", "{{#c}}Hi {{n}}.{{/c}}", ["c": ["n": "Joe"]], is: "Hi Joe."),
    Rule(
      "names are found outwards", "{{#s}}{{a}}{{b}}{{c.d}}{{/s}}",
      ["a": "1", "b": "2", "s": ["b": "3"], "c": ["d": "4"]], is: "134"),
    Rule(
      "deep", "{{#a}}{{one}}{{#b}}{{one}}{{two}}{{#c.d}}{{one}}{{two}}{{five}}{{/c.d}}{{/b}}{{/a}}",
      ["a": ["one": 1], "b": ["two": 2], "c": ["d": ["five": 5]]], is: "112125"),
    Rule(
      "a list is gone through", "{{#l}}{{i}}{{/l}}", ["l": [["i": 1], ["i": 2], ["i": 3]]],
      is: "123"),
    Rule("an empty list", "({{#l}}x{{/l}})", ["l": []], is: "()"),
    Rule("one name twice", "{{#b}}1{{/b}} 2 {{#b}}3{{/b}}", ["b": true], is: "1 2 3"),
    Rule("one in the other", "{{#b}}A{{#b}}B{{/b}}C{{/b}}", ["b": true], is: "ABC"),
    Rule("one in the other, false", "|A{{#b}}B{{#b}}C{{/b}}D{{/b}}E|", ["b": false], is: "|AE|"),
    Rule("values at hand", "{{#l}}({{.}}){{/l}}", ["l": ["a", 2, 3.5]], is: "(a)(2)(3.5)"),
    Rule(
      "lists in lists", "{{#l}}({{#.}}{{.}}{{/.}}){{/l}}", ["l": [[1, 2], ["a"]]], is: "(12)(a)"),
    Rule("values at hand, raw", "{{#l}}{{{.}}}{{&.}}{{.}}{{/l}}", ["l": ["<"]], is: "<<&lt;"),
    Rule("a root that is a list", "{{#.}}{{v}}{{/.}}", [["v": "a"], ["v": "b"]], is: "ab"),
    Rule("dotted", "{{#a.b}}x{{/a.b}}", ["a": ["b": true]], is: "x"),
    Rule("dotted and false", "({{#a.b}}x{{/a.b}})", ["a": ["b": false]], is: "()"),
    Rule("dotted and broken", "({{#a.b.c}}x{{/a.b.c}})", ["a": [:]], is: "()"),
    Rule(
      "white space around is kept", " | {{#b}}\t|\t{{/b}} | \n", ["b": true], is: " | \t|\t | \n"),
    Rule("lines within", " | {{#b}} {{! x }}\n {{/b}} | \n", ["b": true], is: " |  \n  | \n"),
    Rule("inline and indented", " {{#b}}Y{{/b}}\n {{#b}}G{{/b}}\n", ["b": true], is: " Y\n G\n"),
    Rule("alone on their lines", "|\n{{#b}}\n|\n{{/b}}\n|\n", ["b": true], is: "|\n|\n|\n"),
    Rule("indented alone", "|\n  {{#b}}\n|\n  {{/b}}\n|\n", ["b": true], is: "|\n|\n|\n"),
    Rule("alone with CRLF", "|\r\n{{#b}}\r\n{{/b}}\r\n|", ["b": true], is: "|\r\n|"),
    Rule("alone on the first line", "  {{#b}}\n#{{/b}}\n/", ["b": true], is: "#\n/"),
    Rule("alone on the last line", "#{{#b}}\n/\n  {{/b}}", ["b": true], is: "#\n/\n"),
    Rule("white space within", "|{{# b }}={{/ b }}|", ["b": true], is: "|=|"),
    Rule("two tags on a line are not alone", "{{#b}}{{/b}}\nx", ["b": true], is: "\nx"),
  ]

  static let inverted = [
    Rule("false", "{{^b}}x{{/b}}", ["b": false], is: "x"),
    Rule("true", "({{^b}}x{{/b}})", ["b": true], is: "()"),
    Rule("null and unknown", "{{^b}}x{{/b}}{{^c}}y{{/c}}", ["b": .null], is: "xy"),
    Rule("a dictionary", "({{^c}}x{{/c}})", ["c": ["n": 1]], is: "()"),
    Rule("a list", "({{^l}}x{{/l}})", ["l": [1]], is: "()"),
    Rule("an empty list", "{{^l}}x{{/l}}", ["l": []], is: "x"),
    Rule("twice", "{{^b}}1{{/b}} 2 {{^b}}3{{/b}}", ["b": false], is: "1 2 3"),
    Rule("one in the other", "A{{^b}}B{{^b}}C{{/b}}D{{/b}}E", ["b": false], is: "ABCDE"),
    Rule("dotted", "({{^a.b}}x{{/a.b}})", ["a": ["b": true]], is: "()"),
    Rule(
      "dotted, false and broken", "{{^a.b}}x{{/a.b}}{{^a.c.d}}y{{/a.c.d}}", ["a": ["b": false]],
      is: "xy"),
    Rule("alone on their lines", "|\n {{^b}}\n|\n\t{{/b}}\n|", ["b": false], is: "|\n|\n|"),
    Rule("alone with CRLF", "|\r\n{{^b}}\r\n{{/b}}\r\n|", ["b": false], is: "|\r\n|"),
    Rule("white space", " | {{^ b }} {{/ b }} | ", ["b": false], is: " |   | "),
  ]

  static let partials = [
    Rule("it is put in", "\"{{>p}}\"", partials: ["p": "from p"], is: "\"from p\""),
    Rule("an unknown one is nothing", "\"{{>p}}\"", is: "\"\""),
    Rule(
      "it sees the data", "{{#s}}{{>p}}{{/s}}", ["s": ["n": "x"]], partials: ["p": "*{{n}}*"],
      is: "*x*"),
    Rule(
      "it may include itself", "{{>node}}",
      ["c": "X", "n": [["c": "Y", "n": []]]],
      partials: ["node": "{{c}}<{{#n}}{{>node}}{{/n}}>"], is: "X<Y<>>"),
    Rule(
      "one in the other", "{{>o}}", ["a": "x"], partials: ["o": "*{{>i}}*", "i": "{{a}}!"],
      is: "*x!*"),
    Rule("white space around is kept", "| {{>p}} |", partials: ["p": "\t|\t"], is: "| \t|\t |"),
    Rule(
      "inline it is not indented", "  {{d}}  {{> p}}\n", ["d": "|"], partials: ["p": ">\n>"],
      is: "  |  >\n>\n"),
    Rule("alone with CRLF", "|\r\n{{>p}}\r\n|", partials: ["p": ">"], is: "|\r\n>|"),
    Rule("alone on the first line", "  {{>p}}\n>", partials: ["p": ">\n>"], is: "  >\n  >>"),
    Rule("alone on the last line", ">\n  {{>p}}", partials: ["p": ">\n>"], is: ">\n  >\n  >"),
    Rule(
      "each line is indented, what is filled in is not", "\\\n {{>p}}\n/\n", ["c": "<\n->"],
      partials: ["p": "|\n{{{c}}}\n|\n"], is: "\\\n |\n <\n->\n |\n/\n"),
    Rule(
      "indentation adds up", " {{>a}}\n", ["b": true],
      partials: ["a": "a\n  {{>b}}\n", "b": "{{#b}}\nb\n\nc\n{{/b}}\n"], is: " a\n   b\n\n   c\n"),
    Rule("white space within", "|{{> p }}|", partials: ["p": "[]"], is: "|[]|"),
  ]

  @Test("comments", arguments: comments) func comment(rule: Rule) throws { try check(rule) }
  @Test("delimiters", arguments: delimiters) func delimiter(rule: Rule) throws { try check(rule) }
  @Test("interpolation", arguments: interpolation) func value(rule: Rule) throws { try check(rule) }
  @Test("sections", arguments: sections) func section(rule: Rule) throws { try check(rule) }
  @Test("inverted sections", arguments: inverted) func negated(rule: Rule) throws {
    try check(rule)
  }
  @Test("partials", arguments: partials) func partial(rule: Rule) throws { try check(rule) }

  private func check(_ rule: Rule) throws {
    let result = try fill(rule.template, rule.data, partials: rule.partials)
    #expect(result == rule.result, "\(rule.name)")
  }
}
