/// Aligns words with a diagram that has parallel parts: best first (A*) through markings × word,
/// which are found as they are reached.
///
/// What is still to be paid is never overestimated: the letters left that no message can be, and
/// the messages to come that no letter of the word can be.
struct NetAligner {
  private struct Node: Hashable {
    var marking: Int32
    var read: Int32
  }

  private struct Arrival {
    /// In the units of `Alignment`.
    var cost: Int
    var from: Node?
    var step: Alignment.Step?
    var isSettled = false
  }

  /// What can be done in a marking.
  private struct Successor {
    var marking: Int32
    var message: Int32?
    var way: Int32?
  }

  /// Beyond so many nodes nothing is said.
  private static let mostNodes = 4_000_000

  private let net: DiagramNet
  private let table: LetterTable
  private var markings: [[Int32]] = []
  private var numbers: [[Int32]: Int32] = [:]
  private var successors: [[Successor]?] = []
  private var arrivals: [Node: Arrival] = [:]
  /// Open nodes by their estimated total weight.
  private var open = NodeHeap<Node>()
  /// By place: the least number of messages from it on, within its part of a parallel block, that
  /// no letter of the word can be.
  private var remainders: [Int32] = []
  private var remainderOfMarking: [Int32] = []

  init(_ net: DiagramNet, _ table: LetterTable) {
    self.net = net
    self.table = table
  }

  mutating func cheapest() -> Int? { steps(of: [])?.cost }

  /// A least-cost path; nothing when there is too much to try.
  mutating func steps(of word: [Int32]) -> (steps: [Alignment.Step], cost: Int)? {
    prepare(for: word)
    let rest = remainingLetters(of: word)
    let start = Node(marking: number(of: [DiagramNet.start]), read: 0)
    reach(start, Arrival(cost: 0), rest)
    while let node = open.popLeast() {
      guard let arrival = arrivals[node], !arrival.isSettled else { continue }
      arrivals[node]?.isSettled = true
      if Int(node.read) == word.count, markings[Int(node.marking)] == [DiagramNet.end] {
        return (path(to: node), Alignment.cost(ofWeight: arrival.cost))
      }
      expand(node, at: arrival.cost, word, rest)
      if arrivals.count > Self.mostNodes { return nil }
    }
    return nil
  }

  private mutating func expand(
    _ node: Node, at cost: Int, _ word: [Int32], _ rest: [Int]
  ) {
    func arrive(_ step: Alignment.Step?, _ price: Int) -> Arrival {
      Arrival(cost: cost + price, from: node, step: step)
    }
    if Int(node.read) < word.count {
      reach(
        Node(marking: node.marking, read: node.read + 1),
        arrive(
          .traceOnly(happened: Int(node.read)),
          Alignment.weight(traceOnly: table.prices[Int(word[Int(node.read)])])), rest)
    }
    for next in successors(of: node.marking) {
      let stay = Node(marking: next.marking, read: node.read)
      guard let message = next.message else {
        reach(stay, arrive(next.way.map { .way(Int($0)) }, 0), rest)
        continue
      }
      reach(stay, arrive(.diagramOnly(drawn: Int(message)), Alignment.unit), rest)
      if Int(node.read) < word.count,
        table.matches[Int(word[Int(node.read)])].contains(message)
      {
        reach(
          Node(marking: next.marking, read: node.read + 1),
          arrive(.both(drawn: Int(message), happened: Int(node.read)), 0), rest)
      }
    }
  }

  private mutating func reach(_ node: Node, _ arrival: Arrival, _ rest: [Int]) {
    if let known = arrivals[node], known.isSettled || known.cost <= arrival.cost { return }
    arrivals[node] = arrival
    let remainder = Int(remainderOfMarking[Int(node.marking)]) * Alignment.unit
    open.insert(node, at: arrival.cost + rest[Int(node.read)] + remainder)
  }

  private func path(to end: Node) -> [Alignment.Step] {
    var steps: [Alignment.Step] = []
    var node = end
    while let arrival = arrivals[node], let from = arrival.from {
      if let step = arrival.step { steps.append(step) }
      node = from
    }
    return steps.reversed()
  }

  // MARK: - Markings

  private mutating func successors(of marking: Int32) -> [Successor] {
    if let known = successors[Int(marking)] { return known }
    let marks = markings[Int(marking)]
    var found: [Successor] = []
    for place in marks {
      for transition in net.places[Int(place)].leaving {
        let step = net.transitions[Int(transition)]
        guard step.inputs.first == place, step.inputs.allSatisfy(marks.contains) else { continue }
        let after = (marks.filter { !step.inputs.contains($0) } + step.outputs).sorted()
        found.append(
          Successor(marking: number(of: after), message: step.message, way: step.way))
      }
    }
    successors[Int(marking)] = found
    return found
  }

  private mutating func number(of marking: [Int32]) -> Int32 {
    if let known = numbers[marking] { return known }
    numbers[marking] = Int32(markings.count)
    markings.append(marking)
    successors.append(nil)
    remainderOfMarking.append(remainder(of: marking))
    return Int32(markings.count - 1)
  }

  // MARK: - What is still to be paid

  private mutating func prepare(for word: [Int32]) {
    arrivals.removeAll(keepingCapacity: true)
    open = NodeHeap()
    let possible = Set(Set(word).flatMap { table.matches[Int($0)] })
    let unknown = Int32.max / 4
    remainders = [Int32](repeating: unknown, count: net.places.count)
    for transition in net.transitions where transition.inputs.count > 1 {
      for input in transition.inputs { remainders[Int(input)] = 0 }
    }
    remainders[Int(DiagramNet.end)] = 0
    var isChanged = true
    while isChanged {
      isChanged = false
      for step in net.transitions.reversed() where step.inputs.count == 1 {
        let price: Int32 = step.message.map { possible.contains($0) ? 0 : 1 } ?? 0
        let better = min(unknown, price + sum(step.outputs))
        if better < remainders[Int(step.inputs[0])] {
          remainders[Int(step.inputs[0])] = better
          isChanged = true
        }
      }
    }
    remainderOfMarking = markings.map { remainder(of: $0) }
  }

  private func remainder(of marking: [Int32]) -> Int32 {
    sum(marking, outermost: true)
  }

  /// What is to come from some places, and behind the parallel blocks that they open.
  private func sum(_ places: [Int32], outermost: Bool = false) -> Int32 {
    var total: Int32 = 0
    var blocks: Set<Int32> = []
    for place in places {
      total = min(Int32.max / 4, total + remainders[Int(place)])
      var after = net.places[Int(place)].after
      while let block = after, outermost || places.count > 1 {
        blocks.insert(block)
        after = outermost ? net.places[Int(block)].after : nil
      }
    }
    return min(Int32.max / 4, blocks.reduce(total) { $0 + remainders[Int($1)] })
  }

  /// By letters read: what the letters cost that are left and that no message can be.
  private func remainingLetters(of word: [Int32]) -> [Int] {
    var rest = [Int](repeating: 0, count: word.count + 1)
    for index in word.indices.reversed() {
      let letter = Int(word[index])
      let price = Alignment.weight(traceOnly: table.prices[letter])
      rest[index] = rest[index + 1] + (table.matches[letter].isEmpty ? price : 0)
    }
    return rest
  }
}
