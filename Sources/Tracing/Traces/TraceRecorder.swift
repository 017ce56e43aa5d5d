// The Traces module records the interactions and transitions of a running program as traces, and
// reads, writes, converts and merges them.
//
// `TraceRecorder` collects events in memory; the result is a `Trace`, with header, machines and
// records. `TraceWriter` and `TraceReader` convert it to JSON Lines and back, and `TraceFile`
// writes while the program runs. `Scopes` has shorter forms of recording, for scenarios, calls and
// machines. `DeclaredMachine.exploring` enumerates an `ExplorableMachine`. `Export` and `Import`
// convert from and to the formats of Perfetto, Chrome and OpenTelemetry. `Origins` lists the Swift
// files of a trace with digests of their code, so that docgen can report outdated traces.
//
// Programs that record link this module, so recording encodes nothing, and the module does not use
// Foundation. docgen reads traces with the same types.

/// Records the events of a program. Recording is synchronous, possible on any thread, and cheap: an
/// event takes 32 bytes of memory, and nothing is encoded until `trace(header:machines:)` is
/// called.
///
///     let recorder = TraceRecorder(clock: .monotonic)
///     let span = recorder.call(from: "SyncEngine", to: "NetworkClient", "getChanges", ["since"])
///     recorder.returned(span, "ChangeFeedResponse")
///
/// An event stores only the data that varies (time, span, parent). Data that stays the same
/// (participants, names, place in the code) is stored once, in a table of descriptors.
public final class TraceRecorder: Sendable {
  /// The time, in nanoseconds since the trace began.
  public let clock: TraceClock
  private let storage: TraceLock<TraceStorage>
  @usableFromInline let enabled = TraceSwitch()
  private let overflow: Overflow

  /// The call or phase that encloses subsequent records of this task.
  @TaskLocal public static var enclosing: TraceSpan?

  /// The events to drop if the recorder is full.
  public enum Overflow: Hashable, Sendable {
    /// The newest events; the trace is complete from its beginning.
    case dropsNewest
    /// The oldest events; the trace consists of the most recent events.
    case dropsOldest
  }

  /// Creates a recorder with room for `capacity` events of 32 bytes each. It counts the events that
  /// it drops beyond that.
  public init(clock: TraceClock, capacity: Int = 1 << 20, overflow: Overflow = .dropsNewest) {
    self.clock = clock
    self.overflow = overflow
    self.storage = TraceLock(TraceStorage(capacity: capacity, overflow: overflow))
  }

  /// Whether the recorder records events. If disabled, it only checks this flag; spans opened
  /// earlier are still closed.
  @inlinable public var isEnabled: Bool {
    get { enabled.isOn }
    set { enabled.isOn = newValue }
  }

  /// Records a call and returns its span, which its outcome and nested records refer to.
  @inlinable
  public func call(
    from: String, to: String, _ name: String, _ parameters: [String] = [],
    file: String = #fileID, line: Int = #line
  ) -> TraceSpan {
    guard isEnabled else { return TraceSpan(0) }
    return record(
      TraceDescriptor(
        kind: .call, subject: from, object: to, name: name, details: parameters, file: file,
        line: line), opensSpan: true)
  }

  /// Records a message that has no answer.
  @inlinable
  public func send(
    from: String, to: String, _ name: String, _ parameters: [String] = [],
    file: String = #fileID, line: Int = #line
  ) {
    guard isEnabled else { return }
    record(
      TraceDescriptor(
        kind: .send, subject: from, object: to, name: name, details: parameters, file: file,
        line: line), opensSpan: true)
  }

  /// Records that a call returned.
  @inlinable
  public func returned(
    _ span: TraceSpan, _ value: String = "", file: String = #fileID, line: Int = #line
  ) {
    guard span.number != 0 else { return }
    record(TraceDescriptor(kind: .returned, name: value, file: file, line: line), closing: span)
  }

  /// Records that a call failed, with the error's name in diagrams.
  @inlinable
  public func failed(
    _ span: TraceSpan, _ error: String, file: String = #fileID, line: Int = #line
  ) {
    guard span.number != 0 else { return }
    record(TraceDescriptor(kind: .failed, name: error, file: file, line: line), closing: span)
  }

