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

  package init(of diagram: SequenceDiagram, for traces: [[DrawnMessage]]) {
    var language = DiagramLanguage(diagram)
    (messages, size) = diagram.statements.counts
    var fitting = 0
    var tree = TraceTree()
    for trace in traces where tree.add(trace, &language) { fitting += 1 }
    fitness = traces.isEmpty ? 1 : Double(fitting) / Double(traces.count)
    precision = tree.precision
  }
}

/// What follows each beginning of a trace.
private struct TraceTree {
  private var children: [[Int: Int]] = [[:]]
  private var letters: [DrawnMessage: Int] = [:]
  /// By beginning: how many traces have it, and how much the diagram allows behind it.
  private var counts = [0]
  private var allowed = [0]
  private var isEnd = [false]

  /// Says whether the diagram allows the trace.
  mutating func add(_ trace: [DrawnMessage], _ language: inout DiagramLanguage) -> Bool {
    var node = 0
    var state = language.start
    for message in trace {
      visit(node, language.wayCount(from: state))
      guard let next = language.state(after: message, from: state) else { return false }
      state = next
      let letter = letters[message] ?? letters.count
      letters[message] = letter
      if let known = children[node][letter] {
        node = known
      } else {
        children[node][letter] = children.count
        node = children.count
        children.append([:])
        counts.append(0)
        allowed.append(0)
        isEnd.append(false)
      }
    }
    visit(node, language.wayCount(from: state))
    isEnd[node] = true
    return language.isEnd(state)
  }

  private mutating func visit(_ node: Int, _ ways: Int) {
    counts[node] += 1
    allowed[node] = ways
  }

  var precision: Double {
    var taken = 0
    var possible = 0
    for node in counts.indices {
      taken += counts[node] * (children[node].count + (isEnd[node] ? 1 : 0))
      possible += counts[node] * allowed[node]
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
    var messages: [DrawnMessage] = []
    collect(sequence, &messages)
    return messages
  }

  private func collect(_ sequence: Int32, _ messages: inout [DrawnMessage]) {
    for number in sequences[Int(sequence)] {
      let node = nodes[Int(number)]
      if case .message(let message) = symbols[Int(node.symbol)] { messages.append(message) }
      if node.body >= 0 { collect(node.body, &messages) }
    }
  }
}

extension SequenceDrawing {
  /// Measured on the finished diagram, by an automaton that knows nothing of the folding.
  package var measures: DiagramMeasures {
    DiagramMeasures(of: wholeDiagram, for: sequences.map { table.messages(of: $0) })
  }
}
