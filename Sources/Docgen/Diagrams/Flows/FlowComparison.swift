import Diagnostics
import SwiftIndex

/// Runs the automata of a hand-drawn diagram and a flow side by side.
///
/// A drawn message is possible if some run of the diagram up to it is part of an order of calls in
/// the code. Calls between drawn messages are skipped, or must all be drawn (`isStrict`).
///
/// The method is reachability in the product of two automata: a pair of states is reached if some
/// run of the diagram and some run of the code lead to it. The search visits each pair once, so the
/// cost is O(states of the diagram × edges of the code) for each round, and a round finds one
/// deviation, which is passed over in the next. An alignment with costs, as for traces, would
/// choose one run of the code; the product considers all of them.
struct FlowComparison {
  private let drawn: DiagramAutomaton
  private let code: FlowAutomaton
  /// The letters of the code that each drawn message may match; `nil` for a message that is not
  /// compared.
  private let matches: [Set<Int>?]
  /// Drawn messages that are skipped because they were reported.
  private var passedMessages: Set<Int> = []
  /// Letters that a diagram need not draw.
  private var passedLetters: Set<Int> = []
  private var isStrict = false

  /// A pair needs one byte.
  private static let mostPairs = 8_000_000

  /// Returns `nil` if the comparison is too large.
  ///
  /// `matches` has an entry for each message of the language: the indices of letters in `code`.
  init?(_ language: MessageLanguage, _ code: FlowAutomaton, matches: [Set<Int>?]) {
    let net = DiagramNet(language.withoutParallelParts, ignoresBounds: true)
    guard let drawn = DiagramAutomaton(net, limit: Self.mostPairs),
      drawn.stateCount * code.leaving.count <= Self.mostPairs
    else { return nil }
    (self.drawn, self.code, self.matches) = (drawn, code, matches)
  }

  /// The reached states of a run.
  private struct Reached {
    var pairs: [Bool]
    var messages: Set<Int> = []
    var letters: Set<Int> = []
  }

  /// The drawn messages that the code's order forbids, in the order of the diagram.
  ///
  /// A message is misplaced if the diagram reaches it, but no pair of states before it has a
  /// matching call in the code. Each round skips the first such message and searches again, because
  /// the messages after it may be right.
  mutating func misplaced() -> [Int] {
    var found: [Int] = []
    while true {
      let reached = reach()
      let stuck = drawn.moves.filter { edge in
        let message = Int(edge.tag)
        return matches[message] != nil && !reached.messages.contains(message)
          && !passedMessages.contains(message)
          && code.leaving.indices.contains { reached.pairs[pair(edge.from, $0)] }
      }
      guard let first = stuck.map({ Int($0.tag) }).min() else { return found }
      found.append(first)
      passedMessages.insert(first)
    }
  }

  /// The letters that the diagram lacks, each with the drawn message before it.
  ///
  /// The calls of a method that is called several times must be drawn only once.
  ///
  /// `free` are the letters that the diagram may leave out. `behind` is an index in the messages of
  /// the diagram, or `nil` for a call before its first message. Each call is reported once, even if
  /// its method is copied.
  mutating func missing(except free: Set<Int>) -> [(letter: Int, behind: Int?)] {
    let copies = Dictionary(grouping: code.letters.indices) { code.letters[$0].call.location }
    let repeated = Set(copies.values.filter { $0.count > 1 }.joined())
    (isStrict, passedLetters) = (true, free.union(repeated))
    var found: [(Int, Int?)] = []
    let before = lastMessages()
    while true {
      let reached = reach()
      let drawnCalls = Set(reached.letters.map { code.letters[$0].call.location })
      func isOpen(_ letter: Int) -> Bool {
        !drawnCalls.contains(code.letters[letter].call.location)
      }
      let passed = passedLetters
      let stuck = edges { isOpen($0) && !passed.contains($0) }.compactMap { edge in
        last(before: edge.state, reached, before).map { (edge.letter, $0) }
      }
      if let first = stuck.min(by: { $0.0 < $1.0 }) {
        found.append(first)
        passedLetters.insert(first.0)
        continue
      }
      var places: Set<SourceLocation> = []
      for edge in edges(where: { isOpen($0) && repeated.contains($0) && !free.contains($0) })
      where places.insert(code.letters[edge.letter].call.location).inserted {
        found.append((edge.letter, last(before: edge.state, reached, before) ?? nil))
      }
      // Calls without a fixed place must be drawn somewhere.
      let floating = code.always.union(code.floating.joined())
      for letter in floating.sorted() where isOpen(letter) && !free.contains(letter) {
        if places.insert(code.letters[letter].call.location).inserted {
          found.append((letter, nil))
        }
      }
      return found
    }
  }

  private func edges(where isWanted: (Int) -> Bool) -> [(letter: Int, state: Int)] {
    code.leaving.enumerated().flatMap { state, edges in
      edges.compactMap(\.letter).filter(isWanted).map { ($0, state) }
    }
  }

  /// The last drawn message before a state of the code; `nil` if the state is not reached.
  private func last(before state: Int, _ reached: Reached, _ messages: [Int?]) -> Int?? {
    let states = (0..<drawn.stateCount).filter { reached.pairs[pair(Int32($0), state)] }
    return states.isEmpty ? nil : .some(states.compactMap { messages[$0] }.max())
  }

  private func pair(_ drawn: Int32, _ state: Int) -> Int {
    Int(drawn) * code.leaving.count + state
  }

  private func reach() -> Reached {
    var reached = Reached(
      pairs: [Bool](repeating: false, count: drawn.stateCount * code.leaving.count))
    var queue: [(Int32, Int)] = []
    func visit(_ state: Int32, _ other: Int) {
      let index = pair(state, other)
      if reached.pairs[index] { return }
      reached.pairs[index] = true
      queue.append((state, other))
    }
    visit(DiagramAutomaton.start, 0)
    while let (state, other) = queue.popLast() {
      for edge in drawn.silentLeaving[state] { visit(drawn.silent[Int(edge)].to, other) }
      for edge in code.leaving[other] {
        if edge.letter.map({ !isStrict || passedLetters.contains($0) }) ?? true {
          visit(state, edge.to)
        }
      }
      for number in drawn.movesLeaving[state] {
        let edge = drawn.moves[Int(number)]
        let message = Int(edge.tag)
        guard let letters = matches[message], !passedMessages.contains(message) else {
          visit(edge.to, other)
          continue
        }
        for call in code.leaving[other] {
          guard let letter = call.letter, letters.contains(letter) else { continue }
          visit(edge.to, call.to)
          reached.messages.insert(message)
          reached.letters.insert(letter)
        }
        let floating =
          letters.filter { code.always.contains($0) }
          + code.floating[other].filter { letters.contains($0) }
        guard !floating.isEmpty else { continue }
        visit(edge.to, other)
        reached.messages.insert(message)
        reached.letters.formUnion(floating)
      }
    }
    return reached
  }

  /// The last drawn message before each state.
  private func lastMessages() -> [Int?] {
    var last = [Int?](repeating: nil, count: drawn.stateCount)
    var isGrowing = true
    func raise(_ state: Int32, _ message: Int?) {
      guard let message, message > last[Int(state)] ?? -1 else { return }
      last[Int(state)] = message
      isGrowing = true
    }
    for edge in drawn.moves { raise(edge.to, Int(edge.tag)) }
    while isGrowing {
      isGrowing = false
      for edge in drawn.silent { raise(edge.to, last[Int(edge.from)]) }
    }
    return last
  }
}
