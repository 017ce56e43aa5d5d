import Diagrams
import Foundation
import Mermaid
import Testing

/// `FOLD_PROGRAMS` says how many random programs are tried (`make fold-programs`: 100,000).
private let programCount =
  ProcessInfo.processInfo.environment["FOLD_PROGRAMS"].flatMap(Int.init) ?? 400

@Suite struct FoldProgramTests {
  @Test func `runs of random programs are allowed, rebuilt, and drawn alike in any order`() throws {
    for seed in 0..<programCount {
      var random = SeededRandom(seed: seed)
      let names = [4, 9, 40][seed % 3]
      let program = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        FlowProgram(depth: Int.random(in: 1...3, using: &random), names: names, using: &random)
      }
      var table = StepTable()
      let sequences = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        table.sequence(FlowProgram.run(program, &table, using: &random))
      }
      try check(table, sequences, seed, using: &random)
    }
  }

  private func check(
    _ table: StepTable, _ sequences: [Int32], _ seed: Int, using random: inout SeededRandom
  ) throws {
    let drawing = SequenceDrawing(
      table, sequences: sequences, participants: [], options: SequenceOptions())
    let text = MermaidPrinter.print(drawing.diagram)
    let document = MermaidParser.parse(text)
    guard document.errors.isEmpty, case .sequence(let diagram) = document.diagram else {
      Issue.record("seed \(seed): \(document.errors)\n\(text)")
      return
    }
    let traces = sequences.map { table.messages(of: $0) }
    let measures = DiagramMeasures(of: diagram, for: traces)
    #expect(measures.fitness == 1, "seed \(seed)\n\(text)")
    #expect(measures.precision > 0 && measures.precision <= 1, "seed \(seed)\n\(text)")
    for (run, trace) in zip(drawing.folding.runs, traces) {
      let rebuilt = try? DiagramWalk.messages(of: diagram, run: run)
      #expect(rebuilt == trace, "seed \(seed)\n\(text)\n\(run)")
    }
    var other = StepTable()
    _ = other.symbol(.note(over: "C", text: "numbers begin elsewhere"))
    var copy = StepTransfer(from: table, to: other)
    let shuffled = sequences.shuffled(using: &random).map { copy.sequence($0) }
    let again = SequenceDrawing(
      copy.target, sequences: shuffled, participants: [], options: SequenceOptions())
    #expect(MermaidPrinter.print(again.diagram) == text, "seed \(seed)")
  }
}

/// Copies steps into another table, where they get other numbers.
struct StepTransfer {
  let source: StepTable
  private(set) var target: StepTable

  init(from source: StepTable, to target: StepTable) {
    self.source = source
    self.target = target
  }

  mutating func sequence(_ number: Int32) -> Int32 {
    let nodes = source.sequences[Int(number)].reversed().map { number -> Int32 in
      let node = source.nodes[Int(number)]
      let symbol = target.symbol(source.symbols[Int(node.symbol)])
      return target.node(symbol, body: node.body < 0 ? node.body : sequence(node.body))
    }
    return target.sequence(nodes.reversed())
  }
}
