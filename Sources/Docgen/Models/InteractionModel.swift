package import Traces

/// What happened between the participants of one trace, as nested steps in the order in which
/// they happened.
package struct InteractionModel: Sendable {
  package var scenario: String
  package var title: String
  package var file: String
  package var participants: [TraceParticipant]
  package var steps: [InteractionStep]
  /// What the steps were read from: unlike them it says what happened at the same time.
  package var records: [TraceRecord]

  package init(
    scenario: String, title: String, file: String, participants: [TraceParticipant],
    steps: [InteractionStep], records: [TraceRecord] = []
  ) {
    self.scenario = scenario
    self.title = title
    self.file = file
    self.participants = participants
    self.steps = steps
    self.records = records
  }
}

extension InteractionModel {
  /// The names of all calls, each as often as it is made.
  package var messageNames: [String] { steps.flatMap(\.messageNames) }
}

extension InteractionStep {
  fileprivate var messageNames: [String] {
    switch self {
    case .exchange(let call, let steps, _): [call.name] + steps.flatMap(\.messageNames)
    case .call(let call): [call.name]
    case .phase(_, let steps, _): steps.flatMap(\.messageNames)
    case .outcome, .decision, .transition, .note: []
    }
  }
}

/// One step of an interaction.
package indirect enum InteractionStep: Sendable {
  /// A call, what happened until it ended, and how it ended.
  case exchange(InteractionCall, steps: [InteractionStep], outcome: InteractionOutcome)
  /// A message without an answer, or a call whose answer does not follow in nested order.
  case call(InteractionCall)
  /// The answer to an earlier `call`.
  case outcome(InteractionCall, InteractionOutcome)
  /// A titled stretch of one participant.
  case phase(TracePhase, steps: [InteractionStep], place: TracePlace)
  case decision(TraceDecision, place: TracePlace)
  case transition(TraceTransition, by: String?, place: TracePlace)
  case note(TraceNote, place: TracePlace)
}

/// A message as a diagram draws it.
package struct InteractionCall: Sendable {
  package var from: String
  package var to: String
  /// A method's base name, or an HTTP method and path.
  package var name: String
  package var parameters: [String]
  package var isSend: Bool
  package var place: TracePlace

  package init(
    from: String, to: String, name: String, parameters: [String], isSend: Bool,
    place: TracePlace
  ) {
    self.from = from
    self.to = to
    self.name = name
    self.parameters = parameters
    self.isSend = isSend
    self.place = place
  }

  /// `createEventsBatch(events)`, `POST /events/batch`.
  package var label: String {
    if name.contains(" ") { return name }
    return "\(name)(\(parameters.joined(separator: ", ")))"
  }
}

/// How a call ended.
package struct InteractionOutcome: Sendable {
  package var value: String
  package var isFailure: Bool
  package var place: TracePlace

  package init(value: String, isFailure: Bool, place: TracePlace) {
    self.value = value
    self.isFailure = isFailure
    self.place = place
  }
}

extension InteractionModel {
  /// Reads the interaction out of a trace.
  ///
  /// Calls and phases nest by the order in which they begin and end, as a call stack does. A call
  /// that ends while one begun after it is still open does not nest: it becomes a `call` and a
  /// later `outcome`, so that the order of what happened is kept exactly.
  package init(_ recorded: RecordedTrace) {
    var reading = InteractionReading(recorded)
    for record in recorded.trace.records { reading.take(record) }
    let header = recorded.trace.header
    self.init(
      scenario: header.scenario, title: header.title, file: recorded.file,
      participants: header.participants, steps: reading.finish(), records: recorded.trace.records)
  }
}

/// A reading of records into nested steps under way.
private struct InteractionReading {
  private struct Frame {
    enum Opening {
      case call(InteractionCall)
      case phase(TracePhase, TracePlace)
    }

    var span: TraceSpan
    var opening: Opening
    var steps: [InteractionStep] = []
  }

  private let recorded: RecordedTrace
  private var root: [InteractionStep] = []
  private var stack: [Frame] = []
  /// Calls that did not nest and still wait for their answer.
  private var detached: [TraceSpan: InteractionCall] = [:]

  init(_ recorded: RecordedTrace) {
    self.recorded = recorded
  }

  mutating func take(_ record: TraceRecord) {
    let place = recorded.place(of: record)
    switch record.body {
    case .call(let call): begin(call, at: place)
    case .phaseBegan(let phase):
      stack.append(Frame(span: phase.span, opening: .phase(phase, place)))
    case .returned(let outcome):
      end(
        outcome.span,
        InteractionOutcome(value: outcome.value, isFailure: false, place: place))
    case .failed(let outcome):
      end(
        outcome.span, InteractionOutcome(value: outcome.value, isFailure: true, place: place))
    case .phaseEnded(let phase): end(phase.span, nil)
    case .decision(let decision): append(.decision(decision, place: place))
    case .transition(let step):
      append(.transition(step, by: currentParticipant, place: place))
    case .note(let note): append(.note(note, place: place))
    case .value: break
    }
  }

  mutating func finish() -> [InteractionStep] {
    while !stack.isEmpty { unwind() }
    return root
  }

  private mutating func begin(_ call: TraceCall, at place: TracePlace) {
    let message = InteractionCall(
      from: call.from, to: call.to, name: call.name, parameters: call.parameters,
      isSend: call.isSend, place: place)
    if call.isSend {
      append(.call(message))
    } else {
      stack.append(Frame(span: call.span, opening: .call(message)))
    }
  }

  private mutating func end(_ span: TraceSpan, _ outcome: InteractionOutcome?) {
    if let call = detached.removeValue(forKey: span) {
      if let outcome { append(.outcome(call, outcome)) }
      return
    }
    guard let depth = stack.lastIndex(where: { $0.span == span }) else { return }
    if depth == stack.count - 1, let frame = stack.popLast() {
      switch frame.opening {
      case .phase(let phase, let place): append(.phase(phase, steps: frame.steps, place: place))
      case .call(let call):
        if let outcome { append(.exchange(call, steps: frame.steps, outcome: outcome)) }
      }
      return
    }
    detach(at: depth)
    end(span, outcome)
  }

  /// Takes a frame out of the middle of the stack: its call stands before its steps, its answer
  /// will follow where it comes.
  private mutating func detach(at depth: Int) {
    let frame = stack.remove(at: depth)
    var steps: [InteractionStep] = []
    if case .call(let call) = frame.opening {
      detached[frame.span] = call
      steps.append(.call(call))
    }
    steps += frame.steps
    if depth == 0 { root += steps } else { stack[depth - 1].steps += steps }
  }

  /// Closes what the trace left open.
  private mutating func unwind() {
    guard let frame = stack.popLast() else { return }
    if case .call(let call) = frame.opening { append(.call(call)) }
    for step in frame.steps { append(step) }
  }

  private mutating func append(_ step: InteractionStep) {
    if stack.isEmpty { root.append(step) } else { stack[stack.count - 1].steps.append(step) }
  }

  /// Whoever is at work: the callee of the innermost open call.
  private var currentParticipant: String? {
    for frame in stack.reversed() {
      switch frame.opening {
      case .call(let call): return call.to
      case .phase(let phase, _): return phase.by
      }
    }
    return nil
  }
}
