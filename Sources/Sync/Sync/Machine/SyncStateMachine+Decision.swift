extension SyncStateMachine {
  /// A guard and its result.
  ///
  /// `apply`, traces and documents all use it, so that the wording always agrees with the rule.
  public struct Decision: Hashable, Sendable {
    /// The guard in words: `third consecutive 429`.
    public var condition: String
    /// Its opposite: `fewer than 3 consecutive 429s`; empty if it is not needed.
    public var negation: String
    /// Whether the guard is true.
    public var holds: Bool

    /// The text for the result.
    public var text: String { holds ? condition : negation }
  }

  /// The guard for `event` in this state; `nil` if there is only one possible transition.
  public func decision(for event: Event) -> Decision? {
    switch event {
    case .rateLimitHit(let retryAfter, _, _):
      guard state.isSyncing else { return nil }
      return rateLimitDecision(retryAfter)
    case .mutationsFlushed(let needsBootstrap):
      guard step == .push else { return nil }
      return Decision(
        condition: "bootstrap needed", negation: "local copy is complete", holds: needsBootstrap)
    case .pullCompleted, .bootstrapCompleted, .requestFailed, .healthCheckFailed:
      guard state.isSyncing else { return nil }
      return Decision(
        condition: "a call came during the sync", negation: "no call came during the sync",
        holds: hasPendingRequest)
    case .breakerReset:
      guard case .rateLimited = state else { return nil }
      return Decision(
        condition: "a call came while it was open", negation: "no call came while it was open",
        holds: hasPendingRequest)
    case .breakerRestored(_, _, let retryAfter, _):
      guard state == .idle else { return nil }
      return Decision(
        condition: "backoff has not ended", negation: "backoff has ended",
        holds: (retryAfter ?? 0) > 0)
    case .pauseEnded: return pauseDecision
    case .syncRequested, .healthCheckPassed, .mutationsAccepted, .mutationsRefused, .pageApplied,
      .cursorExpired, .bootstrapAdvanced, .bootstrapInterrupted, .queueChanged,
      .syncCancelled, .backoffElapsed:
      return nil
    }
  }

  private func rateLimitDecision(_ retryAfter: Double?) -> Decision {
    // The probe is the health check, with which each sync begins.
    if case .syncing = state, breaker.phase == .halfOpen {
      return Decision(condition: "probe was refused", negation: "", holds: true)
    }
    if !breaker.opensOnNextRateLimit && CircuitBreaker.isLongWait(retryAfter) {
      let seconds = Int(CircuitBreaker.longestPause)
      return Decision(
        condition: "server asks to wait more than \(seconds) s", negation: "", holds: true)
    }
    let count = CircuitBreaker.threshold
    return Decision(
      condition: "\(SyncStateMachine.ordinal(count)) consecutive 429",
      negation: "fewer than \(count) consecutive 429s", holds: breaker.opensOnNextRateLimit)
  }

  private var pauseDecision: Decision? {
    switch step {
    case .healthCheck: Decision(condition: "checking health", negation: "", holds: true)
    case .push: Decision(condition: "sending", negation: "", holds: true)
    case .pull: Decision(condition: "fetching changes", negation: "", holds: true)
    case .bootstrap: Decision(condition: "fetching everything", negation: "", holds: true)
    case nil: nil
    }
  }

  private static func ordinal(_ number: Int) -> String {
    switch number {
    case 1: "first"
    case 2: "second"
    case 3: "third"
    case 4: "fourth"
    case 5: "fifth"
    default: "\(number)th"
    }
  }
}
