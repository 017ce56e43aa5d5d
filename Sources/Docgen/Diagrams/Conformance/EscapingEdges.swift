/// How many more runs a diagram allows than were recorded: escaping edges (Munoz-Gama, Carmona 2010).
///
/// In each state the diagram allows certain messages, or its end. Those that no run takes from there
/// escape. Precision is 1 − escaping / allowed, where a state counts once for each run that passes it.
///
/// Fitness alone rewards a diagram that allows anything; precision is the counterweight. A state is
/// that of `NetReader` after the letters of a run so far.
///
///     opt a · b, always run as a b    ->  start allows a and b, and b escapes: 1 − 1/4
///
/// Cost: one table lookup for each letter of a run, and the size of the visited states.
struct EscapingEdges {
  /// The letter of the end of a run.
  private static let ending: Int32 = -1

  private var reader: NetReader
  /// By message; messages that look alike have the same letter.
  let letters: [Int32]
  /// By state: how often runs pass it, the letters that they take there, and the allowed letters.
  private var visits: [Double] = []
  private var taken: [Set<Int32>] = []
  private var allowed: [Set<Int32>] = []

  /// `limit` is passed to `NetReader`: the maximum number of markings in all its states.
  init(_ language: MessageLanguage, limit: Int = 400_000) {
    reader = NetReader(DiagramNet(language), limit: limit)
    let classes = language.letterClasses
    letters = classes.letters
    for messages in classes.messages { reader.add(letter: messages) }
  }

  /// Follows the letters of a run, and returns whether the diagram allows them from start to end.
  ///
  /// `count` is the number of equal runs.
  mutating func add(_ run: some Sequence<Int32>, count: Int = 1) -> Bool {
    var state = NetReader.start
    for letter in run {
      guard !reader.isExhausted else { return false }
      visit(state, letter, count)
      state = letter < 0 ? NetReader.dead : reader.state(after: letter, from: state)
      if state == NetReader.dead { return false }
    }
    visit(state, Self.ending, count)
    return reader.isEnd(state)
  }

  /// Whether parallel parts allow too many orders to count.
  var isExhausted: Bool { reader.isExhausted }

  /// `nil` if the orders are too many.
  var precision: Double? {
    if isExhausted { return nil }
    var (used, possible) = (0.0, 0.0)
    for state in visits.indices {
      used += visits[state] * Double(allowed[state].intersection(taken[state]).count)
      possible += visits[state] * Double(allowed[state].count)
    }
    return possible == 0 ? 1 : used / possible
  }

  private mutating func visit(_ state: Int32, _ letter: Int32, _ count: Int) {
    let state = Int(state)
    while visits.count <= state {
      let next = Int32(visits.count)
      visits.append(0)
      taken.append([])
      let messages = reader.messages(after: next).map { letters[Int($0)] }
      allowed.append(Set(reader.isEnd(next) ? messages + [Self.ending] : messages))
    }
    visits[state] += Double(count)
    taken[state].insert(letter)
  }
}

extension MessageLanguage {
  /// A letter for each message, the same for those that look alike; and the messages of each letter.
  fileprivate var letterClasses: (letters: [Int32], messages: [[Int32]]) {
    var numbers: [DocumentedActivity: Int32] = [:]
    var groups: [[Int32]] = []
    let letters = messages.indices.map { message in
      let letter = messages[message].withoutPlace
      if let known = numbers[letter] {
        groups[Int(known)].append(Int32(message))
        return known
      }
      numbers[letter] = Int32(groups.count)
      groups.append([Int32(message)])
      return Int32(groups.count - 1)
    }
    return (letters, groups)
  }
}
