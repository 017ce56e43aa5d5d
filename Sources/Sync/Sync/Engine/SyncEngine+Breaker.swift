import Traces

/// The circuit breaker's timing: the machine decides the duration, the engine waits.
///
/// A circuit breaker (Nygard: Release It!, 2007) protects an overloaded server from retries: while
/// it is open, a device sends nothing, and each wait ends with a single probe. The waits grow
/// exponentially up to a limit, and jitter separates the devices (Brooker: Exponential Backoff And
/// Jitter, AWS Architecture Blog, 2015). Jitter only lengthens a wait, because `Retry-After` is the
/// least that the server asks for. A wait costs one timer, and one row on disk so that a restart
/// does not end it.
extension SyncEngine {
  /// Whether the breaker is open.
  public var isCircuitBreakerTripped: Bool { machine.breaker.phase == .open }

  /// The number of seconds until the breaker may be probed; 0 while it is not open.
  public var circuitBreakerBackoffRemaining: Double {
    isCircuitBreakerTripped ? secondsUntil(probeTime) : 0
  }

  /// Closes the breaker manually. The backoff schedule continues, and so does a running sync. A
  /// sync that was requested while the breaker was open starts now.
  public func resetCircuitBreaker() {
    cancelAlarm()
    loadIfPossible()
    let effects = apply(.breakerReset)
    saveBreaker()
    start(effects)
  }

  /// Restores the breaker from the store.
  ///
  /// The store contains only the time of day at which the backoff ends, and the clock may have been
  /// set since. The remaining wait is therefore limited to the length of the original one. The new
  /// end is stored, so that later launches do not repeat the wait; a wait that is over is stored as
  /// over.
  func restoreBreaker() {
    let count = record.consecutiveRateLimits
    if count == 0 && record.breakerTrips == 0 && record.breakerOpenUntil == nil { return }
    let remaining = record.breakerOpenUntil.map { end in
      let left = Double(end.duration(since: configuration.clock.now).wholeMilliseconds) / 1000
      let longest =
        record.breakerWait
        ?? CircuitBreaker.wait(
          schedule: CircuitBreaker.backoff(afterTrips: record.breakerTrips), retryAfter: nil,
          jitter: 1)
      return min(max(0, left), longest)
    }
    let event = SyncStateMachine.Event.breakerRestored(
      consecutiveRateLimits: count, trips: record.breakerTrips, retryAfter: remaining,
      pending: pendingCount)
    for case .openBreaker(let seconds) in apply(event) { openBreaker(seconds) }
    if machine.breaker.phase == .halfOpen { saveBreaker(opened: 0) }
  }

  /// Begins a backoff: stores its end, and schedules the alarm for it.
  ///
  /// A running engine measures it by `uptime`, which cannot be set; the time of day on disk is used
  /// only after a restart.
  func openBreaker(_ seconds: Double) {
    probeTime = moment(in: seconds)
    saveBreaker(opened: seconds)
    setAlarm(at: probeTime)
  }

  /// Stores the breaker if it differs from the row on disk; losing it costs at most one probe.
  /// `opened` is the length in seconds of a backoff that begins now.
  func saveBreaker(opened: Double? = nil) {
    let breaker = machine.breaker
    let now = configuration.clock.now
    func change(_ record: inout SyncEngineRecord) {
      record.consecutiveRateLimits = breaker.consecutiveRateLimits
      record.breakerTrips = breaker.trips
      if let opened {
        record.breakerOpenUntil = now.advanced(by: .seconds(opened))
        record.breakerWait = opened
      } else if breaker.phase == .closed {
        record.breakerOpenUntil = nil
        record.breakerWait = nil
      }
    }
    var changed = record
    change(&changed)
    guard changed != record, isLoaded else { return }
    do {
      try updateRecord(change)
    } catch {
      recorder?.note(by: "SyncEngine", "the circuit breaker could not be saved")
    }
  }

  /// Ends the backoff if its time is over. This covers a device that slept, and an engine without
  /// an alarm.
  func noticeEndOfBackoff() -> [SyncStateMachine.Effect] {
    guard case .rateLimited = machine.state, secondsUntil(probeTime) == 0 else { return [] }
    cancelAlarm()
    return apply(.backoffElapsed)
  }

  /// The engine's share of jitter. It is the same from the first 429 until the server accepts a
  /// request. A new share for each wait would average out during a long outage, so that all clients
  /// would return together.
  func jitterOfThisOutage() -> Double {
    if let jitter, machine.breaker.trips > 0 || machine.breaker.consecutiveRateLimits > 0 {
      return jitter
    }
    let fresh = configuration.random.fraction()
    jitter = fresh
    return fresh
  }
}
