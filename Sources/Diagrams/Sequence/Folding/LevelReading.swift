/// The steps of one level, of several bodies: letters to be folded, and what stands between them.
struct LevelReading {
  /// The letters of one body.
  struct Body {
    /// The number of its sequence.
    var number: Int32
    var letters: [Int32] = []
    /// The remarks before each letter, and last those at the end: numbers of sequences.
    var gaps: [Int32] = []
    /// Where the bodies of each letter begin in `bodies`, and last where they end.
    var starts: [Int] = [0]
    /// What happens within the letters: one body of a call or phase, one for each round of a loop.
    var bodies: [Int32] = []
  }

  /// What a letter stands for.
  struct Letter: Hashable {
    var symbol: Int32
    /// Bodies that have nothing in common are different letters.
    var cluster: Int32
    /// So are two that differ, where no flow has more than two.
    var isSecond = false
  }

  private(set) var letters: [Letter] = []
  private(set) var weights: [Double] = []
  private(set) var bodies: [Body] = []
  private var numbers: [Letter: Int32] = [:]
  /// Calls that have something within them at least once.
  private var framed: Set<Int32> = []

  init(_ sequences: [Int32], _ table: inout StepTable) {
    for sequence in sequences {
      for node in table.sequences[Int(sequence)] where table.nodes[Int(node)].body >= 0 {
        framed.insert(table.nodes[Int(node)].symbol)
      }
    }
    let raw = sequences.map { read($0, &table) }
    let clusters = BodyClusters(raw, table)
    for (number, tokens) in zip(sequences, raw) {
      var body = Body(number: number)
      let seconds = clusters.seconds(in: tokens, table)
      for (place, token) in tokens.enumerated() where token.symbol >= 0 {
        var letter = Letter(symbol: token.symbol, cluster: 0)
        if let first = token.bodies.first {
          letter.cluster = clusters.cluster(of: first, in: token.symbol)
          letter.isSecond = seconds.contains(place)
        }
        body.letters.append(self.letter(letter, token, table))
        body.gaps.append(token.gap)
        body.bodies += token.bodies
        body.starts.append(body.bodies.count)
      }
      body.gaps.append(tokens.last?.gap ?? StepTable.empty)
      bodies.append(body)
    }
  }

  private mutating func letter(_ letter: Letter, _ token: Token, _ table: StepTable) -> Int32 {
    if let number = numbers[letter] { return number }
    let number = Int32(letters.count)
    numbers[letter] = number
    letters.append(letter)
    let within = token.bodies.first.map { table.weight(of: $0) } ?? 0
    let isMessage =
      if case .message = table.symbols[Int(letter.symbol)] { true } else { false }
    weights.append((isMessage ? 1 : 2) + within)
    return number
  }

  // MARK: - Tokens

  /// A letter before it is known which; the last of a body has no symbol.
  struct Token {
    var symbol: Int32
    var gap: Int32
    var bodies: [Int32]
  }

  private func read(_ sequence: Int32, _ table: inout StepTable) -> [Token] {
    let nodes = table.sequences[Int(sequence)]
    var tokens: [Token] = []
    tokens.reserveCapacity(nodes.count + 1)
    var gap: [Int32] = []
    var index = 0
    while index < nodes.count {
      let number = nodes[index]
      index += 1
      if table.isSilent(number) {
        gap.append(number)
        continue
      }
      let node = table.nodes[Int(number)]
      var token = Token(
        symbol: node.symbol, gap: gap.isEmpty ? StepTable.empty : table.sequence(gap), bodies: [])
      gap.removeAll(keepingCapacity: true)
      if case .round = table.symbols[Int(node.symbol)] {
        token.bodies = rounds(of: node, nodes, &index, &table)
      } else if node.body >= 0 {
        token.bodies = [node.body]
      } else if framed.contains(node.symbol) {
        token.bodies = [answer(to: node.symbol, nodes, &index, &table)]
      }
      tokens.append(token)
    }
    tokens.append(
      Token(symbol: -1, gap: gap.isEmpty ? StepTable.empty : table.sequence(gap), bodies: []))
    return tokens
  }

  /// The rounds of a loop that the engine named; remarks between two belong to the first of them.
  private func rounds(
    of node: StepTable.Node, _ nodes: [Int32], _ index: inout Int, _ table: inout StepTable
  ) -> [Int32] {
    var bodies = [node.body]
    while let next = nodes[index...].firstIndex(where: { !table.isSilent($0) }),
      table.nodes[Int(nodes[next])].symbol == node.symbol
    {
      if next > index {
        let last = table.sequences[Int(bodies[bodies.count - 1])]
        bodies[bodies.count - 1] = table.sequence(last + nodes[index..<next])
      }
      bodies.append(table.nodes[Int(nodes[next])].body)
      index = next + 1
    }
    return bodies
  }

