package import Models
import Traces

/// A trace as a word: the letters between the drawn participants, each as the number of its class
/// in a table.
///
/// Numbers instead of letters make the search fast: a trace of a million records has a few hundred
/// different letters, so labels are built and compared with the diagram once for each class and not
/// once for each record.
package struct ActivitySequence: Sendable {
  package fileprivate(set) var classes: [Int32] = []
  fileprivate var places: [TracePlace] = []

  package var count: Int { classes.count }
}

/// Letters of equal meaning, each once, with the matching messages of a diagram.
///
/// The table grows while words are read; numbers remain valid. One table serves all traces of a
/// diagram, so a class that is known from the first trace costs one dictionary lookup in the
/// others.
package struct LetterTable: Sendable {
  /// Distinguishes letters without building their labels.
  private enum Key: Hashable {
    case call(from: String, to: String, name: String, parameters: [String])
    case outcome(from: String, to: String, value: String, isFailure: Bool)
    case inner(by: String, label: String, alternatives: [String])
  }

  private let messages: [DocumentedActivity]
  /// The numbers of the messages by each of their spellings.
  private let spelled: [String: [Int]]
  private let matching: LetterMatching
  private let participants: Set<String>
  /// Pairs of participants between which the diagram draws an answer.
  private let answering: Set<[String]>
  private var classes: [Key: Int32] = [:]
  private(set) var letters: [Activity] = []
  /// The messages that a class may match.
  private(set) var matches: [[Int32]] = []
  /// 1 for required letters.
  private(set) var prices: [Int32] = []

  package init(_ language: MessageLanguage, _ matching: LetterMatching) {
    messages = language.messages
    self.matching = matching
    participants = Set(language.participants)
    answering = Set(messages.filter(\.isAnswer).map { [$0.from, $0.to] })
    spelled = messages.indices.reduce(into: [:]) { spelled, number in
      for text in matching.spellings(of: language.messages[number]) {
        spelled[text, default: []].append(number)
      }
    }
  }

  /// A table for the letters between some participants, without a diagram.
  init(participants: Set<String>) {
    (messages, spelled) = ([], [:])
    matching = LetterMatching()
    self.participants = participants
    answering = []
  }

  /// The letter at an index of a word, with its place.
  package func letter(_ index: Int, of word: ActivitySequence) -> Activity {
    var letter = letters[Int(word.classes[index])]
    letter.place = word.places[index]
    return letter
  }

  /// Whether a diagram must draw the letter.
  package func isObligatory(_ index: Int, of word: ActivitySequence) -> Bool {
    prices[Int(word.classes[index])] > 0
  }

  /// The number of required letters of a word.
  package func length(of word: ActivitySequence) -> Int {
    word.classes.reduce(0) { $0 + Int(prices[Int($1)]) }
  }

  /// The letters of a trace, in the order of its records.
  ///
  /// A call between two participants of which one is not drawn has no letter, and neither has its
  /// answer. Sends have no answer. An answer without a known call is skipped, as in a trace that
  /// was recorded from the middle of a run.
  package mutating func word(of recorded: RecordedTrace) -> ActivitySequence {
    var word = ActivitySequence()
    var open = [OpenParticipant]()
    for record in recorded.trace.records {
      let place = recorded.place(of: record)
      switch record.body {
      case .call(let call):
        if !call.isSend { open.append(OpenParticipant(call)) }
        add(call, place, to: &word)
      case .phaseBegan(let phase):
        open.append(OpenParticipant(phase, within: open))
        add(inner: phase.name, by: phase.by, place, to: &word)
      case .returned(let outcome), .failed(let outcome):
        guard let call = open.end(outcome.span)?.message else { continue }
        add(outcome, isFailure: record.body.isFailure, of: call, place, to: &word)
      case .phaseEnded(let phase): _ = open.end(phase.span)
      case .decision(let decision):
        if decision.holds { add(inner: decision.condition, by: decision.by, place, to: &word) }
      case .transition(let move):
        let index = open.place(of: move.parent?.number ?? 0)
        let by = open.indices.contains(index) ? open[index].name : nil
        add(inner: move.event, or: [move.to] + move.effects, by: by, place, to: &word)
      case .note(let note): add(inner: note.text, by: note.by, place, to: &word)
      case .value: continue
      }
    }
    return word
  }

  private func isDrawn(_ call: TraceCall) -> Bool {
    participants.contains(call.from) && participants.contains(call.to)
  }

  private mutating func add(_ call: TraceCall, _ place: TracePlace, to word: inout ActivitySequence)
  {
    guard isDrawn(call) else { return }
    let key = Key.call(from: call.from, to: call.to, name: call.name, parameters: call.parameters)
    append(key, place, to: &word) { Activity(call, at: place) }
  }

  private mutating func add(
    _ outcome: TraceOutcome, isFailure: Bool, of call: TraceCall, _ place: TracePlace,
    to word: inout ActivitySequence
  ) {
    guard isDrawn(call) else { return }
    let key = Key.outcome(
      from: call.to, to: call.from, value: outcome.value, isFailure: isFailure)
    append(key, place, to: &word) {
      Activity(outcome, isFailure: isFailure, of: call, at: place)
    }
  }

  private mutating func add(
    inner label: String, or alternatives: [String] = [], by participant: String?,
    _ place: TracePlace,
    to word: inout ActivitySequence
  ) {
    guard let participant, participants.contains(participant) else { return }
    append(.inner(by: participant, label: label, alternatives: alternatives), place, to: &word) {
      Activity(inner: label, or: alternatives, by: participant, at: place)
    }
  }

  private mutating func append(
    _ key: Key, _ place: TracePlace, to word: inout ActivitySequence, letter: () -> Activity
  ) {
    let known = classes[key]
    word.places.append(place)
    word.classes.append(known ?? new(key, letter()))
  }

  private mutating func new(_ key: Key, _ letter: Activity) -> Int32 {
    let number = Int32(letters.count)
    classes[key] = number
    letters.append(letter)
    matches.append(messages(matching: letter).map(Int32.init))
    prices.append(mustBeDrawn(letter) ? 1 : 0)
    return number
  }

  /// Calls and sends are always required. Decisions, phases, transitions and notes are required
  /// only if the options name them, or if the diagram shows that it draws them.
  func mustBeDrawn(_ letter: Activity) -> Bool {
    switch (letter.kind, matching.answers) {
    case (.call, _), (.answer, .all), (.failure, .all), (.failure, .drawn): true
    case (.answer, .drawn): !letter.label.isEmpty && answering.contains([letter.from, letter.to])
    case (.answer, .any), (.failure, .any): false
    case (.inner, _): matching.demanded.contains(letter.label) || isNamed(letter)
    }
  }
}

