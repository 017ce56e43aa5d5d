package import Mermaid

/// How well a diagram fits what it was made from.
package struct DiagramMeasures: Hashable, Sendable {
  /// The part of the traces that the diagram allows, from beginning to end.
  package var fitness: Double
  /// Escaping edges (Munoz-Gama, Carmona 2010): of the messages, the end counted as one, that the
  /// diagram allows next where a trace stands, those that some trace sends from the same state; each
  /// state counts as often as traces come by. A state is the set of places in the diagram where a
  /// reader of the messages so far may be. Nothing where parallel parts allow so many orders that
  /// they cannot be told apart.
  package var precision: Double?
  /// Arrows of the diagram.
  package var messages: Int
  /// Arrows and blocks.
  package var size: Int
  /// For each trace whether the diagram allows it.
  package var fits: [Bool]

  /// `runs` say how each trace goes through the diagram: with them it can be seen whether it is
  /// allowed even where the orders are too many; `limit` is how many that is.
  package init(
    of diagram: SequenceDiagram, for traces: [[DrawnMessage]], runs: [[Int32]] = [],
    limit: Int = 100_000
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

  /// Traces as numbers of messages.
  init(
    of diagram: SequenceDiagram, for traces: some Sequence<[Int32]>, messages: [DrawnMessage?],
    runs: [[Int32]], limit: Int = 100_000
  ) {
    var language = DiagramLanguage(diagram, limit: limit)
    let letters = messages.map { $0.flatMap(language.letter) ?? -1 }
    (self.messages, size) = diagram.statements.counts
    fits = []
    var visits = StateVisits()
    for (number, trace) in traces.enumerated() {
      let fits = !language.isExhausted && visits.add(trace, letters, &language)
      if !language.isExhausted {
        self.fits.append(fits)
      } else if runs.indices.contains(number) {
        let walked = try? DiagramWalk.messages(of: diagram, run: runs[number])
        self.fits.append(walked == trace.compactMap { messages[Int($0)] })
      } else {
        self.fits.append(false)
      }
    }
    fitness = fits.isEmpty ? 1 : Double(fits.count { $0 }) / Double(fits.count)
    precision = language.isExhausted ? nil : visits.precision
  }
}

/// What traces do in each state of a diagram.
private struct StateVisits {
  /// By state: how often traces come by, in how many ways they go on, and how many there are.
  private var counts: [Int] = []
  private var taken: [Int] = []
  private var allowed: [Int] = []
  private var ways: Set<UInt64> = []

  /// Says whether the diagram allows the trace.
  mutating func add(
    _ trace: [Int32], _ letters: [Int], _ language: inout DiagramLanguage
  ) -> Bool {
    var state = language.start
    for message in trace {
      let letter = letters[Int(message)]
      visit(state, letter, &language)
      guard letter >= 0, let next = language.state(after: letter, from: state) else {
        return false
      }
      state = next
    }
    visit(state, -1, &language)
    return language.isEnd(state)
  }

  private mutating func visit(_ state: Int, _ way: Int, _ language: inout DiagramLanguage) {
    while counts.count <= state {
      counts.append(0)
      taken.append(0)
      allowed.append(0)
    }
    if counts[state] == 0 { allowed[state] = language.wayCount(from: state) }
    counts[state] += 1
    let key = UInt64(state) << 32 | UInt64(UInt32(truncatingIfNeeded: way))
    if ways.insert(key).inserted { taken[state] += 1 }
  }

  var precision: Double {
    var (used, possible) = (0, 0)
    for state in counts.indices {
      used += counts[state] * taken[state]
      possible += counts[state] * allowed[state]
    }
    return possible == 0 ? 1 : Double(used) / Double(possible)
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
  /// Measured on the finished diagram, by an automaton that knows nothing of the folding.
  package var measures: DiagramMeasures {
    let messages = table.symbols.map { symbol -> DrawnMessage? in
      if case .message(let message) = symbol { message } else { nil }
    }
    return DiagramMeasures(
      of: wholeDiagram, for: sequences.lazy.map { table.messageSymbols(of: $0) },
      messages: messages, runs: folding.runs)
  }
}