  /// Records a guard and its result.
  @inlinable
  public func decided(
    by participant: String, _ condition: String, holds: Bool, file: String = #fileID,
    line: Int = #line
  ) {
    guard isEnabled else { return }
    record(
      TraceDescriptor(
        kind: holds ? .decidedYes : .decidedNo, subject: participant, name: condition, file: file,
        line: line), opensSpan: false)
  }

  /// Records a note.
  @inlinable
  public func note(
    by participant: String, _ text: String, file: String = #fileID, line: Int = #line
  ) {
    guard isEnabled else { return }
    record(
      TraceDescriptor(
        kind: .note, subject: participant, name: text, file: file, line: line), opensSpan: false)
  }

  /// Records the value of an expression.
  @inlinable
  public func value(
    _ name: String, _ value: TraceScalar, unit: String = "", file: String = #fileID,
    line: Int = #line
  ) {
    guard isEnabled else { return }
    record(
      TraceDescriptor(
        kind: .value, object: unit, name: name, values: [TraceValue(name, value)], file: file,
        line: line), opensSpan: false)
  }

  /// Records a transition of a machine, applied by its owner.
  @inlinable
  public func transition(
    machine: String, from: String, event: String, condition: String? = nil, to: String,
    values: [TraceValue] = [], effects: [String] = [], file: String = #fileID, line: Int = #line
  ) {
    guard isEnabled else { return }
    record(
      TraceDescriptor(
        kind: .transition, subject: from, object: to, name: event, context: machine,
        condition: condition, details: effects, values: values, file: file, line: line),
      opensSpan: false)
  }

  /// Records the beginning of a phase; `isIteration` marks one iteration of a loop.
  @inlinable
  public func beginPhase(
    by participant: String, _ name: String, isIteration: Bool = false, file: String = #fileID,
    line: Int = #line
  ) -> TraceSpan {
    guard isEnabled else { return TraceSpan(0) }
    return record(
      TraceDescriptor(
        kind: isIteration ? .iterationBegan : .phaseBegan, subject: participant, name: name,
        file: file, line: line), opensSpan: true)
  }

  /// Records the end of a phase.
  @inlinable
  public func endPhase(
    _ span: TraceSpan, by participant: String, _ name: String, file: String = #fileID,
    line: Int = #line
  ) {
    guard span.number != 0 else { return }
    let descriptor = TraceDescriptor(
      kind: .phaseEnded, subject: participant, name: name, file: file, line: line)
    record(descriptor, closing: span)
  }

  /// The number of stored events.
  public var count: Int { storage.withLock { $0.count } }

  /// The number of dropped events.
  public var dropped: Int { storage.withLock { $0.dropped } }

  /// All events recorded so far, as a trace.
  ///
  /// If the oldest events were dropped, the ends of calls and phases that began in them are left
  /// out and also counted as dropped.
  public func trace(header: TraceHeader, machines: [DeclaredMachine] = []) -> Trace {
    let (taken, dropped) = storage.withLock { ($0.take(removing: false), $0.dropped) }
    let whole =
      overflow == .dropsOldest && dropped > 0 ? taken.withoutOrphans() : taken
    return Trace(
      header: header, machines: machines, records: whole.records(from: 0),
      dropped: dropped + taken.events.count - whole.events.count)
  }

  /// Returns the events recorded since the last call, and removes them.
  func drain() -> TraceBatch { storage.withLock { $0.take(removing: true) } }

  @discardableResult @usableFromInline
  func record(_ descriptor: TraceDescriptor, opensSpan: Bool) -> TraceSpan {
    let parent = TraceRecorder.enclosing?.number ?? 0
    let time = clock.now()
    return storage.withLock {
      $0.append(descriptor, time: time, parent: parent, opensSpan: opensSpan)
    }
  }

  @usableFromInline
  func record(_ descriptor: TraceDescriptor, closing span: TraceSpan) {
    let time = clock.now()
    storage.withLock { $0.append(descriptor, time: time, closing: span) }
  }
}
