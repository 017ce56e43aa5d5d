/// One recorded event: what varies from one to the next. 32 bytes.
struct TraceEvent {
  var time: Int64
  var descriptor: UInt32
  /// The span it opens or closes; 0 for none.
  var span: UInt32
  /// The enclosing span; 0 for none.
  var parent: UInt32
  private var reserved: (UInt32, UInt32, UInt32) = (0, 0, 0)

  init(time: Int64, descriptor: UInt32, span: UInt32, parent: UInt32) {
    self.time = time
    self.descriptor = descriptor
    self.span = span
    self.parent = parent
  }
}

/// What a recorder holds under its lock.
struct TraceStorage {
  private(set) var events: [TraceEvent] = []
  private(set) var descriptors: [TraceDescriptor] = []
  private(set) var dropped = 0
  private var indices: [TraceDescriptor: UInt32] = [:]
  private var lastSpan: UInt32 = 0
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    events.reserveCapacity(min(capacity, 4096))
  }

  mutating func append(
    _ descriptor: TraceDescriptor, time: Int64, parent: UInt32, opensSpan: Bool
  ) -> TraceSpan {
    if opensSpan { lastSpan += 1 }
    let span = opensSpan ? lastSpan : 0
    append(
      TraceEvent(time: time, descriptor: index(of: descriptor), span: span, parent: parent))
    return TraceSpan(span)
  }

  mutating func append(_ descriptor: TraceDescriptor, time: Int64, closing span: TraceSpan) {
    append(
      TraceEvent(time: time, descriptor: index(of: descriptor), span: span.number, parent: 0))
  }

  /// Keeps time from falling: of two threads, the one that read the clock first may come second.
  private mutating func append(_ event: TraceEvent) {
    guard events.count < capacity else {
      dropped += 1
      return
    }
    var event = event
    if let last = events.last, event.time < last.time { event.time = last.time }
    events.append(event)
  }

  private mutating func index(of descriptor: TraceDescriptor) -> UInt32 {
    if let known = indices[descriptor] { return known }
    let index = UInt32(descriptors.count)
    descriptors.append(descriptor)
    indices[descriptor] = index
    return index
  }
}

/// What does not vary: who, what, where in the code. Held once, however often it happens.
struct TraceDescriptor: Hashable {
  enum Kind: Hashable {
    case call, send, returned, failed, transition, decidedYes, decidedNo
    case phaseBegan, iterationBegan, phaseEnded, note, value
  }

  var kind: Kind
  /// Caller, participant, or state before.
  var subject = ""
  /// Callee, state after, or unit.
  var object = ""
  /// Method, event, condition, phase, remark or expression.
  var name = ""
  /// The machine of a transition.
  var context = ""
  var condition: String?
  /// Parameters of a call, effects of a transition.
  var details: [String] = []
  var values: [TraceValue] = []
  var file: String
  var line: Int

  /// The record that this descriptor and an event stand for together.
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
      .value(
        TraceMeasurement(name: name, value: values.first?.value ?? .text(""), unit: object))
    }
  }
}
