import Diagrams
import Foundation
import Mermaid
import TestTools
import Testing
import Traces

/// The number of random programs, set by `FOLD_PROGRAMS` (`make fold-programs`: 100,000).
private let programCount =
  ProcessInfo.processInfo.environment["FOLD_PROGRAMS"].flatMap(Int.init) ?? 400

@Suite struct FoldProgramTests {
  @Test func `traces of random programs are allowed, rebuilt, and drawn alike in any order`() throws
  {
    var measured = 0
    for seed in 0..<programCount {
      var random = SeededRandom(UInt64(bitPattern: Int64(seed)))
      let names = [4, 9, 40][seed % 3]
      let program = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        FlowProgram(depth: Int.random(in: 1...3, using: &random), names: names, using: &random)
      }
      let traces = (0..<Int.random(in: 1...6, using: &random)).map { number in
        FlowRun.trace(
          program, "run \(number)", namesParents: seed % 5 > 0, using: &random)
      }
      if try check(traces, seed, using: &random) { measured += 1 }
    }
    // Diagrams with too many orders for an automaton are only walked through.
    #expect(measured * 10 > programCount * 9, "\(measured) of \(programCount)")
    if programCount > 400 { print("\(measured) of \(programCount) allowed by an automaton, too") }
  }

  /// Returns whether an automaton could enumerate all orders that the diagram allows.

  private func check(
    _ traces: [Trace], _ seed: Int, using random: inout SeededRandom
  ) throws -> Bool {
    let files = traces.map { TraceWriter.encode($0) }
    let reading = try FlowReading(files)
    let drawing = reading.drawing
    let text = MermaidPrinter.print(drawing.diagram)
    let document = MermaidParser.parse(text)
    guard document.errors.isEmpty, case .sequence(let diagram) = document.diagram else {
      Issue.record("seed \(seed): \(document.errors)\n\(text)")
      return false
    }
    let messages = traces.map(\.drawnMessages)
    let measures = DiagramMeasures(
      of: diagram, for: messages, runs: drawing.folding.runs, limit: 10_000)
    #expect(measures.fitness == 1, "seed \(seed)\n\(text)")
    if let precision = measures.precision {
      #expect(precision > 0 && precision <= 1, "seed \(seed)\n\(text)")
    }
    for (run, trace) in zip(drawing.folding.runs, messages) {
      let rebuilt = try? DiagramWalk.messages(of: diagram, run: run)
      #expect(rebuilt == trace, "seed \(seed)\n\(text)\n\(run)")
    }
    var others = files
    others.shuffle(using: &random)
    let again = try FlowReading(others, after: .note(over: "C", text: "numbers begin elsewhere"))
    #expect(MermaidPrinter.print(again.drawing.diagram) == text, "seed \(seed)")
    return measures.precision != nil
  }
}

/// Traces read from bytes and drawn like `docgen diagram sequence`.
private struct FlowReading {
  private var templates = LineTemplates()
  let drawing: SequenceDrawing

  init(_ files: [[UInt8]], after first: StepSymbol? = nil) throws {
    let options = SequenceOptions()
    var table = StepTable()
    if let first { _ = table.symbol(first) }
    var sequences: [Int32] = []
    for file in files {
      var tape = StreamingTraceReader(StepProjection(options: options))
      try tape.take(file, &templates, in: &table)
      sequences.append(try tape.finish(options, &table))
    }
    drawing = SequenceDrawing(
      table, sequences: sequences, participants: [], options: options)
  }
}

extension Trace {
  /// The messages in record order, read without the code that draws.
  fileprivate var drawnMessages: [DrawnMessage] {
    var calls: [TraceSpan: TraceCall] = [:]
    return records.compactMap { record in
      switch record.body {
      case .call(let call):
        calls[call.span] = call
        return DrawnMessage(
          from: call.from, to: call.to, label: "\(call.name)()",
          kind: call.isSend ? .send : .call)
      case .returned(let outcome): return Self.answer(outcome, calls, .answer)
      case .failed(let outcome): return Self.answer(outcome, calls, .failure)
      default: return nil
      }
    }
  }

  private static func answer(
    _ outcome: TraceOutcome, _ calls: [TraceSpan: TraceCall], _ kind: DrawnMessage.Kind
  ) -> DrawnMessage? {
    guard let call = calls[outcome.span], kind == .failure || !outcome.value.isEmpty else {
      return nil
    }
    return DrawnMessage(from: call.to, to: call.from, label: outcome.value, kind: kind)
  }
}
