import Templates

extension Rule {
  static let sections = [
    Rule("Truthy", "\"{{#b}}x{{/b}}\"", ["b": true], is: "\"x\""),
    Rule("Falsey", "\"{{#b}}x{{/b}}\"", ["b": false], is: "\"\""),
    Rule("Null is falsey", "\"{{#b}}x{{/b}}\"", ["b": .null], is: "\"\""),
    Rule("Context", "{{#c}}Hi {{n}}.{{/c}}", ["c": ["n": "Joe"]], is: "Hi Joe."),
    Rule(
      "Parent contexts", "{{#s}}{{a}}, {{b}}, {{c.d}}{{/s}}",
      ["a": "1", "b": "wrong", "s": ["b": "2"], "c": ["d": "3"]], is: "1, 2, 3"),
    Rule("Variable test", "{{#n}}{{.}} is {{n}}{{/n}}", ["n": "bar"], is: "bar is bar"),
    Rule(
      "List Contexts",
      "{{#tops}}{{#middles}}{{t.l}}{{m}}.{{#bottoms}}{{t.u}}{{m}}{{o}}.{{/bottoms}}{{/middles}}{{/tops}}",
      [
        "tops": [
          [
            "t": ["u": "A", "l": "a"],
            "middles": [["m": "1", "bottoms": [["o": "x"], ["o": "y"]]]],
          ]
        ]
      ], is: "a1.A1x.A1y."),
    Rule(
      "Deeply Nested Contexts",
      """
      {{#a}}
      {{one}}
      {{#b}}
      {{one}}{{two}}{{one}}
      {{#c}}
      {{one}}{{two}}{{three}}{{two}}{{one}}
      {{#d}}
      {{three}}{{four}}{{three}}
      {{#five}}
      {{four}}{{five}}{{four}}
      {{one}}{{two}}{{three}}{{four}}{{.}}6{{.}}{{four}}{{three}}{{two}}{{one}}
      {{/five}}
      {{two}}{{four}}{{two}}
      {{/d}}
      {{/c}}
      {{/b}}
      {{one}}
      {{/a}}

      """,
      [
        "a": ["one": 1], "b": ["two": 2],
        "c": ["three": 3, "d": ["four": 4, "five": 5]],
      ],
      is: "1\n121\n12321\n343\n454\n12345654321\n242\n1\n"),
    Rule(
      "List", "{{#l}}{{i}}{{/l}}", ["l": [["i": 1], ["i": 2], ["i": 3]]], is: "123"),
    Rule("Empty List", "({{#l}}x{{/l}})", ["l": []], is: "()"),
    Rule(
      "Doubled", "{{#b}}\n* 1\n{{/b}}\n* {{n}}\n{{#b}}\n* 3\n{{/b}}\n", ["b": true, "n": "2"],
      is: "* 1\n* 2\n* 3\n"),
    Rule("Nested (Truthy)", "|A {{#b}}B {{#b}}C{{/b}} D{{/b}} E|", ["b": true], is: "|A B C D E|"),
    Rule("Nested (Falsey)", "|A {{#b}}B {{#b}}C{{/b}} D{{/b}} E|", ["b": false], is: "|A  E|"),
    Rule("Context Misses", "({{#b}}x{{/b}})", is: "()"),
    Rule(
      "Implicit Iterator - String", "{{#l}}({{.}}){{/l}}", ["l": ["a", "b", "c"]], is: "(a)(b)(c)"),
    Rule("Implicit Iterator - Integer", "{{#l}}({{.}}){{/l}}", ["l": [1, 2, 3]], is: "(1)(2)(3)"),
    Rule(
      "Implicit Iterator - Decimal", "{{#l}}({{.}}){{/l}}", ["l": [1.10, 2.20]], is: "(1.1)(2.2)"),
    Rule(
      "Implicit Iterator - Array", "{{#l}}({{#.}}{{.}}{{/.}}){{/l}}",
      ["l": [[1, 2], ["a", "b"]]],
      is: "(12)(ab)"),
    Rule(
      "Implicit Iterator - HTML Escaping", "{{#l}}({{.}}){{/l}}", ["l": ["&", "\"", "<", ">"]],
      is: "(&amp;)(&quot;)(&lt;)(&gt;)"),
    Rule(
      "Implicit Iterator - Triple mustache", "{{#l}}({{{.}}}){{/l}}",
      ["l": ["&", "\"", "<", ">"]], is: "(&)(\")(<)(>)"),
    Rule(
      "Implicit Iterator - Ampersand", "{{#l}}({{&.}}){{/l}}", ["l": ["&", "\"", "<", ">"]],
      is: "(&)(\")(<)(>)"),
    Rule(
      "Implicit Iterator - Root-level", "{{#.}}({{v}}){{/.}}", [["v": "a"], ["v": "b"]],
      is: "(a)(b)"
    ),
    Rule("Dotted Names - Truthy", "({{#a.b.c}}x{{/a.b.c}})", ["a": ["b": ["c": true]]], is: "(x)"),
    Rule("Dotted Names - Falsey", "({{#a.b.c}}x{{/a.b.c}})", ["a": ["b": ["c": false]]], is: "()"),
    Rule("Dotted Names - Broken Chains", "({{#a.b.c}}x{{/a.b.c}})", ["a": [:]], is: "()"),
    Rule(
      "Surrounding Whitespace", " | {{#b}}\t|\t{{/b}} | \n", ["b": true], is: " | \t|\t | \n"),
    Rule(
      "Internal Whitespace", " | {{#b}} {{! x }}\n {{/b}} | \n", ["b": true], is: " |  \n  | \n"),
    Rule(
      "Indented Inline Sections", " {{#b}}Y{{/b}}\n {{#b}}G{{/b}}\n", ["b": true], is: " Y\n G\n"),
    Rule("Standalone Lines", "|\n{{#b}}\n|\n{{/b}}\n|\n", ["b": true], is: "|\n|\n|\n"),
    Rule(
      "Indented Standalone Lines", "|\n  {{#b}}\n|\n  {{/b}}\n|\n", ["b": true], is: "|\n|\n|\n"),
    Rule("Standalone Line Endings", "|\r\n{{#b}}\r\n{{/b}}\r\n|", ["b": true], is: "|\r\n|"),
    Rule("Standalone Without Previous Line", "  {{#b}}\n#{{/b}}\n/", ["b": true], is: "#\n/"),
    Rule("Standalone Without Newline", "#{{#b}}\n/\n  {{/b}}", ["b": true], is: "#\n/\n"),
    Rule("Padding", "|{{# b }}={{/ b }}|", ["b": true], is: "|=|"),
  ]

