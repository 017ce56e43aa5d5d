import Basics
public import Traces

/// A clock that only moves when it is advanced.
///
///     let clock = VirtualSyncClock(now: Timestamp(milliseconds: 0))
///     clock.advance(by: .seconds(30))   // wakes all sleepers due by then, in order of time
///
/// With `sleepsInstantly`, a sleep advances the clock itself and returns at once, so that a single
/// task can wait for minutes without delay.
public final class VirtualSyncClock: SyncClock {
  private struct Sleeper {
    var id: UInt64
    var wakeTime: Int64
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var nanoseconds: Int64 = 0
    /// The offset of the time of day, in nanoseconds.
    var shift: Int64 = 0
    var lastID: UInt64 = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<UInt64> = []
  }

  private let start: Timestamp
  private let sleepsInstantly: Bool
  private let state = Locked(State())

  /// Creates a clock with the time of day `now`.
  public init(now: Timestamp, sleepsInstantly: Bool = false) {
    self.start = now
    self.sleepsInstantly = sleepsInstantly
  }

  /// The time of day.
  public var now: Timestamp {
    start.advanced(by: .nanoseconds(state.withLock { $0.nanoseconds + $0.shift }))
  }

  /// The time since the clock was created.
  public var uptime: Duration { .nanoseconds(state.withLock { $0.nanoseconds }) }

  /// Sets the time of day forward, or back if `duration` is negative. This wakes no sleepers and
  /// does not change `uptime`.
  public func setTimeOfDay(forwardBy duration: Duration) {
    let nanoseconds = duration.wholeNanoseconds
    state.withLock { $0.shift += nanoseconds }
  }

  /// The number of tasks sleeping on this clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// This clock for a trace: nanoseconds since it was created.
  public var traceClock: TraceClock {
    TraceClock { [self] in state.withLock { $0.nanoseconds } }
  }

  /// Advances the clock and wakes all sleepers that are due, earliest first.
  public func advance(by duration: Duration) {
    let step = duration.wholeNanoseconds
    let woken = state.withLock { state in
      state.nanoseconds += max(0, step)
      let now = state.nanoseconds
      let due = state.sleepers.filter { $0.wakeTime <= now }
      state.sleepers.removeAll { $0.wakeTime <= now }
      return due.sorted { ($0.wakeTime, $0.id) < ($1.wakeTime, $1.id) }.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until the clock has advanced by `duration`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    if sleepsInstantly || duration <= .zero {
      advance(by: duration)
      return
    }
    let (id, wakeTime) = state.withLock { state in
      state.lastID += 1
      return (state.lastID, state.nanoseconds + duration.wholeNanoseconds)
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Sleeper(id: id, wakeTime: wakeTime, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func add(_ sleeper: Sleeper) {
    let isCancelled = state.withLock { state in
      if state.cancelled.remove(sleeper.id) != nil { return true }
      state.sleepers.append(sleeper)
      return false
    }
    if isCancelled { sleeper.continuation.resume(throwing: CancellationError()) }
  }

  private func cancel(_ id: UInt64) {
    let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index).continuation
    }
    continuation?.resume(throwing: CancellationError())
  }
}

extension Duration {
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
