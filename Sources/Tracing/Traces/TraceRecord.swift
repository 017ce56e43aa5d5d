/// One line of a trace after its header: something that happened, when, and where in the code.
///
/// The written form of every record is described in `docs/trace-format.md`.
public struct TraceRecord: Hashable, Sendable {
  /// Position in the trace, counted from 0.
  public var sequence: Int
  /// Nanoseconds since the trace began.
  public var time: Int64
  /// What happened.
  public var body: Body
  /// Where in the code it was recorded.
  public var site: TraceSite?
  /// The line (from 1) of the file it was read from; 0 for a record that was not read from one.
  public var line: Int

  /// The kinds of record.
  public enum Body: Hashable, Sendable {
    /// A participant called another one.
    case call(TraceCall)
    /// The call with this span came back with a result.
    case returned(TraceOutcome)
    /// The call with this span failed.
    case failed(TraceOutcome)
    /// A state machine moved, or stayed where it was with effects.
    case transition(TraceTransition)
    /// A guard in the code was evaluated.
    case decision(TraceDecision)
    /// A named stretch of work began.
    case phaseBegan(TracePhase)
    /// The phase with this span ended.
    case phaseEnded(TracePhase)
    /// A remark, without obligation.
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

/// A place in the code, as `#fileID` and `#line` give it: `Sync/SyncEngine.swift:120`.
public struct TraceSite: Hashable, Sendable {
  /// Module and file name, `Sync/SyncEngine.swift`.
  public var file: String
  /// Line, from 1.
  public var line: Int

  /// Creates a place from `#fileID` and `#line`.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

/// Identifies a call or a phase within one trace; counted from 1.
public struct TraceSpan: Hashable, Sendable {
  /// The number that the trace shows.
  public var number: UInt32

  /// Creates a span identifier.
  public init(_ number: UInt32) {
    self.number = number
  }
}

/// A named value: an associated value of a state, a parameter.
public struct TraceValue: Hashable, Sendable {
  /// The label in the code; the position ("0") when it has none.
  public var name: String
  /// The value.
  public var value: TraceScalar

  /// Creates a named value.
  public init(_ name: String, _ value: TraceScalar) {
    self.name = name
    self.value = value
  }
}

/// What a value can be in a trace.
public enum TraceScalar: Hashable, Sendable {
  /// A whole number.
  case integer(Int)
  /// A finite number.
  case number(Double)
  /// A truth value.
  case boolean(Bool)
  /// Text.
  case text(String)
}

/// A message from one participant to another that is answered, or not (`isSend`).
public struct TraceCall: Hashable, Sendable {
  /// The span of the call; its return or failure carries the same one.
  public var span: TraceSpan
  /// The call or phase within which this one was made.
  public var parent: TraceSpan?
  /// Who calls.
  public var from: String
  /// Who is called.
  public var to: String
  /// A method's base name (`createEventsBatch`) or an HTTP method and path template
  /// (`POST /events/batch`).
  public var name: String
  /// Names of the parameters, never their values.
  public var parameters: [String]
  /// True for a message that has no answer.
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

/// How a call ended.
public struct TraceOutcome: Hashable, Sendable {
  /// The span of the call.
  public var span: TraceSpan
  /// What came back: a type (`BatchCreateEventsResponse`), an HTTP status (`201 Created`) or an
  /// error (`APIError.rateLimited`); empty for nothing.
  public var value: String

  /// Creates an outcome.
  public init(span: TraceSpan, value: String = "") {
    self.span = span
    self.value = value
  }
}

/// A step of a state machine.
public struct TraceTransition: Hashable, Sendable {
  /// The machine's name, as declared in the header.
  public var machine: String
  /// The call or phase within which it happened.
  public var parent: TraceSpan?
  /// Name of the state before.
  public var from: String
  /// Name of the event.
  public var event: String
  /// The guard that chose the way, where the machine has several for this event.
  public var condition: String?
  /// Name of the state after.
  public var to: String
  /// Associated values of the state after.
  public var values: [TraceValue]
  /// Names of the effects that the step asked for.
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

/// A guard and which way it went.
public struct TraceDecision: Hashable, Sendable {
  /// The participant that decided.
  public var by: String
  /// The call or phase within which it was decided.
  public var parent: TraceSpan?
  /// The guard in words: `third consecutive 429`.
  public var condition: String
  /// Whether it held.
  public var holds: Bool

  /// Creates a decision.
  public init(by: String, parent: TraceSpan? = nil, condition: String, holds: Bool) {
    self.by = by
    self.parent = parent
    self.condition = condition
    self.holds = holds
  }
}

/// A named stretch of work of one participant.
public struct TracePhase: Hashable, Sendable {
  /// Identifies the stretch; its end carries the same span.
  public var span: TraceSpan
  /// The call or phase within which it lies; nothing at its end.
  public var parent: TraceSpan?
  /// The participant.
  public var by: String
  /// The name in words: `each batch of 50`.
  public var name: String
  /// True where the stretch is one round of a loop.
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

/// A remark of a participant.
public struct TraceNote: Hashable, Sendable {
  /// The participant.
  public var by: String
  /// The call or phase within which it was made.
  public var parent: TraceSpan?
  /// The remark.
  public var text: String

  /// Creates a note.
  public init(by: String, parent: TraceSpan? = nil, text: String) {
    self.by = by
    self.parent = parent
    self.text = text
  }
}

/// The value that an expression had while the trace was recorded.
public struct TraceMeasurement: Hashable, Sendable {
  /// The expression as a document quotes it: `CircuitBreaker.backoff(afterTrips: 1)`.
  public var name: String
  /// Its value.
  public var value: TraceScalar
  /// The unit of a number, by its UCUM symbol (`s`, `ms`, `By`); empty for none.
  public var unit: String

  /// Creates a measurement.
  public init(name: String, value: TraceScalar, unit: String = "") {
    self.name = name
    self.value = value
    self.unit = unit
  }
}