extension LetterTable {
  /// Whether the diagram draws such a decision, phase, transition or remark by its own name: then
  /// it must do so wherever one occurs.
  private func isNamed(_ letter: Activity) -> Bool {
    var named = letter
    named.alternatives = []
    named.shorter = ["\(letter.label)()"]
    return !messages(matching: named).isEmpty
  }

  /// The numbers of the drawn messages that a letter may match, in the order of the diagram.
  private func messages(matching letter: Activity) -> [Int] {
    Set(matching.spellings(of: letter).flatMap { spelled[$0] ?? [] }).sorted()
      .filter { matching.matches(messages[$0], letter) }
  }
}

/// A call or phase that has begun, and the participant that is active in it.
private struct OpenParticipant: OpenSpan {
  let span: UInt32
  let call: UInt32
  let name: String
  /// `nil` for a phase.
  let message: TraceCall?

  var isPhase: Bool { message == nil }

  init(_ call: TraceCall) {
    (span, self.call, name, message) = (call.span.number, call.span.number, call.to, call)
  }

  init(_ phase: TracePhase, within open: [OpenParticipant]) {
    (span, name, message) = (phase.span.number, phase.by, nil)
    let index = open.place(of: phase.parent?.number ?? 0)
    call = open.indices.contains(index) ? open[index].call : 0
  }
}

extension [OpenParticipant] {
  fileprivate mutating func end(_ span: TraceSpan) -> OpenParticipant? {
    lastIndex { $0.span == span.number }.map { remove(at: $0) }
  }
}

extension TraceRecord.Body {
  fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}

extension RecordedTrace {
  /// The letters between the given participants, in the order in which they happened.
  package func letters(among participants: Set<String>) -> [Activity] {
    var table = LetterTable(participants: participants)
    let word = table.word(of: self)
    return (0..<word.count).map { table.letter($0, of: word) }
  }
}
