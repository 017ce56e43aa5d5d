/// Reads words letter by letter through a net.
///
/// A state is the set of markings that the letters so far can lead to (the subset construction of Rabin
/// and Scott, 1959). Only markings with a message or the end next count (the important states of Aho,
/// Sethi and Ullman, 1986), so the state before a loop equals the state after a round. States are
/// computed once, when first reached: each later letter costs one table lookup.
///
/// Unlike an aligner it cannot explain a deviation, but a letter costs one lookup and not all edges
/// of the automaton. It serves where only the answer matters: the cost of a trace that follows its
/// diagram, and the states of `EscapingEdges`.
struct NetReader {
  static let start: Int32 = 0
  /// The state after a letter that the diagram does not allow.
  static let dead: Int32 = -1
  private static let unknown: Int32 = -2

  private var markings: NetMarkings
  /// By letter: the messages that it may match, and whether it may be skipped.
  private var messages: [Set<Int32>] = []
  private var isOptional: [Bool] = []
  /// By state: its markings, sorted.
  private var sets: [[Int32]] = []
  private var numbers: [[Int32]: Int32] = [:]
  /// By state, then by letter: the next state.
  private var next: [[Int32]] = []
  private let end: Int32
  private let limit: Int
  private var size = 0
  private var isFull = false

  /// Whether the limit was reached. No other result is valid then.
  var isExhausted: Bool { isFull || markings.isExhausted }

  /// `limit` is the maximum total number of markings of all states.
  init(_ net: DiagramNet, limit: Int) {
    self.limit = limit
    markings = NetMarkings(net, limit: limit)
    end = markings.number(of: [DiagramNet.end])
    _ = state(of: [markings.number(of: [DiagramNet.start])])
  }

  var letterCount: Int { messages.count }

  /// Letters are numbered in the order of addition, from 0. `messages` are the numbers of the drawn
  /// messages that the letter may match; an empty array means that the diagram has none.
  mutating func add(letter messages: [Int32], isOptional: Bool = false) {
    self.messages.append(Set(messages))
    self.isOptional.append(isOptional)
  }

  func isEnd(_ state: Int32) -> Bool { sets[Int(state)].contains(end) }

  /// The messages that may come next.
  mutating func messages(after state: Int32) -> Set<Int32> {
    Set(sets[Int(state)].flatMap { markings.successors(of: $0).compactMap(\.message) })
  }

  /// Returns `dead` if the diagram does not allow the letter here. An optional letter also remains
  /// in the current state, since a diagram may leave it out.
  mutating func state(after letter: Int32, from state: Int32) -> Int32 {
    let row = Int(state)
    if next[row].count <= Int(letter) {
      next[row] += [Int32](repeating: Self.unknown, count: messages.count - next[row].count)
    }
    let known = next[row][Int(letter)]
    if known != Self.unknown { return known }
    let found = successor(of: row, by: Int(letter))
    next[row][Int(letter)] = found
    return found
  }

  private mutating func successor(of state: Int, by letter: Int) -> Int32 {
    let intended = messages[letter]
    var reached = isOptional[letter] ? sets[state] : []
    for marking in sets[state] {
      for step in markings.successors(of: marking) where step.message.map(intended.contains) == true
      {
        reached.append(step.marking)
      }
    }
    return reached.isEmpty ? Self.dead : self.state(of: reached)
  }

  /// Whether a message or the end can come next; other markings do not distinguish states.
  private mutating func isImportant(_ marking: Int32) -> Bool {
    marking == end || markings.successors(of: marking).contains { $0.message != nil }
  }

  /// The state for some markings and all that silent steps lead to.
  private mutating func state(of reached: [Int32]) -> Int32 {
    var seen = Set(reached)
    var open = Array(seen)
    while let marking = open.popLast() {
      isFull = isFull || size + seen.count > limit
      if isExhausted { break }
      for step in markings.successors(of: marking)
      where step.message == nil && seen.insert(step.marking).inserted {
        open.append(step.marking)
      }
    }
    let set = seen.filter { isImportant($0) }.sorted()
    if let known = numbers[set] { return known }
    numbers[set] = Int32(sets.count)
    sets.append(set)
    next.append([])
    size += max(1, set.count)
    return Int32(sets.count - 1)
  }
}
