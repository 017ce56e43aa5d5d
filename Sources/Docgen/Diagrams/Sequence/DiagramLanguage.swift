package import Mermaid

/// The sequences of messages that a sequence diagram allows, as an automaton that is worked out as
/// far as it is asked for.
///
/// A state is a set of what may still come. One message further leads to its derivatives
/// (Brzozowski 1964, Antimirov 1996), with a shuffle for `par`. Equal expressions are one, so that a
/// state is a set of numbers. It knows nothing of how diagrams are folded: it reads the finished
/// diagram.
package struct DiagramLanguage {
  indirect enum Expression: Hashable {
    case nothing
    /// A letter, and which of the diagram's messages it is.
    case message(Int, site: Int, then: Int)
    /// Any of several.
    case either([Int], then: Int)
    case loop(body: Int, then: Int)
    /// Several at once, sorted; none of them is nothing.
    case shuffle([Int], then: Int)
  }

  struct Pair: Hashable {
    var first: Int
    var second: Int
  }

  /// How many different expressions are worked out before it gives up: parallel parts that share
  /// messages may be anywhere within each other.
  private var limit: Int
  var expressions: [Expression] = []
  private var numbers: [Expression: Int] = [:]
  var letters: [DrawnMessage: Int] = [:]
  private var states: [[Int]] = []
  private var stateNumbers: [[Int]: Int] = [:]
  private var steps: [[Int: Int]?] = []
  private var isFinal: [Bool] = []
  private var work = 0
  var siteCount = 0
  var derivatives: [Int: [Int: Set<Int>]] = [:]
  var joined: [Pair: Int] = [:]
  package private(set) var start = 0

  package init(_ diagram: SequenceDiagram, limit: Int = 100_000) {
    self.limit = limit
    let end = number(.nothing)
    let names = ParticipantNames(diagram)
    let whole = sequence(diagram.statements[...], then: end, names)
    self.limit += expressions.count
    start = state([whole])
  }

  // MARK: - Walking

  /// Whether there were so many orders that it gave up: then nothing else that it says holds.
  package var isExhausted: Bool { expressions.count > limit || work > limit * 4 }

  /// The letter of a message; nothing where the diagram does not draw it.
  package func letter(of message: DrawnMessage) -> Int? { letters[message] }

  /// The state behind a letter; nothing where the diagram does not allow it there.
  package mutating func state(after letter: Int, from state: Int) -> Int? {
    ways(from: state)[letter]
  }

  /// How many different messages may come next; the end counts as one.
  package mutating func wayCount(from state: Int) -> Int {
    ways(from: state).count + (isFinal[state] ? 1 : 0)
  }

  package func isEnd(_ state: Int) -> Bool { isFinal[state] }

  private mutating func ways(from state: Int) -> [Int: Int] {
    if let known = steps[state] { return known }
    var targets: [Int: Set<Int>] = [:]
    for expression in states[state] where !isExhausted {
      targets.merge(derivatives(of: expression)) { $0.union($1) }
    }
    var ways: [Int: Int] = [:]
    for (letter, set) in targets {
      work += set.count
      ways[letter] = self.state(Array(set))
    }
    steps[state] = ways
    return ways
  }

  private mutating func state(_ parts: [Int]) -> Int {
    let sorted = parts.sorted()
    if let known = stateNumbers[sorted] { return known }
    stateNumbers[sorted] = states.count
    states.append(sorted)
    steps.append(nil)
    isFinal.append(sorted.contains { mayEnd($0) })
    return states.count - 1
  }

  mutating func number(_ expression: Expression) -> Int {
    if let known = numbers[expression] { return known }
    numbers[expression] = expressions.count
    expressions.append(expression)
    return expressions.count - 1
  }
}
