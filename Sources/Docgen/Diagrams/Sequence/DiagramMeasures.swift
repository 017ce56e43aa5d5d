package import Mermaid

/// Measures how well a diagram fits its traces.
///
/// Both fitness and precision are between 0 and 1. A generated diagram must have fitness 1: the
/// command fails otherwise. Its precision is below 1 if the folding generalizes.
package struct DiagramMeasures: Hashable, Sendable {
  /// The part of the traces that the diagram allows, from beginning to end.
  package var fitness: Double
  /// See `EscapingEdges`; `nil` if parallel parts allow too many orders to count.
  package var precision: Double?
  /// Arrows of the diagram.
  package var messages: Int
  /// Arrows and blocks.
  package var size: Int
  /// For each trace whether the diagram allows it.
  package var fits: [Bool]

  /// `runs` are the paths of the traces through the diagram: they show whether a trace is allowed
  /// even if the number of orders exceeds `limit`.
  ///
  /// `traces` are the messages of each trace, in order. A message that the diagram does not have
  /// ends its trace's run, and the trace does not fit.
  package init(
    of diagram: SequenceDiagram, for traces: [[DrawnMessage]], runs: [[Int32]] = [],
    limit: Int = 400_000
  ) {
    var numbers: [DrawnMessage: Int32] = [:]
    var messages: [DrawnMessage] = []
    let numbered = traces.map { trace in
      trace.map { message -> Int32 in
        if let number = numbers[message] { return number }
        numbers[message] = Int32(messages.count)
        messages.append(message)
        return Int32(messages.count - 1)
      }
    }
    self.init(
      of: diagram, for: numbered.lazy.map { $0 }, messages: messages, runs: runs, limit: limit)
  }

  /// Traces as numbers of messages; `counts` has the number of observations of each, 1 if empty.
  init(
    of diagram: SequenceDiagram, for traces: some Sequence<[Int32]>, messages: [DrawnMessage?],
    runs: [[Int32]], counts: [Int] = [], limit: Int = 400_000
  ) {
    let language = MessageLanguage(diagram)
    var edges = EscapingEdges(language, limit: limit)
    let known = Dictionary(
      zip(language.messages.map(\.withoutPlace), edges.letters), uniquingKeysWith: { $1 })
    let letters = messages.map { $0.flatMap { known[DocumentedActivity($0)] } ?? -1 }
    (self.messages, size) = diagram.statements.counts
    fits = []
    for (number, trace) in traces.enumerated() {
      let count = counts.isEmpty ? 1 : counts[number]
      let fits = edges.add(trace.lazy.map { letters[Int($0)] }, count: count)
      if !edges.isExhausted {
        self.fits.append(fits)
      } else if runs.indices.contains(number) {
        let walked = try? DiagramWalk.messages(of: diagram, run: runs[number])
        self.fits.append(walked == trace.compactMap { messages[Int($0)] })
      } else {
        self.fits.append(false)
      }
    }
    fitness = Self.fitness(fits, counts)
    precision = edges.precision
  }
}

extension DiagramMeasures {
  /// The share of the traces that fit, weighted by their counts.
  private static func fitness(_ fits: [Bool], _ counts: [Int]) -> Double {
    if fits.allSatisfy(\.self) { return 1 }
    let weights = counts.isEmpty ? Array(repeating: 1, count: fits.count) : counts
    let fitting = zip(fits, weights).reduce(0.0) { $0 + ($1.0 ? Double($1.1) : 0) }
    return fitting / weights.reduce(0.0) { $0 + Double($1) }
  }
}

extension [SequenceStatement] {
  /// Arrows, and arrows with blocks.
  fileprivate var counts: (messages: Int, size: Int) {
    var counts = (messages: 0, size: 0)
    for statement in self {
      switch statement {
      case .message:
        counts.messages += 1
        counts.size += 1
      case .block(let block):
        counts.size += block.branches.count
        for branch in block.branches {
          let inner = branch.statements.counts
          counts.messages += inner.messages
          counts.size += inner.size
        }
      default: continue
      }
    }
    return counts
  }
}

extension SequenceDrawing {
  /// Measured on the finished diagram, by an automaton that is independent of the folding.
  package var measures: DiagramMeasures {
    let messages = table.symbols.map { symbol -> DrawnMessage? in
      if case .message(let message) = symbol { message } else { nil }
    }
    return DiagramMeasures(
      of: wholeDiagram, for: sequences.lazy.map { table.messageSymbols(of: $0) },
      messages: messages, runs: folding.runs, counts: counts)
  }
}
