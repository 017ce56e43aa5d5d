/// A block for one section of several sequences, and the run of each sequence through it.
struct StretchFolding {
  var block: ProcessTree
  var runs: [[Int32]]

  /// One choice in place of two that always agree:
  ///
  ///     alt (a) else (b), alt (c) else (d)  ->  alt (a c) else (b d)
  ///
  /// Returns `nil` if the second choice does not follow from the first.
  ///
  /// Two choices in a row allow all combinations of their branches. If each branch of the first is
  /// always followed by the same branch of the second, no other combination was observed, and one
  /// choice describes the log more precisely.
  func fused(with next: StretchFolding) -> StretchFolding? {
    guard let own = alternatives, let following = next.alternatives, runs.count > 1 else {
      return nil
    }
    var partner: [Int32: Int32] = [:]
    for (run, other) in zip(runs, next.runs) {
      guard let way = run.first, let follower = other.first else { return nil }
      guard partner.updateValue(follower, forKey: way) ?? follower == follower else { return nil }
    }
    let drawn = partner.values.filter { following[Int($0)] != .nothing }
    guard Set(drawn).count == drawn.count else { return nil }
    let joined = own.indices.map { way -> ProcessTree in
      guard let follower = partner[Int32(way)] else { return own[way] }
      return .joined([own[way], following[Int(follower)]])
    }
    let joinedRuns = zip(runs, next.runs).map { $0 + $1.dropFirst() }
    guard joined[0] == .nothing || joined.allSatisfy({ $0 != .nothing }) else { return nil }
    if joined[0] == .nothing, joined.count == 2 {
      return StretchFolding(block: .option(joined[1]), runs: joinedRuns)
    }
    guard joined[0] != .nothing else { return nil }
    return StretchFolding(block: .choice(joined), runs: joinedRuns)
  }

  /// The branches of a choice; for an option, an empty branch and its body.
  private var alternatives: [ProcessTree]? {
    switch block {
    case .choice(let branches): branches
    case .option(let body): [.nothing, body]
    default: nil
    }
  }
}
