/// Aligns words with an automaton: the shortest path through automaton × word with costs 0 and 1,
/// row by row.
///
/// A row has the least cost of each state after a number of letters. It follows from the row
/// before: each cost may stay, plus the price of the skipped letter; an edge with a matching
/// message is free. A state that became cheaper makes its successors cheaper, by silent edges at no
/// cost and by messages at 1. Time O(edges × letters); memory two rows for the cost, O(states ×
/// √letters) for the steps.
///
/// The usual method is A* over the product of the Petri net and the trace, whose queue and time can
/// grow exponentially for long traces that deviate. Row by row, the method is the same as that of
/// edit distance, generalized from a line to an automaton: it is always linear in the trace, and
/// needs no heuristic.
///
/// Keeping each row for the steps would need states × letters numbers. Instead, every √n-th row is
/// kept, and the rows of one segment are recomputed when the path is traced back through it: each
/// row is computed twice at most.
struct AutomatonAligner {
  /// The origin of a state's cost, with the edge in the higher bits.
  ///
  /// The two lower bits are the kind, so that one `Int32` for each state is enough. -1 marks the
  /// start, and states that are not reached.
  private enum Origin: Int32 {
    case traceOnly, both, silent, diagramOnly

    func with(_ edge: Int32) -> Int32 { edge << 2 | rawValue }
  }

  private static let unknown = Int.max / 2

  private let automaton: DiagramAutomaton
  /// The message edges that a letter may take, by the letter's class.
  private let edges: [[Int32]]
  private let prices: [Int]
  /// States reached by a message alone, with their costs, cheapest first.
  private var waiting: [(cost: Int, state: Int32)] = []
  private var open: [Int32] = []

  init(_ automaton: DiagramAutomaton, _ table: LetterTable) {
    self.automaton = automaton
    edges = table.matches.map { $0.flatMap { automaton.movesOf[$0] } }
    prices = table.prices.map { Alignment.weight(traceOnly: $0) }
  }

  /// The row before the first letter.
  private mutating func firstRow() -> (costs: [Int], origins: [Int32]) {
    var costs = [Int](repeating: Self.unknown, count: automaton.stateCount)
    var origins = [Int32](repeating: -1, count: automaton.stateCount)
    costs[Int(DiagramAutomaton.start)] = 0
    relax(&costs, &origins, from: [DiagramAutomaton.start])
    return (costs, origins)
  }

  /// The cost of the empty word: the number of messages of the diagram's shortest run.
  var cheapest: Int {
    var aligner = self
    return Alignment.cost(ofWeight: aligner.firstRow().costs[Int(DiagramAutomaton.end)])
  }

  /// A least-cost path. Rows are kept at regular distances, and those between are recomputed.
  mutating func steps(of word: [Int32]) -> (steps: [Alignment.Step], cost: Int) {
    let distance = max(64, Int(Double(word.count).squareRoot()))
    var (costs, origins) = firstRow()
    let first = origins
    var kept = [costs]
    var seeds: [Int32] = []
    for (index, letter) in word.enumerated() {
      advance(&costs, &origins, by: letter, seeds: &seeds)
      if (index + 1).isMultiple(of: distance) { kept.append(costs) }
    }
    let cost = Alignment.cost(ofWeight: costs[Int(DiagramAutomaton.end)])
    var steps: [Alignment.Step] = []
    var state = DiagramAutomaton.end
    for segment in kept.indices.reversed() {
      let begin = segment * distance
      var rows: [[Int32]] = []
      var row = kept[segment]
      for letter in word[begin..<min(word.count, begin + distance)] {
        advance(&row, &origins, by: letter, seeds: &seeds)
        rows.append(origins)
      }
      if segment == kept.count - 1, rows.isEmpty, begin > 0 { continue }
      for index in rows.indices.reversed() {
        retrace(rows[index], &state, steps: &steps, reading: begin + index)
      }
    }
    retrace(first, &state, steps: &steps, reading: -1)
    return (steps.reversed(), cost)
  }

