import Facts
import Mermaid
import Testing

/// Changes are drawn as a diagram that the real Mermaid accepts and that shows each change.
@Suite struct DrawingTests {
  @Test func `changes are marked in the labels`() {
    let cases = [
      (
        "stateDiagram-v2\nA --> B: x\nB --> C\nnote left of A : n\nstate Box {\nI --> J\n}",
        "stateDiagram-v2\nA --> B: y\nB --> D\nC\nstate Box {\nJ\nI\n}",
        [
          "A --> B: 🟪 [was: x] y", "B --> D: 🟪 [was: B --#gt; C]", "I --> J: 🟥 [gone]",
          "%% the note `n` is gone",
        ]
      ),
      (
        "sequenceDiagram\nparticipant Q as One\nQ->>B: a\nB->>C: b\nloop 3\nC->>Q: c\nend",
        "sequenceDiagram\nparticipant Z as One\nZ->>B: a\nNote over B: n\nloop 5\nC->>Z: d\nend",
        [
          "participant Z as One", "B->>C: 🟥 [gone] b",
          "Note over B: 🟩 [new] n", "loop 🟪 [was: 3] 5",
          "C->>Z: 🟪 [was: c] d",
        ]
      ),
      (
        "classDiagram\nclass A {\n+x Int\n+f() Int\n}\nA --> B : uses\nclass C\nnote \"n\"",
        "classDiagram\nclass A {\n+x String\n+g()\n}\nA ..> B : uses\nclass D\nnote \"m\"",
        [
          "🟪 [was: +x Int] +x String", "🟩 [new] +g()", "A : 🟥 [gone] +f() Int",
          "A ..> B : 🟪 [was#58; A --#gt; B] uses",
          "class D[\"🟩 [new] D\"]", "class C[\"🟥 [gone] C\"]",
          "note \"🟪 [was: n] m\"",
        ]
      ),
    ]
    for (old, new, lines) in cases {
      let text = drawing(old, new)
      for line in lines { #expect(text.contains(line), "\(line) is missing in\n\(text)") }
    }
  }

  @Test func `every drawn change is accepted by the real Mermaid`() throws {
    var texts: [String] = []
    for file in Corpus.printedFiles {
      let entries = try Corpus.entries(file).filter { MermaidParser.parse($0.text).errors.isEmpty }
      texts += zip(entries, entries.dropFirst()).map { drawing($0.text, $1.text) }
    }
    for seed in 0..<Amount.of(60, full: 1_500) {
      var generator = DiagramGenerator(seed: UInt64(seed) + 50_000)
      texts.append(
        drawing(.state(generator.stateDiagram()), .state(generator.stateDiagram())))
      texts.append(
        drawing(.sequence(generator.sequenceDiagram()), .sequence(generator.sequenceDiagram())))
      texts.append(
        drawing(.classes(generator.classDiagram()), .classes(generator.classDiagram())))
    }
    for (text, verdict) in zip(texts, try RealMermaid.verdicts(texts)) {
      #expect(verdict.ok, "\(verdict.error ?? "")\n\(text)")
    }
  }

  @Test func `a removed step is drawn where it was, unless Mermaid forbids it`() throws {
    let old = "sequenceDiagram\nA->>B: 1\ncreate participant C\nA->>C: 2\nA->>B: 3\nA->>B: 4"
    let new = "sequenceDiagram\nA->>B: 1\ncreate participant C\nA->>C: 2\nA->>B: 4"
    for (text, mark) in [(drawing(old, new), "🟥 [gone]"), (drawing(new, old), "🟩 [new]")] {
      let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
      let start = try #require(lines.firstIndex(of: "A->>C: 2"))
      #expect(lines[start + 1].hasPrefix("rect rgba("), "\(text)")
      let merged = ["A->>B: \(mark) 3", "end", "A->>B: 4"]
      #expect(lines[(start + 2)...(start + 4)].elementsEqual(merged) { $0 == $1 }, "\(text)")
    }
  }

  // MARK: - Marks of one diagram

  /// Every element of the corpus and of random diagrams with a mark, in turn in each color.
  @Test func `every marked diagram is accepted by the real Mermaid and shows each mark`() throws {
    var diagrams = try Corpus.all().map(\.text)
      .filter { MermaidParser.parse($0).errors.isEmpty }
    for seed in 0..<Amount.of(60, full: 1_500) {
      var generator = DiagramGenerator(seed: UInt64(seed) + 90_000)
      diagrams += [
        MermaidPrinter.print(generator.stateDiagram()),
        MermaidPrinter.print(generator.sequenceDiagram()),
        MermaidPrinter.print(generator.classDiagram()),
      ]
    }
    let marked = diagrams.compactMap(Self.marked)
    #expect(marked.count * 10 >= diagrams.count * 9, "\(marked.count) of \(diagrams.count)")
    for (text, verdict) in zip(marked, try RealMermaid.verdicts(marked)) {
      #expect(verdict.ok, "\(verdict.error ?? "")\n\(text)")
    }
  }

  private static func marked(_ source: String) -> String? {
    let diagram = MermaidParser.parse(source).diagram
    let colors = ElementMark.Color.allCases
    let marks = diagram.facts.enumerated().map { number, located in
      ElementMark(
        located.fact, at: [located.range].compactMap(\.self) + located.mentions,
        colors[number % colors.count], note: "mark")
    }
    return MarkedDrawing.text(of: diagram, source, marks: marks)
  }

  @Test func `a flowchart keeps its text, and gets words and styles`() throws {
    let source = """
      flowchart LR
          App[The app] --> Core & Tools
          Core -.->|reads| Store
          Store --> App
          click App "https://example.com"
      """
    let diagram = MermaidParser.parse(source).diagram
    func mark(_ words: String, _ color: ElementMark.Color) throws -> ElementMark {
      let located = diagram.facts.first {
        words == ($0.kind == .node ? $0[.name] : "\($0[.source]) --> \($0[.target])")
      }
      let found = try #require(located, "\(words)")
      return ElementMark(
        found.fact, at: [found.range].compactMap(\.self), color, note: "not in the code")
    }
    let marks = try [
      mark("App", .gone), mark("Tools", .added), mark("Core --> Store", .changed),
      mark("Store --> App", .gone), mark("App --> Core", .unobserved),
    ]
    let text = try #require(MarkedDrawing.text(of: diagram, source, marks: marks))
    for line in [
      "    App[🟥 not in the code: The app] --> Core & Tools[\"🟩 not in the code: Tools\"]",
      "    Core -.->|🟪 not in the code: reads| Store",
      "    Store -->|\"🟥 not in the code\"| App", "    click App \"https://example.com\"",
      "    class App docgen_gone", "    linkStyle 3 stroke:#b42318,stroke-width:2px",
      "    linkStyle 0 stroke:#8a4600,stroke-width:2px",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line) is missing in\n\(text)")
    }
    #expect(try RealMermaid.verdicts([text])[0].ok)
  }

  @Test func `a flowchart that takes no words has styles`() throws {
    let source = "flowchart LR\n    style A fill:#fff\n    A --> B@{ label: \"b\" }\n"
    let text = try #require(Self.marked(source))
    #expect(text.hasPrefix(source) && text.contains("\n    class A docgen_"), "\(text)")
    #expect(try RealMermaid.verdicts([text])[0].ok, "\(text)")
  }

  private func drawing(_ old: String, _ new: String) -> String {
    let (old, new) = (MermaidParser.parse(old), MermaidParser.parse(new))
    return ChangedDiagram(from: old, to: new, restoring: [.removed]).text ?? "nothing is drawn"
  }

  private func drawing(_ old: MermaidDiagram, _ new: MermaidDiagram) -> String {
    drawing(MermaidPrinter.print(old) ?? "", MermaidPrinter.print(new) ?? "")
  }
}
