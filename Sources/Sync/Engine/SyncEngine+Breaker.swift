import Traces

/// The circuit breaker's clock: the machine says how long, the engine waits.
extension SyncEngine {
  /// Whether the breaker is open.
  public var isCircuitBreakerTripped: Bool { machine.breaker.phase == .open }

  /// Seconds until the breaker may be probed; 0 while it is not open.
  public var circuitBreakerBackoffRemaining: Double {
    guard isCircuitBreakerTripped, let openUntil else { return 0 }
    let remaining = openUntil.duration(since: configuration.clock.now).wholeMilliseconds
    return Double(max(0, remaining)) / 1000
  }

  /// Closes the breaker by hand. The backoff schedule goes on where it was, and so does a running
  /// sync; a call that came while the breaker was open is served now.
  public func resetCircuitBreaker() {
    backoffTask?.cancel()
    backoffTask = nil
    loadIfPossible()
    let effects = apply(.breakerReset)
    saveBreaker()
    start(effects)
  }

  /// Takes over the breaker as the store has it.
  func restoreBreaker() {
    let count = record.consecutiveRateLimits
    if count == 0 && record.breakerTrips == 0 && record.breakerOpenUntil == nil { return }
    openUntil = record.breakerOpenUntil
    let remaining = openUntil.map {
      Double(max(0, $0.duration(since: configuration.clock.now).wholeMilliseconds)) / 1000
    }
    let event = SyncStateMachine.Event.breakerRestored(
      consecutiveRateLimits: count, trips: record.breakerTrips, retryAfter: remaining,
      pending: pendingCount)
    for case .openBreaker(let seconds) in apply(event) { waitForBackoff(seconds) }
  }

  /// Fixes the end of a backoff on disk and waits for it.
  func openBreaker(_ seconds: Double) {
    openUntil = configuration.clock.now.advanced(by: .seconds(seconds))
    saveBreaker()
    waitForBackoff(seconds)
  }

  /// Writes the breaker where it differs from what is on disk; its loss costs at most one probe.
  func saveBreaker() {
    let breaker = machine.breaker
    if breaker.phase == .closed { openUntil = nil }
    var changed = record
    changed.consecutiveRateLimits = breaker.consecutiveRateLimits
    changed.breakerTrips = breaker.trips
    changed.breakerOpenUntil = openUntil
    guard changed != record, isLoaded else { return }
    do {
      try write(changed)
    } catch {
      recorder?.note(by: "SyncEngine", "the breaker could not be saved")
    }
  }

  /// The end of the backoff, where nobody waited for it: the device slept, or the engine does not
  /// wait by itself.
  func noticeEndOfBackoff() -> [SyncStateMachine.Effect] {
    guard case .rateLimited = machine.state, let openUntil,
      openUntil <= configuration.clock.now
    else { return [] }
    backoffTask?.cancel()
    backoffTask = nil
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

  private func waitForBackoff(_ seconds: Double) {
    backoffTask?.cancel()
    backoffTask = nil
    guard configuration.retriesAfterBackoff else { return }
    let clock = configuration.clock
    backoffTask = Task { [weak self] in
      do {
        try await clock.sleep(for: .seconds(seconds))
      } catch {
        return
      }
      await self?.endBackoff()
    }
  }

  private func endBackoff() {
    if Task.isCancelled { return }
    start(noticeEndOfBackoff())
  }
}
