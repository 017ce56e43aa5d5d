import Mermaid
import Testing

/// Changes are drawn as a diagram that the real Mermaid accepts and that shows each change.
@Suite struct DrawingTests {
  @Test func `changes are marked in the labels`() {
    let cases = [
      (
        "stateDiagram-v2\nA --> B: x\nB --> C\nnote left of A : n\nstate Box {\nI --> J\n}",
        "stateDiagram-v2\nA --> B: y\nB --> D\nC\nstate Box {\nJ\nI\n}",
        ["A --> B: [was: x] y", "B --> D: [was: B --#gt; C]", "[gone] n", "I --> J: [gone]"]
      ),
      (
        "sequenceDiagram\nparticipant Q as One\nQ->>B: a\nB->>C: b\nloop 3\nC->>Q: c\nend",
        "sequenceDiagram\nparticipant Z as One\nZ->>B: a\nNote over B: n\nloop 5\nC->>Z: d\nend",
        [
          "participant Z as One", "B->>C: [gone] b", "Note over B: [new] n", "loop [was: 3] 5",
          "C->>Z: [was: c] d",
        ]
      ),
      (
        "classDiagram\nclass A {\n+x Int\n+f() Int\n}\nA --> B : uses\nclass C\nnote \"n\"",
        "classDiagram\nclass A {\n+x String\n+g()\n}\nA ..> B : uses\nclass D\nnote \"m\"",
        [
          "[was: +x Int] +x String", "[new] +g()", "A : [gone] +f() Int",
          "A ..> B : [was#58; A --#gt; B] uses", "class D[\"[new] D\"]", "class C[\"[gone] C\"]",
          "note \"[was: n] m\"",
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

  @Test func `a removed step is drawn where it was, unless Mermaid forbids it`() {
    let old = "sequenceDiagram\nA->>B: 1\ncreate participant C\nA->>C: 2\nA->>B: 3\nA->>B: 4"
    let new = "sequenceDiagram\nA->>B: 1\ncreate participant C\nA->>C: 2\nA->>B: 4"
    #expect(drawing(old, new).contains("A->>C: 2\n    A->>B: [gone] 3\n    A->>B: 4\n"))
    #expect(drawing(new, old).contains("A->>C: 2\n    A->>B: [new] 3\n    A->>B: 4\n"))
  }

  private func drawing(_ old: String, _ new: String) -> String {
    drawing(MermaidParser.parse(old).diagram, MermaidParser.parse(new).diagram)
  }

  private func drawing(_ old: MermaidDiagram, _ new: MermaidDiagram) -> String {
    ChangeDrawing.text(from: old, to: new) ?? "nothing is drawn"
  }
}
