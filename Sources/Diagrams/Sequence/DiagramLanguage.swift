package import Mermaid

/// The sequences of messages that a sequence diagram allows, as an automaton that is worked out as
/// far as it is asked for.
///
/// A state is a set of what may still come. One message further leads to its derivatives
/// (Brzozowski 1964, Antimirov 1996), with a shuffle for `par`. Equal expressions are one, so that a
/// state is a set of numbers. It knows nothing of how diagrams are folded: it reads the finished
/// diagram.
package struct DiagramLanguage {
  private indirect enum Expression: Hashable {
    case nothing
    case message(Int, then: Int)
    /// Any of several.
    case either([Int], then: Int)
    case loop(body: Int, then: Int)
    case shuffle(Int, Int, then: Int)
  }

  private var expressions: [Expression] = []
  private var numbers: [Expression: Int] = [:]
  private var letters: [DrawnMessage: Int] = [:]
  private var states: [[Int]] = []
  private var stateNumbers: [[Int]: Int] = [:]
  private var steps: [[Int: Int]] = []
  private var isFinal: [Bool] = []
  package private(set) var start = 0

  package init(_ diagram: SequenceDiagram) {
    let end = number(.nothing)
    let names = ParticipantNames(diagram)
    let whole = sequence(diagram.statements[...], then: end, names)
    start = state([whole])
  }

  // MARK: - Walking

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
    if state < steps.count, let first = steps[state].first {
      return first.key < 0 ? [:] : steps[state]
    }
    var targets: [Int: Set<Int>] = [:]
    for expression in states[state] { derive(expression, into: &targets) }
    var ways: [Int: Int] = [:]
    for (letter, set) in targets { ways[letter] = self.state(Array(set)) }
    while steps.count <= state { steps.append([:]) }
    steps[state] = ways.isEmpty ? [-1: 0] : ways
    return ways
  }

  private mutating func state(_ parts: [Int]) -> Int {
    let sorted = parts.sorted()
    if let known = stateNumbers[sorted] { return known }
    stateNumbers[sorted] = states.count
    states.append(sorted)
    isFinal.append(sorted.contains { mayEnd($0) })
    return states.count - 1
  }

  // MARK: - Expressions

  private mutating func number(_ expression: Expression) -> Int {
    if let known = numbers[expression] { return known }
    numbers[expression] = expressions.count
    expressions.append(expression)
    return expressions.count - 1
  }

  private func mayEnd(_ number: Int) -> Bool {
    switch expressions[number] {
    case .nothing: true
    case .message: false
    case .either(let parts, let then): parts.contains(where: mayEnd) && mayEnd(then)
    case .loop(_, let then): mayEnd(then)
    case .shuffle(let left, let right, let then): mayEnd(left) && mayEnd(right) && mayEnd(then)
    }
  }

  /// What may follow each message that an expression can begin with.
  private mutating func derive(_ number: Int, into targets: inout [Int: Set<Int>]) {
    switch expressions[number] {
    case .nothing: return
    case .message(let letter, let then): targets[letter, default: []].insert(then)
    case .either(let parts, let then):
      for part in parts {
        add(derivatives(of: part), to: &targets) { $0.followed($1, by: then) }
        if mayEnd(part) { derive(then, into: &targets) }
      }
    case .loop(let body, let then):
      add(derivatives(of: body), to: &targets) { $0.followed($1, by: number) }
      derive(then, into: &targets)
    case .shuffle(let left, let right, let then):
      add(derivatives(of: left), to: &targets) { $0.number(.shuffle($1, right, then: then)) }
      add(derivatives(of: right), to: &targets) { $0.number(.shuffle(left, $1, then: then)) }
      if mayEnd(left), mayEnd(right) { derive(then, into: &targets) }
    }
  }

  private mutating func derivatives(of number: Int) -> [Int: Set<Int>] {
    var targets: [Int: Set<Int>] = [:]
    derive(number, into: &targets)
    return targets
  }

  private mutating func add(
    _ derivatives: [Int: Set<Int>], to targets: inout [Int: Set<Int>],
    _ wrap: (inout DiagramLanguage, Int) -> Int
  ) {
    for (letter, set) in derivatives {
      for part in set { targets[letter, default: []].insert(wrap(&self, part)) }
    }
  }

  /// One expression and then another.
  private mutating func followed(_ first: Int, by second: Int) -> Int {
    switch expressions[first] {
    case .nothing: return second
    case .message(let letter, let then):
      let rest = followed(then, by: second)
      return number(.message(letter, then: rest))
    case .either(let parts, let then):
      let rest = followed(then, by: second)
      return number(.either(parts, then: rest))
    case .loop(let body, let then):
      let rest = followed(then, by: second)
      return number(.loop(body: body, then: rest))
    case .shuffle(let left, let right, let then):
      let rest = followed(then, by: second)
      return number(.shuffle(left, right, then: rest))
    }
  }
}

// MARK: - Reading diagrams

extension DiagramLanguage {
  private mutating func sequence(
    _ statements: ArraySlice<SequenceStatement>, then end: Int, _ names: ParticipantNames
  ) -> Int {
    var rest = end
    for statement in statements.reversed() {
      switch statement {
      case .message(let message):
        let letter = letter(DrawnMessage(message, names))
        rest = number(.message(letter, then: rest))
      case .block(let block): rest = read(block, then: rest, end: end, names)
      default: continue
      }
    }
    return rest
  }

  private mutating func letter(_ message: DrawnMessage) -> Int {
    let known = letters[message] ?? letters.count
    letters[message] = known
    return known
  }

  /// `end` is what follows the block around this one: a `break` leads there.
  private mutating func read(
    _ block: SequenceBlock, then rest: Int, end: Int, _ names: ParticipantNames
  ) -> Int {
    let nothing = number(.nothing)
    if block.kind == .breaking {
      let way = sequence(block.branches.flatMap(\.statements)[...], then: end, names)
      return number(.either([way, rest], then: nothing))
    }
    let parts = block.branches.map { sequence($0.statements[...], then: nothing, names) }
    switch block.kind {
    case .loop: return number(.loop(body: parts[0], then: rest))
    case .opt: return number(.either([parts[0], nothing], then: rest))
    case .alt: return number(.either(parts.count == 1 ? parts + [nothing] : parts, then: rest))
    case .par, .parOver:
      let whole = parts.dropLast().reversed().reduce(parts[parts.count - 1]) {
        number(.shuffle($1, $0, then: nothing))
      }
      return followed(whole, by: rest)
    case .critical:
      let options = number(.either(Array(parts.dropFirst()) + [nothing], then: rest))
      return followed(parts[0], by: parts.count == 1 ? rest : options)
    case .rect, .breaking: return followed(parts[0], by: rest)
    }
  }
}

extension DrawnMessage {
  init(_ message: Message, _ names: ParticipantNames) {
    let isFailure = message.arrow == .solidCross || message.arrow == .dottedCross
    let isSend = message.arrow == .solidPoint
    let kind: Kind =
      isFailure ? .failure : message.arrow.isDotted ? .answer : isSend ? .send : .call
    self.init(
      from: names.name(of: message.from), to: names.name(of: message.to),
      label: message.text.text, kind: kind)
  }
}
