import Diagnostics
import Mermaid
import Testing

/// The parts of each error message: place, token, problem, expectation, fix.
@Suite struct MessageTests {
  struct Case: Sendable, CustomStringConvertible {
    var text: String
    var message: String

    var description: String { message }
  }

  static let cases = [
    Case(
      text: "stateDiagram-v2\n  A -> B",
      message: "2:5 `->` is not an arrow of state diagrams [->] expected `-->` fix -->"),
    Case(
      text: "stateDiagram-v2\n  A --> B\n  click A href \"u\" \"tip\"",
      message: "3:20 a click with `href` has no tooltip [\"tip\"] expected the end of the line fix "
    ),
    Case(
      text: "stateDiagram-v2\n  my-state --> B",
      message: "2:5 a `-` cannot be part of a state's name [-] expected `-->` fix my_state"),
    Case(
      text: "stateDiagram-v2\n  A --> B --> C",
      message: "2:11 a transition leads from one state to one state [-->] expected the end of the "
        + "line or `: label`"),
    Case(
      text: "stateDiagram-v2\n  note left of A\n",
      message: "2:17 the line ends too early [] expected ` : text` or lines up to `end note`"),
    Case(
      text: "stateDiagram-v2\n  A -->\n",
      message: "2:8 the line ends too early [] expected a state"),
    Case(
      text: "stateDiagram-v2\n  state A {\n    x\n",
      message: "2:11 this composite state is never closed [{] expected `}`"),
    Case(
      text: "stateDiagram-v2\n  A : one\n  A : two\n  state A {\n    x\n  }",
      message: "3:7 the composite state `A` can have at most one description [two] expected -"),
    Case(
      text: "%% C4Dynamic\nsequenceDiagram\n  A->>C4Component: x",
      message:
        "3:7 `C4Component` makes Mermaid read the text as a C4 diagram and reject it; in a "
        + "label, `#67;4Component` shows the same [C4Component] expected another name"),
    Case(
      text: "classDiagram\n  A -> B",
      message:
        "2:5 `->` is not a relation of class diagrams [->] expected a relation such as `-->` "
        + "fix -->"),
    Case(
      text: "classDiagram\n  A => B",
      message:
        "2:5 `=>` is not a relation of class diagrams [=>] expected a relation such as `-->` "
        + "fix -->"),
    Case(
      text: "classDiagram\n  A <|- B",
      message: "2:5 `<|-` is not a relation of class diagrams [<|-] expected a relation such as "
        + "`-->` fix <|--"),
    Case(
      text: "classDiagram\n  A --> B --> C",
      message: "2:11 a relation leads from one class to one class [--] expected the end of the "
        + "line or `: label`"),
    Case(
      text: "sequencediagram\n  A->>B: x",
      message:
        "1:1 `sequencediagram` is not a kind of diagram that Mermaid knows [sequencediagram] "
        + "expected `stateDiagram-v2`, `sequenceDiagram`, `classDiagram` or `flowchart` fix sequenceDiagram"
    ),
    Case(
      text: "sequenceDiagram\n  A=>B: x",
      message: "2:4 `=>` is not an arrow of sequence diagrams [=>] expected an arrow such as `->>` "
        + "fix ->>"),
    Case(
      text: "sequenceDiagram\n  A ~~> B: x",
      message:
        "2:5 `~~>` is not an arrow of sequence diagrams [~~>] expected an arrow such as `->>` "
        + "fix -->>"),
    Case(
      text: "sequenceDiagram\n  A->>B",
      message: "2:8 the line ends too early [] expected `:` and the text of the message"),
    Case(
      text: "sequenceDiagram\n  particpant A",
      message: "2:3 `particpant` does not begin a statement [particpant] expected a message, a "
        + "participant, a note or a block fix participant"),
    Case(
      text: "sequenceDiagram\n  loop x\n  else y\n  end",
      message: "3:3 `else` cannot divide a `loop` [else] expected `end`"),
    Case(
      text: "sequenceDiagram\n  A->>B: x\n  end",
      message: "3:3 this `end` closes no block [end] expected a message, a "
        + "participant, a note or a block"),
    Case(
      text: "sequenceDiagram\n  loop x\n  A->>B: y",
      message: "2:3 this `loop` is never closed [loop] expected `end`"),
    Case(
      text: "sequenceDiagram\n  A->>B: x\n  deactivate B",
      message: "3:14 `B` is not active here [B] expected `activate B` before it"),
    Case(
      text: "sequenceDiagram\n  end->>A: x",
      message: "2:3 `end` is a reserved word: a participant's name cannot begin with it [end] "
        + "expected `participant p as end…`"),
    Case(
      text: "classDiagram\n  A --> B : a:b",
      message: "2:14 a label cannot contain a second `:` [:] expected `#58;` fix #58;"),
    Case(
      text: "classDiagram\n  class A;",
      message: "2:10 `;` does not end a statement of a class diagram [;] "
        + "expected the end of the line fix "),
    Case(
      text: "classDiagram\n  class link",
      message: "2:9 `link` is a reserved word and cannot be part of a name [link] expected a class"),
    Case(
      text: "classDiagram\n  class Foo~T {\n    bar()\n  }",
      message: "2:12 this `~` is never closed [~] expected `~`"),
    Case(
      text: "classDiagram\n  class Foo~T~ \"text\"",
      message: "2:17 unexpected text in quotes [text] expected the end of the line"),
    Case(
      text: "classDiagram\n  <<interface>> A",
      message: "2:17 no class `A` before its annotation [A] expected `class A` before it"),
    Case(
      text: "classDiagram\n  namespace N {\n    A --> B\n  }",
      message: "3:5 a namespace can contain only classes, notes and namespaces, not `A` [A] "
        + "expected `class`, `note`, `namespace` or `}`"),
    Case(
      text: "classDiagram",
      message: "1:1 a class diagram has at least one statement [classDiagram] expected a class"),
    Case(
      text: "sequenceDiagram\n  A-->>>B: x",
      message: "2:4 `-->>>` is not an arrow of sequence diagrams [-->>>] expected an arrow such as "
        + "`->>` fix -->>"),
    Case(
      text: "sequenceDiagram\n  participant\n",
      message: "2:14 the line ends too early [] expected a participant"),
    Case(
      text: "sequenceDiagram\n  participant A@{ \"type\": \"database\"\n  A->>B: x",
      message: "2:16 this `@{` is never closed [@{] expected `}`"),
    Case(
      text: "sequenceDiagram\n  autonumber 5;\n  A->>B: x",
      message:
        "2:14 a number must be followed by a blank or the end of the line [5] expected a number, "
        + "`off` or the end of the line"),
    Case(
      text: "sequenceDiagram\n  alt a\n  and b\n  end",
      message: "3:3 `and` cannot divide an `alt` [and] expected `else` or `end` fix else"),
    Case(
      text: "stateDiagram-v2\n  state \"A as x\n",
      message: "2:9 this text is never closed [\"] expected `\"`"),
    Case(
      text: "stateDiagram-v2\n  note left of A some text",
      message: "2:18 the state of a note must be followed by `:` [some text] expected ` : text` or "
        + "lines up to `end note` fix : some text"),
    Case(
      text: "stateDiagram-v2\n  classDef my-hot fill:red",
      message: "2:12 `my-hot` cannot name a style class [my-hot] expected one name of letters, "
        + "digits and `_` fix my_hot"),
    Case(
      text: "classDiagram\n  class my-class-link",
      message:
        "2:9 `my-class-link` has a reserved word and cannot be a name [my-class-link] expected "
        + "a name in backticks fix `my-class-link`"),
    Case(
      text: "classDiagram\n  style A stroke-width:4px",
      message: "2:17 the first style has no `-` in its name [-] expected a style such as "
        + "`fill:#f9f`"),
    Case(
      text: "classDiagram\n  class A[\"x]\n",
      message: "2:11 this text is never closed [\"] expected `\"`"),
    Case(
      text: "---\ntitle: x\nsequenceDiagram",
      message: "1:1 this front matter is never closed [---] expected a line `---` after it"),
    Case(
      text: "\n---\ntitle: x\n---\nsequenceDiagram",
      message: "2:1 front matter begins on the first line [---] expected nothing before `---`"),
    Case(
      text: "%%{init: {}\nsequenceDiagram\n  A->>B: x",
      message: "1:1 this directive is never closed [%%{] expected `}%%`"),
    Case(
      text: "flowchart LR\n  A -> B",
      message: "2:5 `->` is not a link of a flowchart [->] expected `-->` fix -->"),
    Case(
      text: "flowchart LR\n  A[load()] --> B",
      message: "2:5 a text with brackets, quotes or `@` must be in quotes [load()] expected "
        + "`\"text\"` fix \"load()\""),
    Case(
      text: "flowchart LR\n  A --> B[@main]",
      message: "2:11 a text with brackets, quotes or `@` must be in quotes [@main] expected "
        + "`\"text\"` fix \"@main\""),
    Case(
      text: "flowchart LR\n  A --> end",
      message: "2:9 `end` is a reserved word [end] expected a node fix End"),
    Case(
      text: "flowchart LR\n  A --> B : text",
      message: "2:11 a link has no text after `:` [:] expected `-->|text|`"),
    Case(
      text: "flowchart LR\n  subgraph one\n    A",
      message: "2:3 this subgraph is never closed [subgraph] expected `end`"),
    Case(
      text: "flowchart LR\n  A --> B\n  linkStyle 1 stroke:red",
      message: "3:13 no link `1` before this line [1] expected a number from 0 to 0"),
    Case(
      text: "flowchart sideways\n  A --> B",
      message: "1:11 `sideways` is not a direction [sideways] expected `LR`, `RL`, `TB`, `TD`, "
        + "`BT` or the end of the line"),
    Case(
      text: "",
      message: "1:1 the text has no diagram [] expected `stateDiagram-v2`, `sequenceDiagram`, "
        + "`classDiagram` or `flowchart`"),
  ]

