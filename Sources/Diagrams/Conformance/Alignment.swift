/// The cheapest way to read a trace along a diagram.
package struct Alignment: Sendable {
  package enum Move: Sendable {
    /// The diagram's message and the trace's letter agree.
    case both(drawn: Int, happened: Int)
    /// The trace has a letter that the diagram has not, here.
    case traceOnly(happened: Int)
    /// The diagram demands a message that the trace has not, here.
    case diagramOnly(drawn: Int)
  }

  package var moves: [Move]
  /// One for each obligatory letter and each drawn message without a partner.
  package var cost: Int
}

/// Finds least-cost alignments by breadth-first search over (marking, letters read), taking free
/// steps first.
struct Aligner {
  private struct Node: Hashable {
    var marking: Int
    var read: Int
  }

  private enum Step {
    case silent
    case move(Alignment.Move)
  }

  private let net: DiagramNet
  private let letters: [TraceLetter]
  private let matching: LetterMatching
  private var markings: [[Int]] = []
  private var markingIDs: [[Int]: Int] = [:]
  private var best: [Node: Int] = [:]
  private var arrival: [Node: (from: Node, step: Step)] = [:]

  static func align(
    _ letters: [TraceLetter], with net: DiagramNet, matching: LetterMatching
  ) -> Alignment {
    var aligner = Aligner(net: net, letters: letters, matching: matching)
    return aligner.search()
  }

  private init(net: DiagramNet, letters: [TraceLetter], matching: LetterMatching) {
    self.net = net
    self.letters = letters
    self.matching = matching
  }

  private mutating func search() -> Alignment {
    let start = Node(marking: id(of: [net.start]), read: 0)
    best[start] = 0
    var current = [start]
    var next: [Node] = []
    var cost = 0
    var settled: Set<Node> = []
    while !current.isEmpty || !next.isEmpty {
      if current.isEmpty {
        (current, next) = (next.reversed(), [])
        cost += 1
      }
      guard let node = current.popLast() else { continue }
      guard best[node] == cost, settled.insert(node).inserted else { continue }
      if node.read == letters.count, markings[node.marking] == [net.end] {
        return Alignment(moves: path(to: node), cost: cost)
      }
      for (target, step, price) in steps(from: node).reversed() {
        guard cost + price < best[target] ?? .max else { continue }
        best[target] = cost + price
        arrival[target] = (node, step)
        if price == 0 { current.append(target) } else { next.append(target) }
      }
    }
    return Alignment(moves: [], cost: 0)
  }

  private mutating func steps(from node: Node) -> [(Node, Step, Int)] {
    var steps: [(Node, Step, Int)] = []
    let marking = markings[node.marking]
    for transition in enabled(in: marking) {
      let after = id(of: fire(transition, in: marking))
      guard let message = net.transitions[transition].message else {
        steps.append((Node(marking: after, read: node.read), .silent, 0))
        continue
      }
      if node.read < letters.count,
        matching.matches(net.messages[message], letters[node.read])
      {
        let move = Alignment.Move.both(drawn: message, happened: node.read)
        steps.insert((Node(marking: after, read: node.read + 1), .move(move), 0), at: 0)
      }
      steps.append(
        (Node(marking: after, read: node.read), .move(.diagramOnly(drawn: message)), 1))
    }
    if node.read < letters.count {
      let price = letters[node.read].isObligatory ? 1 : 0
      let move = Alignment.Move.traceOnly(happened: node.read)
      steps.append((Node(marking: node.marking, read: node.read + 1), .move(move), price))
    }
    return steps
  }

  private func enabled(in marking: [Int]) -> [Int] {
    var found: [Int] = []
    for place in marking {
      for transition in net.leaving[place] where !found.contains(transition) {
        if net.transitions[transition].inputs.allSatisfy(marking.contains) {
          found.append(transition)
        }
      }
    }
    return found
  }

  private func fire(_ transition: Int, in marking: [Int]) -> [Int] {
    let inputs = net.transitions[transition].inputs
    return (marking.filter { !inputs.contains($0) } + net.transitions[transition].outputs).sorted()
  }

  private mutating func id(of marking: [Int]) -> Int {
    if let known = markingIDs[marking] { return known }
    markings.append(marking)
    markingIDs[marking] = markings.count - 1
    return markings.count - 1
  }

  private func path(to end: Node) -> [Alignment.Move] {
    var moves: [Alignment.Move] = []
    var node = end
    while let (from, step) = arrival[node] {
      if case .move(let move) = step { moves.append(move) }
      node = from
    }
    return moves.reversed()
  }
}
