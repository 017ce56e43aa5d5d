/// One line of a trace after its header: an event, its time, and its place in the code.
///
/// `docs/reference/trace-format.md` describes the written form of every record.
public struct TraceRecord: Hashable, Sendable {
  /// The position in the trace, counted from 0.
  public var sequence: Int
  /// Nanoseconds since the trace began.
  public var time: Int64
  /// The event.
  public var body: Body
  /// The place in the code that recorded it.
  public var site: TraceSite?
  /// The line (from 1) in the file it was read from; 0 if it was not read from a file.
  public var line: Int

  /// The kinds of record.
  public enum Body: Hashable, Sendable {
    /// A participant called another one.
    case call(TraceCall)
    /// The call with this span returned a result.
    case returned(TraceOutcome)
    /// The call with this span failed.
    case failed(TraceOutcome)
    /// A state machine changed its state, or stayed in it with effects.
    case transition(TraceTransition)
    /// A guard in the code was evaluated.
    case decision(TraceDecision)
    /// A named section of work began.
    case phaseBegan(TracePhase)
    /// The phase with this span ended.
    case phaseEnded(TracePhase)
    /// A note, which diagrams may leave out.
    case note(TraceNote)
    /// The value of an expression of the code.
    case value(TraceMeasurement)
  }

  /// Creates a record.
  public init(sequence: Int, time: Int64, body: Body, site: TraceSite? = nil, line: Int = 0) {
    self.sequence = sequence
    self.time = time
    self.body = body
    self.site = site
    self.line = line
  }
}

/// A place in the code in the form of `#fileID` and `#line`: `Sync/SyncEngine.swift:120`.
public struct TraceSite: Hashable, Sendable {
  /// Module and file name, `Sync/SyncEngine.swift`.
  public var file: String
  /// The line, from 1.
  public var line: Int

  /// Creates a place from `#fileID` and `#line`.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

/// Identifies a call or a phase within one trace; counted from 1.
public struct TraceSpan: Hashable, Sendable {
  /// The number in the trace.
  public var number: UInt32

  /// Creates a span identifier.
  public init(_ number: UInt32) {
    self.number = number
  }
}

/// A named value: an associated value of a state, a parameter.
public struct TraceValue: Hashable, Sendable {
  /// The label in the code; the position ("0") if it has none.
  public var name: String
  /// The value.
  public var value: TraceScalar

  /// Creates a named value.
  public init(_ name: String, _ value: TraceScalar) {
    self.name = name
    self.value = value
  }
}

/// The types of value in a trace.
public enum TraceScalar: Hashable, Sendable {
  /// A whole number.
  case integer(Int)
  /// A finite number.
  case number(Double)
  /// A Boolean.
  case boolean(Bool)
  /// Text.
  case text(String)
}

/// A message from one participant to another, with an answer or without one (`isSend`).
public struct TraceCall: Hashable, Sendable {
  /// The span of the call; its return or failure has the same span.
  public var span: TraceSpan
  /// The enclosing call or phase.
  public var parent: TraceSpan?
  /// The caller.
  public var from: String
  /// The callee.
  public var to: String
  /// A method's base name (`createEventsBatch`) or an HTTP method and path template
  /// (`POST /events/batch`).
  public var name: String
  /// The names of the parameters, never their values.
  public var parameters: [String]
  /// Whether the message has no answer.
  public var isSend: Bool

  /// Creates a call.
  public init(
    span: TraceSpan, parent: TraceSpan? = nil, from: String, to: String, name: String,
    parameters: [String] = [], isSend: Bool = false
  ) {
    self.span = span
    self.parent = parent
    self.from = from
    self.to = to
    self.name = name
    self.parameters = parameters
    self.isSend = isSend
  }
}

/// The outcome of a call.
public struct TraceOutcome: Hashable, Sendable {
  /// The span of the call.
  public var span: TraceSpan
  /// The result or error: a type (`BatchCreateEventsResponse`), an HTTP status (`201 Created`) or
  /// an error (`APIError.rateLimited`); empty for no result.
  public var value: String

  /// Creates an outcome.
  public init(span: TraceSpan, value: String = "") {
    self.span = span
    self.value = value
  }
}

/// A transition of a state machine.
public struct TraceTransition: Hashable, Sendable {
  /// The machine's name as declared at the beginning of the trace.
  public var machine: String
  /// The enclosing call or phase.
  public var parent: TraceSpan?
  /// The name of the state before.
  public var from: String
  /// The name of the event.
  public var event: String
  /// The guard of this transition, if the event has several possible transitions.
  public var condition: String?
  /// The name of the state after.
  public var to: String
  /// The associated values of the state after.
  public var values: [TraceValue]
  /// The names of the effects of the transition.
  public var effects: [String]

  /// Creates a transition.
  public init(
    machine: String, parent: TraceSpan? = nil, from: String, event: String,
    condition: String? = nil, to: String, values: [TraceValue] = [], effects: [String] = []
  ) {
    self.machine = machine
    self.parent = parent
    self.from = from
    self.event = event
    self.condition = condition
    self.to = to
    self.values = values
    self.effects = effects
  }
}

/// A guard and its result.
public struct TraceDecision: Hashable, Sendable {
  /// The participant that decided.
  public var by: String
  /// The enclosing call or phase.
  public var parent: TraceSpan?
  /// The guard in words: `third consecutive 429`.
  public var condition: String
  /// Whether the guard was true.
  public var holds: Bool

  /// Creates a decision.
  public init(by: String, parent: TraceSpan? = nil, condition: String, holds: Bool) {
    self.by = by
    self.parent = parent
    self.condition = condition
    self.holds = holds
  }
}

/// A named section of a participant's work.
public struct TracePhase: Hashable, Sendable {
  /// The span of the phase; its end has the same span.
  public var span: TraceSpan
  /// The enclosing call or phase; `nil` in the record of its end.
  public var parent: TraceSpan?
  /// The participant.
  public var by: String
  /// The name in words: `each batch of 50`.
  public var name: String
  /// Whether the phase is one iteration of a loop.
  public var isIteration: Bool

  /// Creates a phase.
  public init(
    span: TraceSpan, parent: TraceSpan? = nil, by: String, name: String, isIteration: Bool = false
  ) {
    self.span = span
    self.parent = parent
    self.by = by
    self.name = name
    self.isIteration = isIteration
  }
}

/// A note of a participant.
public struct TraceNote: Hashable, Sendable {
  /// The participant.
  public var by: String
  /// The enclosing call or phase.
  public var parent: TraceSpan?
  /// The text of the note.
  public var text: String

  /// Creates a note.
  public init(by: String, parent: TraceSpan? = nil, text: String) {
    self.by = by
    self.parent = parent
    self.text = text
  }
}

/// The value of an expression at the time of recording.
public struct TraceMeasurement: Hashable, Sendable {
  /// The expression as quoted in documents: `CircuitBreaker.backoff(afterTrips: 1)`.
  public var name: String
  /// Its value.
  public var value: TraceScalar
  /// The unit of a number as a UCUM symbol (`s`, `ms`, `By`); empty if it has none.
  public var unit: String

  /// Creates a measurement.
  public init(name: String, value: TraceScalar, unit: String = "") {
    self.name = name
    self.value = value
    self.unit = unit
  }
}
