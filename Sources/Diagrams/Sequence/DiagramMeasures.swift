package import Mermaid

/// How well a diagram fits what it was made from.
package struct DiagramMeasures: Hashable, Sendable {
  /// The part of the traces that the diagram allows, from beginning to end.
  package var fitness: Double
  /// Escaping edges over the traces' beginnings: of the messages, the end counted as one, that the
  /// diagram allows behind each beginning of a trace, those that do follow there in some trace;
  /// each beginning counts as often as traces have it (Munoz-Gama, Carmona 2010).
  package var precision: Double
  /// Arrows of the diagram.
  package var messages: Int
  /// Arrows and blocks.
  package var size: Int
  /// For each trace whether the diagram allows it.
  package var fits: [Bool]

  package init(of diagram: SequenceDiagram, for traces: [[DrawnMessage]]) {
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
    self.init(of: diagram, for: numbered.lazy.map { $0 }, messages: messages)
  }

  /// Traces as numbers of messages.
  init(
    of diagram: SequenceDiagram, for traces: some Sequence<[Int32]>, messages: [DrawnMessage?]
  ) {
    var language = DiagramLanguage(diagram)
    let letters = messages.map { $0.flatMap(language.letter) ?? -1 }
    (self.messages, size) = diagram.statements.counts
    fits = []
    var tree = TraceTree()
    for trace in traces { fits.append(tree.add(trace, letters, &language)) }
    fitness = fits.isEmpty ? 1 : Double(fits.count { $0 }) / Double(fits.count)
    precision = tree.precision
  }
}

/// What follows each beginning of a trace.
private struct TraceTree {
  /// The first child of each beginning, and the letter that leads there; others in a table.
  private var firstLetters: [Int32] = [-1]
  private var firstChildren: [Int32] = [-1]
  private var otherChildren: [UInt64: Int32] = [:]
  private var childCounts: [Int32] = [0]
  /// By beginning: how many traces have it, and how much the diagram allows behind it.
  private var counts: [Int32] = [0]
  private var allowed: [Int32] = [0]
  private var isEnd = [false]

  /// Says whether the diagram allows the trace.
  mutating func add(
    _ trace: [Int32], _ letters: [Int], _ language: inout DiagramLanguage
  ) -> Bool {
    var node = 0
    var state = language.start
    for message in trace {
      visit(node, language.wayCount(from: state))
      let letter = letters[Int(message)]
      guard letter >= 0, let next = language.state(after: letter, from: state) else {
        return false
      }
      state = next
      node = child(of: node, by: message)
    }
    visit(node, language.wayCount(from: state))
    isEnd[node] = true
    return language.isEnd(state)
  }

  private mutating func child(of node: Int, by letter: Int32) -> Int {
    if firstLetters[node] == letter { return Int(firstChildren[node]) }
    let key = UInt64(node) << 32 | UInt64(UInt32(bitPattern: letter))
    if firstChildren[node] >= 0, let known = otherChildren[key] { return Int(known) }
    let child = counts.count
    if firstChildren[node] < 0 {
      firstLetters[node] = letter
      firstChildren[node] = Int32(child)
    } else {
      otherChildren[key] = Int32(child)
    }
    childCounts[node] += 1
    firstLetters.append(-1)
    firstChildren.append(-1)
    childCounts.append(0)
    counts.append(0)
    allowed.append(0)
    isEnd.append(false)
    return child
  }

  private mutating func visit(_ node: Int, _ ways: Int) {
    counts[node] += 1
    allowed[node] = Int32(ways)
  }

  var precision: Double {
    var taken = 0
    var possible = 0
    for node in counts.indices {
      taken += Int(counts[node]) * (Int(childCounts[node]) + (isEnd[node] ? 1 : 0))
      possible += Int(counts[node]) * Int(allowed[node])
    }
    return possible == 0 ? 1 : Double(taken) / Double(possible)
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

extension StepTable {
  /// The messages of a sequence, in order.
  package func messages(of sequence: Int32) -> [DrawnMessage] {
    messageSymbols(of: sequence).compactMap { symbol in
      if case .message(let message) = symbols[Int(symbol)] { message } else { nil }
    }
  }

  /// The symbols of the messages of a sequence, in order.
  func messageSymbols(of sequence: Int32) -> [Int32] {
    let isMessage = symbols.map { if case .message = $0 { true } else { false } }
    var messages: [Int32] = []
    collect(sequence, isMessage, &messages)
    return messages
  }

  private func collect(_ sequence: Int32, _ isMessage: [Bool], _ messages: inout [Int32]) {
    for number in sequences[Int(sequence)] {
      let node = nodes[Int(number)]
      if isMessage[Int(node.symbol)] { messages.append(node.symbol) }
      if node.body >= 0 { collect(node.body, isMessage, &messages) }
    }
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
      messages: messages)
  }
}
