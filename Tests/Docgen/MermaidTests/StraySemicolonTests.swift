import Diagnostics
import Mermaid
import Testing

/// A `;` that Mermaid draws as a state is reported, and its fix draws the intended diagram.
///
/// The differential test shows that Mermaid really draws these states: its corpus has such texts.
@Suite struct StraySemicolonTests {
  struct Case: Sendable, CustomStringConvertible {
    var text: String
    /// Place, token and fixed text of each.
    var found: [String]

    var description: String { text }
  }

  static let cases = [
    Case(text: "A --> B;", found: ["2:7 `B;`: A --> B"]),
    Case(text: "A --> B; %% why", found: ["2:7 `B;`: A --> B %% why"]),
    Case(text: "A; --> B", found: ["2:1 `A;`: A --> B"]),
    Case(text: "A --> [*];", found: ["2:10 `;`: A --> [*]"]),
    Case(text: "A --> B : x;", found: ["2:12 `;`: A --> B : x"]),
    Case(text: "state F <<fork>>;", found: ["2:17 `;`: state F <<fork>>"]),
    Case(text: "state \"x\" as B;;", found: ["2:14 `B;;`: state \"x\" as B"]),
    Case(text: "state A {\nB --> C;\n}", found: ["3:7 `C;`: state A {\nB --> C\n}"]),
    Case(
      text: "A --> B;\nB --> C;",
      found: ["2:7 `B;`: A --> B\nB --> C;", "3:7 `C;`: A --> B;\nB --> C"]),
    Case(text: "A --> B; B --> C", found: ["2:7 `B;`"]),
    Case(text: "A;B --> C", found: ["2:1 `A;B`"]),
    Case(text: "A --> B : x; y", found: ["2:12 `;`: A --> B : x#59; y"]),
    Case(text: "A --> B : x;y z", found: ["2:12 `;y`: A --> B : x#59;y z"]),
    Case(text: "A : é; y; z; %% why", found: ["2:7 `;`: A : é#59; y#59; z#59; %% why"]),
    Case(text: "note left of A : x;;y", found: ["2:19 `;;y`: note left of A : x#59;#59;y"]),
    Case(text: "A --> B : x; B --> C : y", found: ["2:12 `;`"]),
    Case(text: "A --> B : x;y --> z", found: ["2:12 `;y`"]),
    Case(text: "A --> B : x; --> C", found: ["2:12 `;`"]),
    Case(text: "A --> ;", found: ["2:7 `;`"]),
    Case(text: "A --> B\n;\nB --> C", found: ["3:1 `;`: A --> B\n\nB --> C"]),
    // Entity codes, quoted texts, styles, comments and descriptions may contain it.
    Case(text: "A#59; --> B#35; : x#59; y", found: []),
    Case(text: "state \"x; y\" as A", found: []),
    Case(text: "classDef hot fill:#f00;\nA --> B %% x; y\naccTitle: x; y", found: []),
    Case(text: "note left of A\nx; y\nend note", found: []),
    // The rest of a text that Mermaid rejects gets no advice.
    Case(text: "A --> B;\nB -> C", found: []),
  ]

  @Test(arguments: cases)
  func `a semicolon is reported with its place and the fix`(case: Case) {
    let text = "stateDiagram-v2\n" + `case`.text
    let source = SourceText(text)
    let found = MermaidParser.parse(text).straySemicolons.map { semicolon in
      let start = semicolon.range.start
      let token = "\(start.line):\(start.column) `\(source.text(in: semicolon.range))`"
      guard let fix = semicolon.fix else { return token }
      return token + ": " + fixed(source, fix).dropFirst("stateDiagram-v2\n".count)
    }
    #expect(found == `case`.found)
  }

  @Test func `a fixed text has no semicolon that is drawn as a state`() {
    for text in Self.cases.map({ "stateDiagram-v2\n" + $0.text }) {
      var document = MermaidParser.parse(text)
      while let fix = document.straySemicolons.lazy.compactMap(\.fix).first {
        let before = document.straySemicolons.count
        document = MermaidParser.parse(fixed(document.source, fix))
        #expect(document.errors.map(\.message) == [], "\(text)")
        #expect(document.straySemicolons.count < before, "\(text)")
      }
    }
  }

  @Test func `a label that continues is shown completely after the fix`() throws {
    let document = MermaidParser.parse("stateDiagram-v2\nA --> B : one; two three; four")
    let fix = try #require(document.straySemicolons.first?.fix)
    guard case .state(let diagram) = MermaidParser.parse(fixed(document.source, fix)).diagram
    else {
      Issue.record("it is a state diagram no more")
      return
    }
    #expect(diagram.transitions.map(\.transition.label?.text) == ["one; two three; four"])
    #expect(diagram.stateNames.map(\.text) == ["A", "B"])
  }

  @Test func `printed text has no stray semicolon, whatever its labels contain`() {
    var generator = DiagramGenerator(seed: 59)
    for text in DiagramGenerator.hostile + (0..<200).map({ _ in generator.hostileText() }) {
      let diagram = StateDiagram(statements: [
        .transition(StateTransition(from: "A", to: "B", label: Label(text))),
        .state(StateDeclaration("S", label: Label(text))),
        .note(StateNote(.left, of: "B", Label(text))),
      ])
      let printed = MermaidPrinter.print(diagram)
      #expect(MermaidParser.parse(printed).straySemicolons == [], "\(printed)")
    }
  }

  private func fixed(_ source: SourceText, _ fix: FixIt) -> String {
    let range = source.offset(of: fix.range.start)..<source.offset(of: fix.range.end)
    var bytes = source.bytes
    bytes.replaceSubrange(range, with: fix.replacement.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}
