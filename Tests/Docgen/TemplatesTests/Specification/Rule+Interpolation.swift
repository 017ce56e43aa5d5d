import Templates

extension Rule {
  private static let ways = [
    ("Basic", "{{", "}}"), ("Triple Mustache", "{{{", "}}}"), ("Ampersand", "{{&", "}}"),
  ]

  /// The specification's cases for each of the three ways to write a value.
  private static func each(
    _ name: (String) -> String, _ template: (String, String) -> String, _ data: TemplateValue,
    is result: String
  ) -> [Rule] {
    ways.map { way, open, close in
      Rule(name(way), template(open, close), data, is: result)
    }
  }

  static let interpolation =
    [
      Rule("No Interpolation", "a } b { c }} {d}\n", is: "a } b { c }} {d}\n"),
      Rule("Basic Interpolation", "Hello, {{who}}!\n", ["who": "you"], is: "Hello, you!\n"),
      Rule(
        "No Re-interpolation", "{{template}}: {{n}}", ["template": "{{n}}", "n": "x"],
        is: "{{n}}: x"),
      Rule("HTML Escaping", "{{c}}", ["c": "& \" < >"], is: "&amp; &quot; &lt; &gt;"),
      Rule("Triple Mustache", "{{{c}}}", ["c": "& \" < >"], is: "& \" < >"),
      Rule("Ampersand", "{{&c}}", ["c": "& \" < >"], is: "& \" < >"),
    ]
    + each({ "\($0) Integer Interpolation" }, { "\"\($0)n\($1)!\"" }, ["n": 85], is: "\"85!\"")
    + each({ "\($0) Decimal Interpolation" }, { "\"\($0)n\($1)!\"" }, ["n": 1.210], is: "\"1.21!\"")
    + each({ "\($0) Null Interpolation" }, { "I (\($0)n\($1))" }, ["n": .null], is: "I ()")
    + each({ "\($0) Context Miss Interpolation" }, { "I (\($0)n\($1))" }, [:], is: "I ()")
    + each(
      { "Dotted Names - \($0) Interpolation" },
      { "\($0)a.n\($1) = {{#a}}\($0)n\($1){{/a}}" }, ["a": ["n": "x"]], is: "x = x")
    + dotted + iterators + whiteSpace

  private static let deep: TemplateValue = ["b": ["c": ["d": ["e": ["n": "deep"]]]]]

  private static let dotted = [
    Rule("Dotted Names - Arbitrary Depth", "{{a.b.c.d.e.n}}", ["a": deep], is: "deep"),
    Rule("Dotted Names - Broken Chains", "({{a.b.c}})", ["a": [:]], is: "()"),
    Rule(
      "Dotted Names - Broken Chain Resolution", "({{a.b.c.n}})",
      ["a": ["b": [:]], "c": ["n": "x"]], is: "()"),
    Rule(
      "Dotted Names - Initial Resolution", "{{#a}}{{b.c.d.e.n}}{{/a}}",
      ["a": deep, "b": ["c": ["d": ["e": ["n": "wrong"]]]]], is: "deep"),
    Rule(
      "Dotted Names - Context Precedence", "({{#a}}{{b.c}}{{/a}})",
      ["a": ["b": [:]], "b": ["c": "ERROR"]], is: "()"),
    Rule(
      "Dotted Names are never single keys", "({{a.b}})", ["a.b": "c"], is: "()"),
    Rule("Dotted Names - No Masking", "{{a.b}}", ["a.b": "c", "a": ["b": "d"]], is: "d"),
  ]

  private static let iterators = [
    Rule(
      "Implicit Iterators - Basic Interpolation", "Hello, {{.}}!", .string("x"), is: "Hello, x!"),
    Rule(
      "Implicit Iterators - HTML Escaping", "{{.}}", .string("& \" < >"),
      is: "&amp; &quot; &lt; &gt;"),
    Rule("Implicit Iterators - Triple Mustache", "{{{.}}}", .string("& \" < >"), is: "& \" < >"),
    Rule("Implicit Iterators - Ampersand", "{{&.}}", .string("& \" < >"), is: "& \" < >"),
    Rule("Implicit Iterators - Basic Integer Interpolation", "\"{{.}}!\"", 85, is: "\"85!\""),
  ]

  private static func named(_ way: String) -> String { way == "Basic" ? "Interpolation" : way }

  private static let whiteSpace =
    each(
      { "\(named($0)) - Surrounding Whitespace" }, { "| \($0)n\($1) |" }, ["n": "---"],
      is: "| --- |")
    + each({ "\(named($0)) - Standalone" }, { "  \($0)n\($1)\n" }, ["n": "---"], is: "  ---\n")
    + each({ "\(named($0)) With Padding" }, { "|\($0) n \($1)|" }, ["n": "---"], is: "|---|")
}
