/// Aligns words with a diagram that has parallel parts: best first (A*) through markings × word,
/// which are found as they are reached.
///
/// What is still to be paid is never overestimated: the letters left that no message can be, and
/// the messages to come that no letter of the word can be.
struct NetAligner {
  /// How a node was reached at least cost so far.
  private struct Arrival {
    /// In the units of `Alignment`.
    var cost: Int
    /// The number of the node before it, or -1.
    var from: Int32
    var step: Alignment.Step?
    var isSettled = false
  }

  /// Beyond so many nodes nothing is said.
  private static let mostNodes = 4_000_000

  private let table: LetterTable
  private let word: [Int32]
  /// By letters read: what the letters cost that are left and that no message can be.
  private let rest: [Int]
  private var markings: NetMarkings
  private let remainders: NetRemainders
  /// By marking: the least number of messages still to come that no letter can be.
  private var toCome: [Int?] = []
  private var nodes = NodeNumbers()
  /// By node.
  private var arrivals: [Arrival] = []
  /// Open nodes by their estimated total weight.
  private var open = NodeHeap<Int32>()

  private init(_ net: DiagramNet, _ table: LetterTable, word: [Int32]) {
    self.table = table
    self.word = word
    var possible = [Bool](repeating: false, count: net.messageCount)
    var rest = [Int](repeating: 0, count: word.count + 1)
    for index in word.indices.reversed() {
      let letter = Int(word[index])
      let matches = table.matches[letter]
      for message in matches { possible[Int(message)] = true }
      let price = Alignment.weight(traceOnly: table.prices[letter])
      rest[index] = rest[index + 1] + (matches.isEmpty ? price : 0)
    }
    self.rest = rest
    markings = NetMarkings(net)
    remainders = NetRemainders(net, possible: possible)
  }

  /// A least-cost path; nothing when there is too much to try.
  static func steps(
    of word: [Int32], _ net: DiagramNet, _ table: LetterTable
  ) -> (steps: [Alignment.Step], cost: Int)? {
    var aligner = NetAligner(net, table, word: word)
    return aligner.search()
  }

  private mutating func search() -> (steps: [Alignment.Step], cost: Int)? {
    let end = markings.number(of: [DiagramNet.end])
    let start = markings.number(of: [DiagramNet.start])
    reach(NodeNumbers.Node(marking: start, read: 0), Arrival(cost: 0, from: -1))
    while let number = open.popLeast() {
      if arrivals[Int(number)].isSettled { continue }
      arrivals[Int(number)].isSettled = true
      let node = nodes[number]
      if Int(node.read) == word.count, node.marking == end {
        return (path(to: number), Alignment.cost(ofWeight: arrivals[Int(number)].cost))
      }
      expand(number, node)
      if arrivals.count > Self.mostNodes { return nil }
    }
    return nil
  }

  private mutating func expand(_ number: Int32, _ node: NodeNumbers.Node) {
    let cost = arrivals[Int(number)].cost
    let read = Int(node.read)
    let letter = read < word.count ? Int(word[read]) : nil
    func arrive(_ step: Alignment.Step?, _ price: Int) -> Arrival {
      Arrival(cost: cost + price, from: number, step: step)
    }
    if let letter {
      let price = Alignment.weight(traceOnly: table.prices[letter])
      reach(
        NodeNumbers.Node(marking: node.marking, read: node.read + 1),
        arrive(.traceOnly(happened: read), price))
    }
    for next in markings.successors(of: node.marking) {
      let stay = NodeNumbers.Node(marking: next.marking, read: node.read)
      guard let message = next.message else {
        reach(stay, arrive(next.way.map { .way(Int($0)) }, 0))
        continue
      }
      reach(stay, arrive(.diagramOnly(drawn: Int(message)), Alignment.unit))
      if let letter, table.matches[letter].contains(message) {
        reach(
          NodeNumbers.Node(marking: next.marking, read: node.read + 1),
          arrive(.both(drawn: Int(message), happened: read), 0))
      }
    }
  }

  private mutating func reach(_ node: NodeNumbers.Node, _ arrival: Arrival) {
    let number = nodes.number(of: node)
    if Int(number) == arrivals.count {
      arrivals.append(arrival)
    } else {
      let known = arrivals[Int(number)]
      if known.isSettled || known.cost <= arrival.cost { return }
      arrivals[Int(number)] = arrival
    }
    let remainder = remainder(of: node.marking) * Alignment.unit
    open.insert(number, at: arrival.cost + rest[Int(node.read)] + remainder)
  }

  private mutating func remainder(of marking: Int32) -> Int {
    let index = Int(marking)
    while toCome.count <= index { toCome.append(nil) }
    if let known = toCome[index] { return known }
    let total = remainders.total(of: markings[marking])
    toCome[index] = total
    return total
  }

  private func path(to end: Int32) -> [Alignment.Step] {
    var steps: [Alignment.Step] = []
    var number = end
    while number >= 0 {
      let arrival = arrivals[Int(number)]
      if let step = arrival.step { steps.append(step) }
      number = arrival.from
    }
    return steps.reversed()
  }
}