  /// A call without anything within, among calls that have: its answer is within it.
  private func answer(
    to symbol: Int32, _ nodes: [Int32], _ index: inout Int, _ table: inout StepTable
  ) -> Int32 {
    guard index < nodes.count, case .message(let call) = table.symbols[Int(symbol)],
      case .message(let next) = table.symbol(of: nodes[index]), next.isReply(to: call)
    else { return StepTable.empty }
    index += 1
    return table.sequence([nodes[index - 1]])
  }
}

/// Which bodies of a symbol have enough in common to be drawn as one.
///
/// Two bodies belong together when half of the calls of the smaller one are in the other, too; one
/// without calls belongs to all. Where a flow has a symbol twice and no flow more often, and the two
/// are not made of the same steps, they are told one after the other.
private struct BodyClusters {
  /// Beyond this number of different sets of calls, all belong together.
  private static let limit = 32

  private var clusters: [Int32: [Int32: Int32]] = [:]
  /// How often the flow that has a symbol most often has it.
  private var most: [Int32: Int] = [:]

  init(_ flows: [[LevelReading.Token]], _ table: StepTable) {
    var bodies: [Int32: [Int32]] = [:]
    var seen: Set<UInt64> = []
    for flow in flows {
      var counts: [Int32: Int] = [:]
      for token in flow {
        guard token.symbol >= 0, token.bodies.count == 1, let body = token.bodies.first else {
          continue
        }
        counts[token.symbol, default: 0] += 1
        let key = UInt64(UInt32(token.symbol)) << 32 | UInt64(UInt32(body))
        if seen.insert(key).inserted { bodies[token.symbol, default: []].append(body) }
      }
      most.merge(counts, uniquingKeysWith: max)
    }
    for (symbol, numbers) in bodies where numbers.count > 1 {
      if case .round = table.symbols[Int(symbol)] { continue }
      clusters[symbol] = Self.clusters(numbers, table)
    }
  }

  func cluster(of body: Int32, in symbol: Int32) -> Int32 { clusters[symbol]?[body] ?? 0 }

  /// The places in a flow of what comes for the second time and differs from the first.
  func seconds(in flow: [LevelReading.Token], _ table: StepTable) -> Set<Int> {
    var firsts: [Int32: Set<Int32>] = [:]
    var places: Set<Int> = []
    for (place, token) in flow.enumerated() where token.symbol >= 0 {
      guard most[token.symbol] == 2, token.bodies.count == 1 else { continue }
      if case .round = table.symbols[Int(token.symbol)] { continue }
      var steps: Set<Int32> = []
      table.collectSteps(in: token.bodies[0], &steps)
      if let first = firsts[token.symbol] {
        if first != steps { places.insert(place) }
      } else {
        firsts[token.symbol] = steps
      }
    }
    return places
  }

  private static func clusters(_ bodies: [Int32], _ table: StepTable) -> [Int32: Int32]? {
    var sets: [Set<Int32>] = []
    var places: [Int32: Int] = [:]
    for body in bodies {
      let calls = table.calls(in: body)
      let known = sets.firstIndex(of: calls)
      places[body] = known ?? sets.count
      if known == nil { sets.append(calls) }
      if sets.count > limit { return nil }
    }
    var group = Array(0..<sets.count)
    for left in sets.indices {
      for right in sets.indices where right > left && group[left] != group[right] {
        let smaller = min(sets[left].count, sets[right].count)
        guard sets[left].intersection(sets[right]).count * 2 >= smaller else { continue }
        let (old, new) = (max(group[left], group[right]), min(group[left], group[right]))
        for index in group.indices where group[index] == old { group[index] = new }
      }
    }
    return places.mapValues { Int32(group[$0]) }
  }
}

extension StepTable {
  /// The calls and frames of a body, without what is within them.
  fileprivate func calls(in body: Int32) -> Set<Int32> {
    var calls: Set<Int32> = []
    for node in sequences[Int(body)] where !isSilent(node) {
      let symbol = nodes[Int(node)].symbol
      if case .message(let message) = symbols[Int(symbol)], message.isReply { continue }
      calls.insert(symbol)
    }
    return calls
  }

  /// The symbols of a body and of what is within it.
  fileprivate func collectSteps(in body: Int32, _ steps: inout Set<Int32>) {
    for node in sequences[Int(body)] where !isSilent(node) {
      steps.insert(nodes[Int(node)].symbol)
      if nodes[Int(node)].body >= 0 { collectSteps(in: nodes[Int(node)].body, &steps) }
    }
  }

  /// How many lines a body takes when everything in it is drawn once.
  func weight(of body: Int32) -> Double {
    var seen: Set<Int32> = []
    var weight = 0.0
    for node in sequences[Int(body)] where !isSilent(node) {
      let node = nodes[Int(node)]
      guard seen.insert(node.symbol).inserted else { continue }
      weight += 1 + (node.body >= 0 ? self.weight(of: node.body) : 0)
    }
    return weight
  }
}
