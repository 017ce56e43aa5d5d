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

  /// The call or phase that encloses whatever is recorded next in this task.
  @TaskLocal public static var enclosing: TraceSpan?

  /// Creates a recorder that keeps up to `capacity` events and counts those beyond.
  public init(clock: TraceClock, capacity: Int = 1 << 20) {
    self.clock = clock
    self.storage = TraceLock(TraceStorage(capacity: capacity))
  }

  /// Records a call and returns its span, for its outcome and for what happens within it.
  public func call(
    from: String, to: String, _ name: String, _ parameters: [String] = [],
    file: String = #fileID, line: Int = #line
  ) -> TraceSpan {
    let descriptor = TraceDescriptor(
      kind: .call, subject: from, object: to, name: name, details: parameters, file: file,
      line: line)
    return record(descriptor, opensSpan: true)
  }

  /// Records a message that has no answer.
  public func send(
    from: String, to: String, _ name: String, _ parameters: [String] = [],
    file: String = #fileID, line: Int = #line
  ) {
    let descriptor = TraceDescriptor(
      kind: .send, subject: from, object: to, name: name, details: parameters, file: file,
      line: line)
    _ = record(descriptor, opensSpan: true)
  }

  /// Records that a call came back.
  public func returned(
    _ span: TraceSpan, _ value: String = "", file: String = #fileID, line: Int = #line
  ) {
    record(TraceDescriptor(kind: .returned, name: value, file: file, line: line), closing: span)
  }

  /// Records that a call failed with an error, named as a diagram should show it.
  public func failed(
    _ span: TraceSpan, _ error: String, file: String = #fileID, line: Int = #line
  ) {
    record(TraceDescriptor(kind: .failed, name: error, file: file, line: line), closing: span)
  }

  /// Records a guard and which way it went.
  public func decided(
    by participant: String, _ condition: String, holds: Bool, file: String = #fileID,
    line: Int = #line
  ) {
    let descriptor = TraceDescriptor(
      kind: holds ? .decidedYes : .decidedNo, subject: participant, name: condition, file: file,
      line: line)
    _ = record(descriptor, opensSpan: false)
  }

  /// Records a remark.
  public func note(
    by participant: String, _ text: String, file: String = #fileID, line: Int = #line
  ) {
    let descriptor = TraceDescriptor(
      kind: .note, subject: participant, name: text, file: file, line: line)
    _ = record(descriptor, opensSpan: false)
  }

  /// Records the value of an expression.
  public func value(
    _ name: String, _ value: TraceScalar, unit: String = "", file: String = #fileID,
    line: Int = #line
  ) {
    let descriptor = TraceDescriptor(
      kind: .value, object: unit, name: name, values: [TraceValue(name, value)], file: file,
      line: line)
    _ = record(descriptor, opensSpan: false)
  }

  /// Records a step of a machine, applied by its owner.
  public func transition(
    machine: String, from: String, event: String, condition: String? = nil, to: String,
    values: [TraceValue] = [], effects: [String] = [], file: String = #fileID, line: Int = #line
  ) {
    let descriptor = TraceDescriptor(
      kind: .transition, subject: from, object: to, name: event, context: machine,
      condition: condition, details: effects, values: values, file: file, line: line)
    _ = record(descriptor, opensSpan: false)
  }

  /// Records the beginning of a stretch of work; `isIteration` marks one round of a loop.
  public func beginPhase(
    by participant: String, _ name: String, isIteration: Bool = false, file: String = #fileID,
    line: Int = #line
  ) -> TraceSpan {
    let descriptor = TraceDescriptor(
      kind: isIteration ? .iterationBegan : .phaseBegan, subject: participant, name: name,
      file: file, line: line)
    return record(descriptor, opensSpan: true)
  }

  /// Records the end of a stretch of work.
  public func endPhase(
    _ span: TraceSpan, by participant: String, _ name: String, file: String = #fileID,
    line: Int = #line
  ) {
    let descriptor = TraceDescriptor(
      kind: .phaseEnded, subject: participant, name: name, file: file, line: line)
    record(descriptor, closing: span)
  }

  /// The number of events held.
  public var count: Int { storage.withLock { $0.events.count } }

  /// Everything recorded so far, as a trace.
  public func trace(header: TraceHeader, machines: [DeclaredMachine] = []) -> Trace {
    let (events, descriptors, dropped) = storage.withLock {
      ($0.events, $0.descriptors, $0.dropped)
    }
    let records = events.enumerated().map { index, event in
      descriptors[Int(event.descriptor)].record(of: event, sequence: index)
    }
    return Trace(header: header, machines: machines, records: records, dropped: dropped)
  }

  private func record(_ descriptor: TraceDescriptor, opensSpan: Bool) -> TraceSpan {
    let parent = TraceRecorder.enclosing?.number ?? 0
    let time = clock.now()
    return storage.withLock {
      $0.append(descriptor, time: time, parent: parent, opensSpan: opensSpan)
    }
  }

  private func record(_ descriptor: TraceDescriptor, closing span: TraceSpan) {
    let time = clock.now()
    storage.withLock { $0.append(descriptor, time: time, closing: span) }
  }
}
