/// Says whether words follow a diagram without parallel parts, at the cost of a table lookup a
/// letter: the sets of states that are reached at no cost are found as they are needed and kept.
struct FollowChecker {
  /// A letter after which nothing follows the diagram any more.
  private static let dead: Int32 = -1
  private static let unknown: Int32 = -2
  /// Beyond so many sets the checker gives up, and an aligner must say.
  private static let mostSets = 100_000

  private let automaton: DiagramAutomaton
  private var edges: [[Int32]] = []
  private var prices: [Int32] = []
  private var sets: [[Int32]] = []
  private var numbers: [[Int32]: Int32] = [:]
  /// By set, then by class: the next set.
  private var next: [[Int32]] = []

  init(_ automaton: DiagramAutomaton) {
    self.automaton = automaton
    _ = number(of: closed([DiagramAutomaton.start]))
  }

  /// Whether the word costs nothing; nothing when that would take too many sets.
  mutating func follows(_ word: [Int32], _ table: LetterTable) -> Bool? {
    for letter in edges.count..<max(edges.count, table.matches.count) {
      edges.append(table.matches[letter].flatMap { automaton.movesOf[$0] })
      prices.append(table.prices[letter])
    }
    var set: Int32 = 0
    for letter in word {
      let row = Int(set)
      if next[row].count <= Int(letter) {
        next[row] += [Int32](repeating: Self.unknown, count: edges.count - next[row].count)
      }
      var target = next[row][Int(letter)]
      if target == Self.unknown {
        target = successor(of: row, by: Int(letter))
        next[row][Int(letter)] = target
        if sets.count > Self.mostSets { return nil }
      }
      if target == Self.dead { return false }
      set = target
    }
    return sets[Int(set)].contains(DiagramAutomaton.end)
  }

  private mutating func successor(of set: Int, by letter: Int) -> Int32 {
    let members = Set(sets[set])
    let reached = edges[letter].map { automaton.moves[Int($0)] }
      .filter { members.contains($0.from) }.map(\.to)
    let targets = closed(reached + (prices[letter] == 0 ? sets[set] : []))
    return targets.isEmpty ? Self.dead : number(of: targets)
  }

  private mutating func number(of set: [Int32]) -> Int32 {
    if let known = numbers[set] { return known }
    numbers[set] = Int32(sets.count)
    sets.append(set)
    next.append([])
    return Int32(sets.count - 1)
  }

  /// With everything that silent edges lead to, sorted.
  private func closed(_ states: [Int32]) -> [Int32] {
    var seen = Set(states)
    var open = Array(seen)
    while let state = open.popLast() {
      for edge in automaton.silentLeaving[state] {
        let target = automaton.silent[Int(edge)].to
        if seen.insert(target).inserted { open.append(target) }
      }
    }
    return seen.sorted()
  }
}
