/// The parts of an event that stay the same each time: participants, names, the place in the code.
/// Each distinct descriptor is stored once.
///
/// Every field consists of complete words without padding, so that descriptors can be compared by
/// their bits.
@usableFromInline
struct TraceDescriptor: Hashable, Sendable {
  @usableFromInline
  enum Kind: UInt64, Sendable {
    case call, send, returned, failed, transition, decidedYes, decidedNo
    case phaseBegan, iterationBegan, phaseEnded, note, value
  }

  @usableFromInline let kindNumber: UInt64
  /// Caller, participant, or the state before.
  @usableFromInline let subject: String
  /// Callee, the state after, or the unit.
  @usableFromInline let object: String
  /// Method, event, condition, phase, note or expression.
  @usableFromInline let name: String
  /// The machine of a transition.
  @usableFromInline let context: String
  @usableFromInline let condition: String?
  /// Parameters of a call, effects of a transition.
  @usableFromInline let details: [String]
  @usableFromInline let values: [TraceValue]
  @usableFromInline let file: String
  @usableFromInline let line: Int

  @inlinable
  init(
    kind: Kind, subject: String = "", object: String = "", name: String = "",
    context: String = "", condition: String? = nil, details: [String] = [],
    values: [TraceValue] = [], file: String, line: Int
  ) {
    kindNumber = kind.rawValue
    self.subject = subject
    self.object = object
    self.name = name
    self.context = context
    self.condition = condition
    self.details = details
    self.values = values
    self.file = file
    self.line = line
  }

  var kind: Kind { Kind(rawValue: kindNumber) ?? .note }

  /// Whether the event ends a call or a phase.
  var closesSpan: Bool { [.returned, .failed, .phaseEnded].contains(kind) }

  /// The record of an event with this descriptor.
  func record(of event: TraceEvent, sequence: Int) -> TraceRecord {
    let span = TraceSpan(event.span)
    let parent = event.parent == 0 ? nil : TraceSpan(event.parent)
    return TraceRecord(
      sequence: sequence, time: event.time, body: body(span: span, parent: parent),
      site: TraceSite(file: file, line: line))
  }

  private func body(span: TraceSpan, parent: TraceSpan?) -> TraceRecord.Body {
    switch kind {
    case .call, .send:
      .call(
        TraceCall(
          span: span, parent: parent, from: subject, to: object, name: name,
          parameters: details, isSend: kind == .send))
    case .returned: .returned(TraceOutcome(span: span, value: name))
    case .failed: .failed(TraceOutcome(span: span, value: name))
    case .transition:
      .transition(
        TraceTransition(
          machine: context, parent: parent, from: subject, event: name, condition: condition,
          to: object, values: values, effects: details))
    case .decidedYes, .decidedNo:
      .decision(
        TraceDecision(by: subject, parent: parent, condition: name, holds: kind == .decidedYes))
    case .phaseBegan, .iterationBegan:
      .phaseBegan(
        TracePhase(
          span: span, parent: parent, by: subject, name: name,
          isIteration: kind == .iterationBegan))
    case .phaseEnded: .phaseEnded(TracePhase(span: span, by: subject, name: name))
    case .note: .note(TraceNote(by: subject, parent: parent, text: name))
    case .value:
      .value(TraceMeasurement(name: name, value: values.first?.value ?? .text(""), unit: object))
    }
  }
}