  static let inverted = [
    Rule("Falsey", "\"{{^b}}x{{/b}}\"", ["b": false], is: "\"x\""),
    Rule("Truthy", "\"{{^b}}x{{/b}}\"", ["b": true], is: "\"\""),
    Rule("Null is falsey", "\"{{^b}}x{{/b}}\"", ["b": .null], is: "\"x\""),
    Rule("Context", "({{^c}}Hi {{n}}.{{/c}})", ["c": ["n": "Joe"]], is: "()"),
    Rule("List", "({{^l}}{{n}}{{/l}})", ["l": [["n": 1], ["n": 2]]], is: "()"),
    Rule("Empty List", "({{^l}}x{{/l}})", ["l": []], is: "(x)"),
    Rule(
      "Doubled", "{{^b}}\n* 1\n{{/b}}\n* {{n}}\n{{^b}}\n* 3\n{{/b}}\n", ["b": false, "n": "2"],
      is: "* 1\n* 2\n* 3\n"),
    Rule("Nested (Falsey)", "|A {{^b}}B {{^b}}C{{/b}} D{{/b}} E|", ["b": false], is: "|A B C D E|"),
    Rule("Nested (Truthy)", "|A {{^b}}B {{^b}}C{{/b}} D{{/b}} E|", ["b": true], is: "|A  E|"),
    Rule("Context Misses", "({{^b}}x{{/b}})", is: "(x)"),
    Rule("Dotted Names - Truthy", "({{^a.b.c}}x{{/a.b.c}})", ["a": ["b": ["c": true]]], is: "()"),
    Rule("Dotted Names - Falsey", "({{^a.b.c}}x{{/a.b.c}})", ["a": ["b": ["c": false]]], is: "(x)"),
    Rule("Dotted Names - Broken Chains", "({{^a.b.c}}x{{/a.b.c}})", ["a": [:]], is: "(x)"),
    Rule(
      "Surrounding Whitespace", " | {{^b}}\t|\t{{/b}} | \n", ["b": false], is: " | \t|\t | \n"),
    Rule(
      "Internal Whitespace", " | {{^b}} {{! x }}\n {{/b}} | \n", ["b": false], is: " |  \n  | \n"),
    Rule(
      "Indented Inline Sections", " {{^b}}N{{/b}}\n {{^b}}W{{/b}}\n", ["b": false], is: " N\n W\n"),
    Rule("Standalone Lines", "|\n{{^b}}\n|\n{{/b}}\n|\n", ["b": false], is: "|\n|\n|\n"),
    Rule(
      "Standalone Indented Lines", "|\n  {{^b}}\n|\n  {{/b}}\n|\n", ["b": false], is: "|\n|\n|\n"),
    Rule("Standalone Line Endings", "|\r\n{{^b}}\r\n{{/b}}\r\n|", ["b": false], is: "|\r\n|"),
    Rule("Standalone Without Previous Line", "  {{^b}}\n^{{/b}}\n/", ["b": false], is: "^\n/"),
    Rule("Standalone Without Newline", "^{{^b}}\n/\n  {{/b}}", ["b": false], is: "^\n/\n"),
    Rule("Padding", "|{{^ b }}={{/ b }}|", ["b": false], is: "|=|"),
  ]

  /// Consequences of the specification's text that it has no case for.
  static let others = [
    Rule("an empty comment", "a{{!}}b", is: "ab"),
    Rule("delimiters with raw names", "{{=<% %>=}}<%{n}%><%&n%>", ["n": "<"], is: "<<"),
    Rule("delimiters on two lines", "|{{=   @\n @   =}}|", is: "||"),
    Rule("delimiters and back again", "{{=<% %>=}}<%={{ }}=%>{{n}}", ["n": "x"], is: "x"),
    Rule("a whole decimal", "{{n}}", ["n": 2.0], is: "2"),
    Rule("zero is something", "{{#n}}{{.}}{{/n}}", ["n": 0], is: "0"),
    Rule("two tags on a line are not standalone", "{{#b}}{{/b}}\nx", ["b": true], is: "\nx"),
    Rule(
      "a tab before a standalone closing tag", "{{#b}}\n|\n\t{{/b}}\n", ["b": true],
      is: "|\n"),
    Rule(
      "indentation of partials adds up", " {{>a}}\n", ["b": true],
      partials: ["a": "a\n  {{>b}}\n", "b": "{{#b}}\nb\n\nc\n{{/b}}\n"], is: " a\n   b\n\n   c\n"),
  ]
}
