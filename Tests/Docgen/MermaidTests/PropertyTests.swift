import Diagnostics
import Facts
import Mermaid
import Testing

@Suite struct PropertyTests {
  @Test func `a printed text is parsed to its own tree`() {
    for seed in 0..<Amount.of(600, full: 20_000) {
      var generator = DiagramGenerator(seed: UInt64(seed))
      let trees: [MermaidDiagram] = [
        .state(generator.stateDiagram()), .sequence(generator.sequenceDiagram()),
        .classes(generator.classDiagram()),
      ]
      for tree in trees {
        let text = MermaidPrinter.print(tree) ?? ""
        let again = MermaidParser.parse(text)
        #expect(again.errors.map(\.message) == [], "\(text)")
        let isSame = again.diagram == tree
        #expect(isSame, "seed \(seed)\n\(text)")
        #expect(MermaidPrinter.print(again.diagram) == text)
      }
    }
  }

  @Test func `a diagram does not differ from itself`() throws {
    for entry in try Corpus.printed() {
      let document = MermaidParser.parse(entry.text)
      guard document.errors.isEmpty else { continue }
      let changes = MermaidComparison.changes(from: document.diagram, to: document.diagram)
      #expect(changes?.map(\.message) == [], "\(entry)")
    }
  }

  @Test func `no difference hides inside of one that is not reported`() throws {
    let entries = try Corpus.all().map { MermaidParser.parse($0.text) }.filter(\.errors.isEmpty)
    for (old, new) in zip(entries, entries.dropFirst()) {
      for (left, right) in [(old, new), (new, old)] {
        let comparison = FactComparison(left.diagram.facts, right.diagram.facts)
        #expect(
          comparison.differences.isEmpty == comparison.all.isEmpty, "\(left.text)\n\(right.text)")
      }
    }
  }

  @Test func `no text is too strange to be read`() throws {
    let corpus = try Corpus.all()
    var random = DiagramGenerator(seed: 5)
    for entry in corpus {
      var bytes = Array(entry.text.utf8)
      for _ in 0..<8 {
        guard !bytes.isEmpty else { break }
        bytes[random.number(0..<bytes.count)] = UInt8(random.number(0..<256))
      }
      let text = String(decoding: bytes, as: UTF8.self)
      _ = MermaidParser.parse(text)
      _ = MermaidParser.parse(String(decoding: bytes.prefix(bytes.count / 2), as: UTF8.self))
    }
  }

  @Test func `every prefix of a diagram is read and printed back`() throws {
    for (number, entry) in try Corpus.all().enumerated() {
      let bytes = Array(entry.text.utf8)
      for end in stride(from: number % 7, through: bytes.count, by: Amount.of(7, full: 1)) {
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        let document = MermaidParser.parse(text)
        #expect(document.text == text)
        #expect(document.errors.allSatisfy { $0.range.start <= $0.range.end })
      }
    }
  }

  @Test func `nesting is bounded with a clear error`() {
    let depth = MermaidParser.maximumDepth + 1
    let deep = [
      "stateDiagram-v2\n" + (0..<depth).map { "state s\($0) {\n" }.joined()
        + String(repeating: "}\n", count: depth),
      "sequenceDiagram\n" + String(repeating: "loop x\n", count: depth)
        + String(repeating: "end\n", count: depth),
      "classDiagram\n" + (0..<depth).map { "namespace n\($0) {\n" }.joined() + "class A\n"
        + String(repeating: "}\n", count: depth),
    ]
    for text in deep {
      let errors = MermaidParser.parse(text).errors
      #expect(errors.contains { $0.message.hasSuffix("are nested more than 200 deep") })
    }
  }
}
