package import Models
import Traces

/// A trace as a word: the letters between the drawn participants, each as the number of its class
/// in a table.
package struct TraceWord: Sendable {
  package fileprivate(set) var classes: [Int32] = []
  fileprivate var places: [TracePlace] = []

  package var count: Int { classes.count }
}

/// Letters that mean the same, each once, with what a diagram's messages make of them.
package struct LetterTable: Sendable {
  /// What tells two letters apart without writing out their labels.
  private enum Key: Hashable {
    case call(from: String, to: String, name: String, parameters: [String])
    case outcome(from: String, to: String, value: String, isFailure: Bool)
    case inner(by: String, label: String, others: [String])
  }

  private let messages: [DrawnLetter]
  private let matching: LetterMatching
  private let participants: Set<String>
  /// Pairs of participants between which the diagram draws an answer.
  private let answering: Set<[String]>
  private var classes: [Key: Int32] = [:]
  private(set) var letters: [TraceLetter] = []
  /// The messages that a class may be.
  private(set) var matches: [[Int32]] = []
  /// 1 for letters that must be drawn.
  private(set) var prices: [Int32] = []

  package init(_ language: MessageLanguage, _ matching: LetterMatching) {
    messages = language.messages
    self.matching = matching
    participants = Set(language.participants)
    answering = Set(messages.filter(\.isAnswer).map { [$0.from, $0.to] })
  }

  /// A table for the letters between some participants, without a diagram.
  init(participants: Set<String>) {
    messages = []
    matching = LetterMatching()
    self.participants = participants
    answering = []
  }

  /// The letter at an index of a word, with its place.
  package func letter(_ index: Int, of word: TraceWord) -> TraceLetter {
    var letter = letters[Int(word.classes[index])]
    letter.place = word.places[index]
    return letter
  }

  /// Whether a diagram must draw the letter.
  package func isObligatory(_ index: Int, of word: TraceWord) -> Bool {
    prices[Int(word.classes[index])] > 0
  }

  /// How many letters of a word must be drawn.
  package func length(of word: TraceWord) -> Int {
    word.classes.reduce(0) { $0 + Int(prices[Int($1)]) }
  }

  /// The letters of an interaction, in the order in which they happened.
  package mutating func word(of model: InteractionModel) -> TraceWord {
    var word = TraceWord()
    add(model.steps, to: &word)
    return word
  }

  private mutating func add(_ steps: [InteractionStep], to word: inout TraceWord) {
    for step in steps {
      switch step {
      case .exchange(let call, let inner, let outcome):
        let isDrawn = isDrawn(call)
        if isDrawn { add(call, to: &word) }
        add(inner, to: &word)
        if isDrawn { add(outcome, of: call, to: &word) }
      case .call(let call): if isDrawn(call) { add(call, to: &word) }
      case .outcome(let call, let outcome):
        if isDrawn(call) { add(outcome, of: call, to: &word) }
      case .phase(let phase, let inner, let place):
        add(inner: phase.name, by: phase.by, place, to: &word)
        add(inner, to: &word)
      case .decision(let decision, let place):
        if decision.holds { add(inner: decision.condition, by: decision.by, place, to: &word) }
      case .transition(let move, let by, let place):
        add(inner: move.event, or: [move.to] + move.effects, by: by, place, to: &word)
      case .note(let note, let place): add(inner: note.text, by: note.by, place, to: &word)
      }
    }
  }

  private func isDrawn(_ call: InteractionCall) -> Bool {
    participants.contains(call.from) && participants.contains(call.to)
  }

  private mutating func add(_ call: InteractionCall, to word: inout TraceWord) {
    let key = Key.call(from: call.from, to: call.to, name: call.name, parameters: call.parameters)
    append(key, call.place, to: &word) { TraceLetter(call) }
  }

  private mutating func add(
    _ outcome: InteractionOutcome, of call: InteractionCall, to word: inout TraceWord
  ) {
    let key = Key.outcome(
      from: call.to, to: call.from, value: outcome.value, isFailure: outcome.isFailure)
    append(key, outcome.place, to: &word) { TraceLetter(outcome, of: call) }
  }

  private mutating func add(
    inner label: String, or others: [String] = [], by participant: String?, _ place: TracePlace,
    to word: inout TraceWord
  ) {
    guard let participant, participants.contains(participant) else { return }
    append(.inner(by: participant, label: label, others: others), place, to: &word) {
      TraceLetter(inner: label, or: others, by: participant, at: place)
    }
  }

  private mutating func append(
    _ key: Key, _ place: TracePlace, to word: inout TraceWord, _ letter: () -> TraceLetter
  ) {
    let known = classes[key]
    word.places.append(place)
    word.classes.append(known ?? new(key, letter()))
  }

  private mutating func new(_ key: Key, _ letter: TraceLetter) -> Int32 {
    let number = Int32(letters.count)
    classes[key] = number
    letters.append(letter)
    matches.append(
      messages.indices.filter { matching.matches(messages[$0], letter) }.map(Int32.init))
    prices.append(mustBeDrawn(letter) ? 1 : 0)
    return number
  }

  func mustBeDrawn(_ letter: TraceLetter) -> Bool {
    switch (letter.kind, matching.answers) {
    case (.call, _), (.answer, .all), (.failure, .all), (.failure, .drawn): true
    case (.answer, .drawn): !letter.label.isEmpty && answering.contains([letter.from, letter.to])
    case (.answer, .any), (.failure, .any): false
    case (.inner, _): matching.demanded.contains(letter.label) || isNamed(letter)
    }
  }
}

extension LetterTable {
  /// Whether the diagram draws such a decision, phase, step or remark by its own name: then it must
  /// do so wherever one comes.
  private func isNamed(_ letter: TraceLetter) -> Bool {
    var named = letter
    named.alternatives = []
    named.shorter = ["\(letter.label)()"]
    return messages.contains { matching.matches($0, named) }
  }
}

extension InteractionModel {
  /// The letters between the given participants, in the order in which they happened.
  package func letters(among participants: Set<String>) -> [TraceLetter] {
    var table = LetterTable(participants: participants)
    let word = table.word(of: self)
    return (0..<word.count).map { table.letter($0, of: word) }
  }
}
