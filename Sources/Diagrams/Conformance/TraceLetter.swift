package import Models
import Traces

/// Something in a trace that a drawn message can stand for.
package struct TraceLetter: Sendable {
  package enum Kind: Hashable, Sendable {
    case call, answer, failure
    /// A decision, phase or step of a state machine: it may be drawn as a message to oneself.
    case inner
  }

  package var from: String
  package var to: String
  /// As a generated diagram would write it.
  package var label: String
  /// Other spellings that mean the same: the bare method name.
  package var shorter: [String]
  package var kind: Kind
  package var place: TracePlace

  /// Whether a diagram must draw it: calls yes; answers and inner steps may be left out.
  package var isObligatory: Bool { kind == .call }

  package var description: String {
    "\(from) \(kind == .call ? "->>" : "-->>") \(to): \(label)"
  }
}

extension InteractionModel {
  /// The letters between the given participants, in the order in which they happened.
  package func letters(among participants: Set<String>) -> [TraceLetter] {
    var letters: [TraceLetter] = []
    collect(steps, participants, &letters)
    return letters
  }

  private func collect(
    _ steps: [InteractionStep], _ participants: Set<String>, _ letters: inout [TraceLetter]
  ) {
    for step in steps {
      switch step {
      case .exchange(let call, let inner, let outcome):
        let isDrawn = participants.contains(call.from) && participants.contains(call.to)
        if isDrawn { letters.append(TraceLetter(call)) }
        collect(inner, participants, &letters)
        if isDrawn { letters.append(TraceLetter(outcome, of: call)) }
      case .call(let call):
        if participants.contains(call.from), participants.contains(call.to) {
          letters.append(TraceLetter(call))
        }
      case .outcome(let call, let outcome):
        if participants.contains(call.from), participants.contains(call.to) {
          letters.append(TraceLetter(outcome, of: call))
        }
      case .phase(let phase, let inner, let place):
        if participants.contains(phase.by) {
          letters.append(TraceLetter(inner: phase.name, by: phase.by, at: place))
        }
        collect(inner, participants, &letters)
      case .decision(let decision, let place):
        if participants.contains(decision.by), decision.holds {
          letters.append(TraceLetter(inner: decision.condition, by: decision.by, at: place))
        }
      case .transition(let move, let by, let place):
        if let by, participants.contains(by) {
          letters.append(
            TraceLetter(inner: move.event, or: [move.to] + move.effects, by: by, at: place))
        }
      case .note(let note, let place):
        if participants.contains(note.by) {
          letters.append(TraceLetter(inner: note.text, by: note.by, at: place))
        }
      }
    }
  }
}

extension TraceLetter {
  init(_ call: InteractionCall) {
    self.init(
      from: call.from, to: call.to, label: call.label, shorter: [call.name, "\(call.name)()"],
      kind: .call, place: call.place)
  }

  /// `201 Created` may also be drawn as `201`.
  init(_ outcome: InteractionOutcome, of call: InteractionCall) {
    let first = outcome.value.split(separator: " ").first.map(String.init)
    self.init(
      from: call.to, to: call.from, label: outcome.value, shorter: first.map { [$0] } ?? [],
      kind: outcome.isFailure ? .failure : .answer, place: outcome.place)
  }

  init(inner label: String, or others: [String] = [], by participant: String, at place: TracePlace)
  {
    self.init(
      from: participant, to: participant, label: label,
      shorter: others.flatMap { [$0, "\($0)()"] } + ["\(label)()"], kind: .inner, place: place)
  }
}

/// When a drawn message stands for something in a trace.
///
/// Both ends must be the same participants, and a solid arrow stands for a call, a dotted one for
/// an answer, a crossed one for a failure. The label must be the same; or the method's name alone,
/// with empty parentheses or with dots in them; or an HTTP method and path whose query is left out; or the first
/// word of an answer; or a synonym for one of these.
package struct LetterMatching: Sendable {
  /// A drawn label and what it stands for.
  package var synonyms: [String: String]

  package init(synonyms: [String: String] = [:]) {
    self.synonyms = synonyms
  }

  package func matches(_ drawn: DrawnLetter, _ happened: TraceLetter) -> Bool {
    guard drawn.from == happened.from, drawn.to == happened.to else { return false }
    switch happened.kind {
    case .call, .inner: guard !drawn.isAnswer else { return false }
    case .answer: guard drawn.isAnswer, !drawn.isCrossed else { return false }
    case .failure: guard drawn.isAnswer else { return false }
    }
    let text = synonyms[drawn.text] ?? drawn.text
    return spellings(text).contains { $0 == happened.label || happened.shorter.contains($0) }
  }

  private func spellings(_ text: String) -> [String] {
    var spellings = [text]
    if let query = text.firstIndex(of: "?") { spellings.append(String(text[..<query])) }
    if let comma = text.firstIndex(of: ",") { spellings.append(String(text[..<comma])) }
    for dots in ["(…)", "(...)"] where text.hasSuffix(dots) {
      spellings.append(String(text.dropLast(dots.count)))
    }
    return spellings
  }
}