  /// Follows origins backwards through one row into the one before it.
  private func retrace(
    _ origins: [Int32], _ state: inout Int32, steps: inout [Alignment.Step], reading index: Int
  ) {
    while origins[Int(state)] >= 0 {
      let origin = origins[Int(state)]
      let edge = Int(origin >> 2)
      switch Origin(rawValue: origin & 3) {
      case .traceOnly:
        steps.append(.traceOnly(happened: index))
        return
      case .both:
        steps.append(.both(drawn: Int(automaton.moves[edge].tag), happened: index))
        state = automaton.moves[edge].from
        return
      case .silent:
        if automaton.silent[edge].tag >= 0 {
          steps.append(.way(Int(automaton.silent[edge].tag)))
        }
        state = automaton.silent[edge].from
      case .diagramOnly:
        steps.append(.diagramOnly(drawn: Int(automaton.moves[edge].tag)))
        state = automaton.moves[edge].from
      case nil: return
      }
    }
  }

  /// From one row to the next.
  ///
  /// `seeds` is a buffer of the caller that is reused for each letter. A match is preferred at
  /// equal cost (`<=`), so that of several least-cost paths the one with more steps in both is
  /// chosen.
  private mutating func advance(
    _ costs: inout [Int], _ origins: inout [Int32], by letter: Int32, seeds: inout [Int32]
  ) {
    let price = prices[Int(letter)]
    seeds.removeAll(keepingCapacity: true)
    let matching = edges[Int(letter)]
    let reached = matching.map { costs[Int(automaton.moves[Int($0)].from)] }
    let left = Origin.traceOnly.with(0)
    for state in costs.indices {
      costs[state] += price
      origins[state] = left
    }
    for (edge, cost) in zip(matching, reached) {
      let target = Int(automaton.moves[Int(edge)].to)
      guard cost <= costs[target] else { continue }
      origins[target] = Origin.both.with(edge)
      if cost == costs[target] { continue }
      costs[target] = cost
      seeds.append(Int32(target))
    }
    if !seeds.isEmpty { relax(&costs, &origins, from: seeds) }
  }

  /// Lowers the costs of all states after `seeds`, cheapest first. The seeds in their order and the
  /// targets of messages both have ascending costs, so the cheaper of the two is next.
  ///
  /// This is Dijkstra's algorithm with two sorted queues in place of a heap, which is possible
  /// because all edges cost 0 or one `unit` (known as 0-1 search).
  private mutating func relax(
    _ costs: inout [Int], _ origins: inout [Int32], from seeds: [Int32]
  ) {
    let sorted = seeds.count > 1 ? seeds.sorted { costs[Int($0)] < costs[Int($1)] } : seeds
    waiting.removeAll(keepingCapacity: true)
    var (nextSeed, nextWaiting) = (0, 0)
    while nextSeed < sorted.count || nextWaiting < waiting.count {
      let first: Int32
      if nextWaiting == waiting.count
        || nextSeed < sorted.count
          && costs[Int(sorted[nextSeed])] <= waiting[nextWaiting].cost
      {
        first = sorted[nextSeed]
        nextSeed += 1
      } else {
        first = waiting[nextWaiting].state
        nextWaiting += 1
        if costs[Int(first)] < waiting[nextWaiting - 1].cost { continue }
      }
      spread(from: first, &costs, &origins)
    }
  }

  /// The targets of silent edges have the same cost, and those of messages one more.
  private mutating func spread(
    from first: Int32, _ costs: inout [Int], _ origins: inout [Int32]
  ) {
    let cost = costs[Int(first)]
    let dearer = cost + Alignment.unit
    open.append(first)
    while let state = open.popLast() {
      for edge in automaton.silentLeaving[state] {
        let target = automaton.silent[Int(edge)].to
        guard cost < costs[Int(target)] else { continue }
        costs[Int(target)] = cost
        origins[Int(target)] = Origin.silent.with(edge)
        open.append(target)
      }
      for edge in automaton.movesLeaving[state] {
        let target = automaton.moves[Int(edge)].to
        guard dearer < costs[Int(target)] else { continue }
        costs[Int(target)] = dearer
        origins[Int(target)] = Origin.diagramOnly.with(edge)
        waiting.append((dearer, target))
      }
    }
  }
}
