/// Groups the bodies of a symbol that have enough in common to be drawn as one.
///
/// Two bodies belong together if half of the calls of the smaller one are also in the other; one
/// without calls belongs to all. If a flow has a symbol twice and no flow more often, and the two
/// do not consist of the same steps, they are drawn one after the other.
///
///     sync() with [fetch, save]  and  sync() with [fetch, save, notify]   one letter, with an option
///     sync() with [fetch, save]  and  sync() with [reset]                 two letters
///
/// Without clusters, a call with unrelated bodies would become one box with two unrelated
/// alternatives. With a letter for each body, equal calls could never be folded into a loop. Cost:
/// the square of the number of different sets of calls, of which there are at most 32.
struct BodyClusters {
  /// With more different sets of calls, all belong together.
  private static let limit = 32

  private var clusters: [Int32: [Int32: Int32]] = [:]
  /// The maximum number of occurrences of each symbol in a flow.
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

  /// The places in a flow of second occurrences that differ from the first.
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
  /// The calls and frames of a body, without nested ones.
  fileprivate func calls(in body: Int32) -> Set<Int32> {
    var calls: Set<Int32> = []
    for node in sequences[Int(body)] where !isSilent(node) {
      let symbol = nodes[Int(node)].symbol
      switch symbols[Int(symbol)] {
      case .message(let message) where message.isReply: continue
      case .strand: calls.formUnion(self.calls(in: nodes[Int(node)].body))
      default: calls.insert(symbol)
      }
    }
    return calls
  }

  /// The symbols of a body, including nested ones.
  fileprivate func collectSteps(in body: Int32, _ steps: inout Set<Int32>) {
    for node in sequences[Int(body)] where !isSilent(node) {
      steps.insert(nodes[Int(node)].symbol)
      if nodes[Int(node)].body >= 0 { collectSteps(in: nodes[Int(node)].body, &steps) }
    }
  }

  /// The number of lines of a body if each element is drawn once.
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
