import Traces

/// The circuit breaker's clock: the machine decides how long, the engine waits.
extension SyncEngine {
  /// Whether the breaker is open.
  public var isCircuitBreakerTripped: Bool { machine.breaker.phase == .open }

  /// Seconds until the breaker may be probed; 0 while it is not open.
  public var circuitBreakerBackoffRemaining: Double {
    isCircuitBreakerTripped ? secondsUntil(probeTime) : 0
  }

  /// Closes the breaker by hand. The backoff schedule goes on where it was, and so does a running
  /// sync; a call that came while the breaker was open is served now.
  public func resetCircuitBreaker() {
    cancelAlarm()
    loadIfPossible()
    let effects = apply(.breakerReset)
    saveBreaker()
    start(effects)
  }

  /// Continues with the breaker as the store has it.
  ///
  /// The store has only the time of day of the backoff's end, and the clock may have been set since.
  /// So the rest is at most the wait that was begun. Its new end is written, so that later launches do
  /// not begin the same wait again; a wait that is over is written as over.
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

  /// Begins a backoff: its end goes to disk, and the alarm rings then.
  ///
  /// A running engine measures it by `uptime`, which no one can set; the time of day on disk counts
  /// only after a restart.
  func openBreaker(_ seconds: Double) {
    probeTime = moment(in: seconds)
    saveBreaker(opened: seconds)
    setAlarm(at: probeTime)
  }

  /// Writes the breaker if it differs from the row on disk; its loss costs at most one probe.
  /// `opened` is the length of a backoff that begins now, in seconds.
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

  /// Ends the backoff if its time is over. A device that slept, or an engine without an alarm,
  /// learns of it here.
  func noticeEndOfBackoff() -> [SyncStateMachine.Effect] {
    guard case .rateLimited = machine.state, secondsUntil(probeTime) == 0 else { return [] }
    cancelAlarm()
    return apply(.backoffElapsed)
  }

  /// The engine's share of jitter, the same from the first 429 until the server has accepted
  /// something: shares drawn anew for each wait would add up to much the same for all clients of a
  /// long outage, and bring them back together.
  func jitterOfThisOutage() -> Double {
    if let jitter, machine.breaker.trips > 0 || machine.breaker.consecutiveRateLimits > 0 {
      return jitter
    }
    let fresh = configuration.random.fraction()
    jitter = fresh
    return fresh
  }
}
