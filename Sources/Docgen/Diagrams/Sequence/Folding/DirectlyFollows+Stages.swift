extension DirectlyFollows {
  /// With more components, no stages are searched.
  private static let reachabilityLimit = 1_500

  /// Stages that every sequence passes in this order, or skips: by letter. Letters without a
  /// visible order belong to one stage.
  ///
  /// This is the sequence cut of the Inductive Miner: cut between two groups if each letter of the
  /// first reaches each letter of the second, and none back. Components are already in topological
  /// order, so the stages are intervals of that order, and one pass over the reachability finds all
  /// cuts. Reachability needs components² bits, hence the limit.
  func stages() -> (of: [Int], count: Int) {
    let (component, count) = components()
    guard count > 1 else { return (component, 1) }
    guard count <= Self.reachabilityLimit else {
      return (Array(repeating: 0, count: letters.count), 1)
    }
    let reach = reachability(component, count)
    // Components run against the arrows; a stage ends where all earlier ones reach all later ones.
    var stage = Array(repeating: 0, count: count)
    var current = 0
    let order = Array((0..<count).reversed())
    /// The distance, counted from the end, that every component so far reaches without a gap.
    var gap = -1
    for (place, node) in order.enumerated() {
      if place > 0, gap < place { current += 1 }
      stage[node] = current
      var last = -1
      for later in stride(from: count - 1, to: place, by: -1)
      where !reach[node].contains(order[later]) {
        last = later
        break
      }
      gap = max(gap, last)
    }
    return (component.map { stage[$0] }, current + 1)
  }

  private func reachability(_ component: [Int], _ count: Int) -> [BitRow] {
    var reach = Array(repeating: BitRow(count), count: count)
    for node in 0..<count { reach[node].insert(node) }
    var targets = Array(repeating: Set<Int>(), count: count)
    for (letter, others) in followers.enumerated() {
      for other in others where component[other] != component[letter] {
        targets[component[letter]].insert(component[other])
      }
    }
    for node in 0..<count {
      for target in targets[node] { reach[node].formUnion(reach[target]) }
    }
    return reach
  }
}