  @Test(arguments: cases)
  func `the first message`(expected: Case) throws {
    let error = try #require(MermaidParser.parse(expected.text).errors.first)
    let start = error.range.start
    var message = "\(start.line):\(start.column) \(error.message) [\(error.token)] expected "
    message += error.expectation ?? "-"
    if let fix = error.fix { message += " fix \(fix.replacement)" }
    #expect(message == expected.message)
  }

  @Test func `a message quotes at most part of one line`() throws {
    let long = String(repeating: "word", count: 1000)
    for text in ["classDiagram\ncall \(long)\ncall \n\(long)", "sequenceDiagram\n\(long)"] {
      let error = try #require(MermaidParser.parse(text).errors.first)
      #expect(error.message.count < 150)
      #expect(!error.message.contains { $0.isNewline })
      #expect(error.token.count < 70)
    }
  }

  @Test func `parsing continues after an error`() {
    let errors = MermaidParser.parse("stateDiagram-v2\nA -> B\nC --> D\nE -> F").errors
    #expect(errors.map(\.range.start.line) == [2, 4])
  }

  /// One mistake gives one error, however much text surrounds it.
  @Test(arguments: [
    "classDiagram\nnamespace N {\n  class A\n  A --> B\n  class C\n}\nclass D",
    "classDiagram\nclass A {\n  +foo() {\n    x\n  }\n  +bar()\n}\nclass D",
    "classDiagram\nclass A {\n  foo)\n  +bar()\n}\nclass D",
    "classDiagram\nclass A {\n  +foo() {\n}\nclass D",
    "flowchart LR\nsubgraph one (title)\n  A --> B\nend\nC --> D",
    "flowchart LR\nsubgraph one\n  A -> B\nend\nC --> D",
    "flowchart LR\nA --> end\nC --> D",
    "sequenceDiagram\nbox Blue\n  participant A\n  A->>B: x\n  participant C\nend\nA->>C: x",
  ])
  func `the text around an error is read`(text: String) {
    #expect(MermaidParser.parse(text).errors.count == 1)
  }

  @Test func `other kinds are recognized by their first word`() {
    #expect(MermaidParser.parse("pie\n\"a\": 1").diagram == .other(kind: "pie"))
    #expect(MermaidParser.parse("%%{init: {}}%%\ngantt\n").diagram == .other(kind: "gantt"))
  }
}
