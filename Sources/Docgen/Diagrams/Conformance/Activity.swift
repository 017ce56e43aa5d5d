package import Models
import Traces

/// An element of a trace that a drawn message can match.
///
/// The counterpart of `DocumentedActivity`: one comes from a recording and the other from a
/// diagram, and `LetterMatching` decides whether they are the same. In the terms of process mining,
/// both are activities, a trace is a sequence of them, and an alignment pairs two sequences.
package struct Activity: Sendable {
  package enum Kind: Hashable, Sendable {
    case call, answer, failure
    /// A decision, phase or transition of a state machine: it may be drawn as a message to oneself.
    case inner
  }

  package var from: String
  package var to: String
  /// The label in a generated diagram.
  package var label: String
  /// Other labels for it: for a transition, the state after it and its effects.
  package var alternatives: [String] = []
  /// Shorter spellings: the bare method name.
  package var shorter: [String]
  package var kind: Kind
  /// The file and line of the trace, for the evidence of a finding. It is not part of the letter's
  /// meaning: the letter of a later occurrence gets its own place.
  package var place: TracePlace

  /// `A ->> B: open()`; an answer without a value is `B -->> A`.
  package var description: String {
    let arrow =
      switch kind {
      case .call, .inner: "->>"
      case .answer: "-->>"
      case .failure: "--x"
      }
    return "\(from) \(arrow) \(to)" + (label.isEmpty ? "" : ": \(label)")
  }
}

extension Activity {
  init(_ call: TraceCall, at place: TracePlace) {
    self.init(
      from: call.from, to: call.to, label: call.label, shorter: [call.name, "\(call.name)()"],
      kind: .call, place: place)
  }

  /// `201 Created` may also be drawn as `201`.
  init(_ outcome: TraceOutcome, isFailure: Bool, of call: TraceCall, at place: TracePlace) {
    let first = outcome.value.split(separator: " ").first.map(String.init)
    self.init(
      from: call.to, to: call.from, label: outcome.value, shorter: first.map { [$0] } ?? [],
      kind: isFailure ? .failure : .answer, place: place)
  }

  init(
    inner label: String, or alternatives: [String] = [], by participant: String,
    at place: TracePlace
  ) {
    self.init(
      from: participant, to: participant, label: label, alternatives: alternatives,
      shorter: alternatives.map { "\($0)()" } + ["\(label)()"], kind: .inner, place: place)
  }
}
