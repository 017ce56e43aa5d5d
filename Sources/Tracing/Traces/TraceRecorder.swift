/// Records what an engine does. Synchronous, callable from anywhere, and cheap: an event is 32
/// bytes in memory, and nothing is encoded before `trace(header:machines:)` is asked for.
///
///     let recorder = TraceRecorder(clock: .monotonic)
///     let span = recorder.call(from: "SyncEngine", to: "NetworkClient", "getChanges", ["since"])
///     recorder.returned(span, "ChangeFeedResponse")
///
/// What varies from event to event (time, span, parent) stands in the event; what does not
/// (participants, names, place in the code) stands in a table of descriptors, each held once.
public final class TraceRecorder: Sendable {
  /// Reads the time, in nanoseconds since the trace began.
  public let clock: TraceClock
  private let storage: TraceLock<TraceStorage>
  @usableFromInline let enabled = TraceSwitch()
  private let overflow: Overflow

  /// The call or phase that encloses whatever is recorded next in this task.
  @TaskLocal public static var enclosing: TraceSpan?

  /// Which events are lost when there are more than a recorder can hold.
  public enum Overflow: Hashable, Sendable {
    /// Those that come later: the trace is whole from its beginning.
    case dropsNewest
    /// Those that came first: the trace is what happened last.
    case dropsOldest
  }

  /// Creates a recorder that holds up to `capacity` events, of 32 bytes each, and counts those that
  /// are lost beyond.
  public init(clock: TraceClock, capacity: Int = 1 << 20, overflow: Overflow = .dropsNewest) {
    self.clock = clock
    self.overflow = overflow
    self.storage = TraceLock(TraceStorage(capacity: capacity, overflow: overflow))
  }

  /// Whether anything is recorded. Switched off, a recorder does nothing but look at this; spans that
  /// were opened before are still closed.
  @inlinable public var isEnabled: Bool {
    get { enabled.isOn }
    set { enabled.isOn = newValue }
  }

  /// Records a call and returns its span, for its outcome and for what happens within it.
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

  /// Records that a call came back.
  @inlinable
  public func returned(
    _ span: TraceSpan, _ value: String = "", file: String = #fileID, line: Int = #line
  ) {
    guard span.number != 0 else { return }
    record(TraceDescriptor(kind: .returned, name: value, file: file, line: line), closing: span)
  }

  /// Records that a call failed with an error, named as a diagram should show it.
  @inlinable
  public func failed(
    _ span: TraceSpan, _ error: String, file: String = #fileID, line: Int = #line
  ) {
    guard span.number != 0 else { return }
    record(TraceDescriptor(kind: .failed, name: error, file: file, line: line), closing: span)
  }

  /// Records a guard and which way it went.
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

  /// Records a remark.
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

  /// Records a step of a machine, applied by its owner.
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

  /// Records the beginning of a stretch of work; `isIteration` marks one round of a loop.
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

  /// Records the end of a stretch of work.
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

  /// The number of events held.
  public var count: Int { storage.withLock { $0.count } }

  /// The number of events that were lost.
  public var dropped: Int { storage.withLock { $0.dropped } }

  /// Everything recorded so far, as a trace.
  ///
  /// Where the oldest events were lost, the ends of calls and phases whose beginnings were among
  /// them are left out, and counted as lost too.
  public func trace(header: TraceHeader, machines: [DeclaredMachine] = []) -> Trace {
    let (taken, dropped) = storage.withLock { ($0.take(removing: false), $0.dropped) }
    let whole =
      overflow == .dropsOldest && dropped > 0 ? taken.withoutOrphans() : taken
    return Trace(
      header: header, machines: machines, records: whole.records(from: 0),
      dropped: dropped + taken.events.count - whole.events.count)
  }

  /// Takes out what was recorded since the last time.
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
