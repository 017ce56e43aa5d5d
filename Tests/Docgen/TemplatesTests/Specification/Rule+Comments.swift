import Templates

extension Rule {
  static let comments = [
    Rule("Inline", "ab{{! note }}cd", is: "abcd"),
    Rule("Multiline", "ab{{!\n one\n two }}cd\n", is: "abcd\n"),
    Rule("Standalone", "a\n{{! x }}\nb\n", is: "a\nb\n"),
    Rule("Indented Standalone", "a\n  {{! x }}  \nb\n", is: "a\nb\n"),
    Rule("Standalone Line Endings", "a\r\n{{! x }}\r\nb", is: "a\r\nb"),
    Rule("Standalone Without Previous Line", "  {{! x }}\nb", is: "b"),
    Rule("Standalone Without Newline", "b\n  {{! x }}", is: "b\n"),
    Rule("Multiline Standalone", "a\n{{!\nx\n}}\nb\n", is: "a\nb\n"),
    Rule("Indented Multiline Standalone", "a\n {{!\n x\n }}\nb\n", is: "a\nb\n"),
    Rule("Indented Inline", "  1 {{! x }}\n", is: "  1 \n"),
    Rule("Surrounding Whitespace", "1 {{! x }} 2", is: "1  2"),
    Rule(
      "Variable Name Collision", "({{! name }})",
      ["! name": "1", "!name": "2", "name": "3", "!": "4"], is: "()"),
  ]

  static let delimiters = [
    Rule("Pair Behavior", "{{=<% %>=}}(<%n%>)", ["n": "x"], is: "(x)"),
    Rule("Special Characters", "({{=[ ]=}}[n])", ["n": "x"], is: "(x)"),
    Rule(
      "Sections",
      "[\n{{#s}}\n  {{n}}\n  |n|\n{{/s}}\n\n{{= | | =}}\n|#s|\n  {{n}}\n  |n|\n|/s|\n]\n",
      ["s": true, "n": "x"], is: "[\n  x\n  |n|\n\n  {{n}}\n  x\n]\n"),
    Rule(
      "Inverted Sections",
      "[\n{{^s}}\n  {{n}}\n  |n|\n{{/s}}\n\n{{= | | =}}\n|^s|\n  {{n}}\n  |n|\n|/s|\n]\n",
      ["s": false, "n": "x"], is: "[\n  x\n  |n|\n\n  {{n}}\n  x\n]\n"),
    Rule(
      "Partial Inheritence", "[ {{>p}} ]\n{{= | | =}}\n[ |>p| ]\n", ["n": "x"],
      partials: ["p": ".{{n}}."], is: "[ .x. ]\n[ .x. ]\n"),
    Rule(
      "Post-Partial Behavior", "[ {{>p}} ]\n[ .{{n}}.  .|n|. ]\n", ["n": "x"],
      partials: ["p": ".{{n}}. {{= | | =}} .|n|."], is: "[ .x.  .x. ]\n[ .x.  .|n|. ]\n"),
    Rule("Surrounding Whitespace", "| {{=@ @=}} |", is: "|  |"),
    Rule("Outlying Whitespace (Inline)", " | {{=@ @=}}\n", is: " | \n"),
    Rule("Standalone Tag", "a\n{{=@ @=}}\nb\n", is: "a\nb\n"),
    Rule("Indented Standalone Tag", "a\n  {{=@ @=}}\nb\n", is: "a\nb\n"),
    Rule("Standalone Line Endings", "|\r\n{{= @ @ =}}\r\n|", is: "|\r\n|"),
    Rule("Standalone Without Previous Line", "  {{=@ @=}}\n=", is: "="),
    Rule("Standalone Without Newline", "=\n  {{=@ @=}}", is: "=\n"),
    Rule("Pair with Padding", "|{{= @   @ =}}|", is: "||"),
  ]

  static let partials = [
    Rule("Basic Behavior", "\"{{>p}}\"", partials: ["p": "from p"], is: "\"from p\""),
    Rule("Failed Lookup", "\"{{>p}}\"", is: "\"\""),
    Rule("Context", "\"{{>p}}\"", ["n": "x"], partials: ["p": "*{{n}}*"], is: "\"*x*\""),
    Rule(
      "Recursion", "{{>node}}", ["c": "X", "n": [["c": "Y", "n": []]]],
      partials: ["node": "{{c}}<{{#n}}{{>node}}{{/n}}>"], is: "X<Y<>>"),
    Rule(
      "Nested", "{{>o}}", ["a": "hello", "b": "world"],
      partials: ["o": "*{{a}} {{>i}}*", "i": "{{b}}!"], is: "*hello world!*"),
    Rule(
      "Surrounding Whitespace", "| {{>p}} |", partials: ["p": "\t|\t"], is: "| \t|\t |"),
    Rule(
      "Inline Indentation", "  {{d}}  {{> p}}\n", ["d": "|"], partials: ["p": ">\n>"],
      is: "  |  >\n>\n"),
    Rule("Standalone Line Endings", "|\r\n{{>p}}\r\n|", partials: ["p": ">"], is: "|\r\n>|"),
    Rule(
      "Standalone Without Previous Line", "  {{>p}}\n>", partials: ["p": ">\n>"],
      is: "  >\n  >>"),
    Rule(
      "Standalone Without Newline", ">\n  {{>p}}", partials: ["p": ">\n>"], is: ">\n  >\n  >"),
    Rule(
      "Standalone Indentation", "\\\n {{>p}}\n/\n", ["c": "<\n->"],
      partials: ["p": "|\n{{{c}}}\n|\n"], is: "\\\n |\n <\n->\n |\n/\n"),
    Rule("Padding Whitespace", "|{{> p }}|", ["n": true], partials: ["p": "[]"], is: "|[]|"),
  ]
}
