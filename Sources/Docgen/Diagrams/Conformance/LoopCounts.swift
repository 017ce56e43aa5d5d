import Mermaid

/// The numbers of rounds of a diagram's titled loops in an alignment that ignores their titles.
///
/// The alignment comes from a net with `ignoresBounds`, which records the beginning of each round
/// as a `way`. Counting them afterwards gives the actual numbers, where the bounded net could only
/// report missing or additional messages. A loop within a loop is counted for each of its entries,
/// and the range covers all of them.
struct LoopCounts {
  /// The counts outside of the bounds, by loop.
  private(set) var wrong: [(site: Int, counts: ClosedRange<Int>)] = []

  private let language: MessageLanguage
  private var rounds: [Int: Int] = [:]
  private var broken: Set<Int> = []
  private var found: [Int: ClosedRange<Int>] = [:]

  init(_ alignment: Alignment, _ language: MessageLanguage) {
    self.language = language
    begin(within: nil)
    for case .way(let way) in alignment.steps {
      let site = language.sites[way]
      if site.kind == .loop { rounds[way, default: 0] += 1 }
      if site.kind == .breaking {
        // The loop that the `break` leaves, and loops that are never reached, are exempt from the
        // minimum.
        broken.formUnion(rounds.keys)
      }
      begin(within: way)
    }
    for loop in rounds.keys { end(loop) }
    wrong = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A branch begins: each loop directly within it starts with zero rounds.
  private mutating func begin(within parent: Int?) {
    for (index, site) in language.sites.enumerated()
    where site.kind == .loop && site.parent == parent && site.bounds != .any {
      if rounds[index] != nil { end(index) }
      rounds[index] = 0
      broken.remove(index)
    }
  }

  private mutating func end(_ loop: Int) {
    guard let count = rounds[loop] else { return }
    let bounds = language.sites[loop].bounds
    if bounds.contains(count) || (broken.contains(loop) && count < bounds.least) { return }
    let known = found[loop] ?? count...count
    found[loop] = min(known.lowerBound, count)...max(known.upperBound, count)
  }
}
