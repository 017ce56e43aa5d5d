/// The rules of a sync: a value that converts each event to the next effects.
///
///     var machine = SyncStateMachine()
///     machine.apply(.syncRequested)                  // [.checkHealth], now syncing
///     machine.apply(.healthCheckPassed(pending: 2))  // [.sendNextBatch]
///
/// It has no clock, no network and no store. The engine applies an event and carries out the
/// effects; their outcome is the next event. An event without meaning in a state (a timer that
/// fires late, an answer after a cancellation) has no consequences.
public struct SyncStateMachine: Hashable, Sendable {
  /// The states that an app sees.
  public typealias State = SyncState

  /// The event that a running sync is waiting for.
  enum Step: Hashable, Sendable {
    case healthCheck, push, pull, bootstrap
  }

  /// The current state.
  public private(set) var state: State
  /// The circuit breaker, which counts rate limits.
  public private(set) var breaker: CircuitBreaker
  /// Whether a sync was requested that has not begun.
  public private(set) var hasPendingRequest: Bool
  /// The current step of the running sync; `nil` if none is running.
  private(set) var step: Step?

  /// Creates an idle machine.
  public init(breaker: CircuitBreaker = CircuitBreaker()) {
    state = .idle
    self.breaker = breaker
    hasPendingRequest = false
    step = nil
  }

  /// Applies an event and returns the effects.
  public mutating func apply(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.idle, .syncRequested), (.error, .syncRequested):
      return begin()
    case (.syncing, .syncRequested), (.pulling, .syncRequested), (.rateLimited, .syncRequested):
      hasPendingRequest = true
      return []

    case (.syncing, .healthCheckPassed(let pending)):
      return startSending(pending)
    case (.syncing, .healthCheckFailed(let message)):
      return fail(message)
    case (.syncing, .mutationsAccepted(let count)):
      return sendMore(accepted: count)
    case (.syncing, .mutationsRefused), (.syncing, .pageApplied):
      return sendMore(accepted: 0)
    case (.syncing, .mutationsFlushed):
      return startReceiving(event)

    case (.pulling, .pageApplied):
      return receiveMore(.pull)
    case (.pulling, .cursorExpired):
      return startOver()
    case (.pulling, .bootstrapInterrupted):
      return tryAgain()
    case (.pulling, .bootstrapAdvanced):
      return receiveMore(.bootstrap)
    case (.pulling, .pullCompleted), (.pulling, .bootstrapCompleted):
      return complete(event)

    case (.syncing, .rateLimitHit(let retryAfter, let jitter, let pending)),
      (.pulling, .rateLimitHit(let retryAfter, let jitter, let pending)):
      return slowDown(event, retryAfter: retryAfter, jitter: jitter, pending: pending)
    case (.syncing, .pauseEnded), (.pulling, .pauseEnded):
      return resume()
    case (.syncing, .requestFailed(let message)), (.pulling, .requestFailed(let message)):
      return fail(message)
    case (.syncing, .syncCancelled), (.pulling, .syncCancelled):
      return cancel()

    case (.rateLimited(let retryAfter, _), .queueChanged(let pending)):
      state = .rateLimited(retryAfter: retryAfter, pending: pending)
      return []
    case (.rateLimited, .backoffElapsed):
      breaker.allowProbe()
      state = .idle
      return [.requestSync]
    case (.rateLimited, .breakerReset):
      return close(event)
    case (.idle, .breakerReset), (.syncing, .breakerReset), (.pulling, .breakerReset),
      (.error, .breakerReset):
      breaker.reset()
      return []
    case (.idle, .breakerRestored(let count, let trips, let retryAfter, let pending)):
      return restore(event, count: count, trips: trips, retryAfter: retryAfter, pending: pending)

    // The following events have no meaning in these states and change nothing.
    case (.idle, .healthCheckPassed), (.pulling, .healthCheckPassed),
      (.rateLimited, .healthCheckPassed), (.error, .healthCheckPassed),
      (.idle, .healthCheckFailed), (.pulling, .healthCheckFailed),
      (.rateLimited, .healthCheckFailed), (.error, .healthCheckFailed),
      (.idle, .mutationsAccepted), (.pulling, .mutationsAccepted),
      (.rateLimited, .mutationsAccepted), (.error, .mutationsAccepted),
      (.idle, .mutationsRefused), (.pulling, .mutationsRefused),
      (.rateLimited, .mutationsRefused), (.error, .mutationsRefused),
      (.idle, .mutationsFlushed), (.pulling, .mutationsFlushed),
      (.rateLimited, .mutationsFlushed), (.error, .mutationsFlushed),
      (.idle, .pageApplied), (.rateLimited, .pageApplied), (.error, .pageApplied),
      (.idle, .bootstrapAdvanced), (.syncing, .bootstrapAdvanced),
      (.rateLimited, .bootstrapAdvanced), (.error, .bootstrapAdvanced),
      (.idle, .cursorExpired), (.syncing, .cursorExpired),
      (.rateLimited, .cursorExpired), (.error, .cursorExpired),
      (.idle, .bootstrapInterrupted), (.syncing, .bootstrapInterrupted),
      (.rateLimited, .bootstrapInterrupted), (.error, .bootstrapInterrupted),
      (.idle, .pullCompleted), (.syncing, .pullCompleted),
      (.rateLimited, .pullCompleted), (.error, .pullCompleted),
      (.idle, .bootstrapCompleted), (.syncing, .bootstrapCompleted),
      (.rateLimited, .bootstrapCompleted), (.error, .bootstrapCompleted),
      (.idle, .rateLimitHit), (.rateLimited, .rateLimitHit), (.error, .rateLimitHit),
      (.idle, .pauseEnded), (.rateLimited, .pauseEnded), (.error, .pauseEnded),
      (.idle, .requestFailed), (.rateLimited, .requestFailed), (.error, .requestFailed),
      (.idle, .syncCancelled), (.rateLimited, .syncCancelled), (.error, .syncCancelled),
      (.idle, .queueChanged), (.syncing, .queueChanged),
      (.pulling, .queueChanged), (.error, .queueChanged),
      (.idle, .backoffElapsed), (.syncing, .backoffElapsed),
      (.pulling, .backoffElapsed), (.error, .backoffElapsed),
      (.syncing, .breakerRestored), (.pulling, .breakerRestored),
      (.rateLimited, .breakerRestored), (.error, .breakerRestored):
      return []
    }
  }
}

// MARK: - Steps

extension SyncStateMachine {
  private mutating func begin() -> [Effect] {
    hasPendingRequest = false
    step = .healthCheck
    state = .syncing(synced: 0, total: 0)
    return [.checkHealth]
  }

  private mutating func startSending(_ pending: Int) -> [Effect] {
    guard step == .healthCheck else { return [] }
    breaker.recordAnswer()
    step = .push
    state = .syncing(synced: 0, total: pending)
    return [.sendNextBatch]
  }

  private mutating func sendMore(accepted count: Int) -> [Effect] {
    guard step == .push, case .syncing(let synced, let total) = state else { return [] }
    if count > 0 { breaker.recordProgress() } else { breaker.recordAnswer() }
    state = .syncing(synced: synced + count, total: max(total, synced + count))
    return [.sendNextBatch]
  }

  private mutating func startReceiving(_ event: Event) -> [Effect] {
    guard step == .push else { return [] }
    let isBootstrap = decision(for: event)?.holds == true
    step = isBootstrap ? .bootstrap : .pull
    state = .pulling
    return [isBootstrap ? .fetchBootstrap : .pullNextPage]
  }

  private mutating func receiveMore(_ kind: Step) -> [Effect] {
    guard step == kind else { return [] }
    breaker.recordAnswer()
    return [kind == .bootstrap ? .fetchBootstrap : .pullNextPage]
  }

  private mutating func startOver() -> [Effect] {
    guard step == .pull else { return [] }
    breaker.recordAnswer()
    step = .bootstrap
    return [.fetchBootstrap]
  }

  private mutating func tryAgain() -> [Effect] {
    guard step == .bootstrap else { return [] }
    breaker.recordSilence()
    return [.pause(seconds: CircuitBreaker.firstPause)]
  }

  private mutating func complete(_ event: Event) -> [Effect] {
    guard step == (event == .pullCompleted ? .pull : .bootstrap) else { return [] }
    breaker.recordProgress()
    return end(event, in: .idle, [.recordSuccess])
  }

  private mutating func slowDown(
    _ event: Event, retryAfter: Double?, jitter: Double, pending: Int
  ) -> [Effect] {
    let opens = decision(for: event)?.holds == true
    let seconds = breaker.recordRateLimit(retryAfter: retryAfter, jitter: jitter)
    guard opens else { return [.pause(seconds: seconds)] }
    step = nil
    state = .rateLimited(retryAfter: seconds, pending: pending)
    return [.openBreaker(seconds: seconds), .recordFailure(message: "rate limited")]
  }

  private mutating func resume() -> [Effect] {
    switch step {
    case .healthCheck: [.checkHealth]
    case .push: [.sendNextBatch]
    case .pull: [.pullNextPage]
    case .bootstrap: [.fetchBootstrap]
    case nil: []
    }
  }

  private mutating func fail(_ message: String) -> [Effect] {
    breaker.recordSilence()
    return end(
      .requestFailed(message: message), in: .error(message), [.recordFailure(message: message)])
  }

  private mutating func cancel() -> [Effect] {
    breaker.recordSilence()
    hasPendingRequest = false
    step = nil
    state = .idle
    return []
  }

  private mutating func end(_ event: Event, in last: State, _ effects: [Effect]) -> [Effect] {
    let isCallWaiting = decision(for: event)?.holds == true
    step = nil
    state = last
    return isCallWaiting ? effects + [.requestSync] : effects
  }

  private mutating func close(_ event: Event) -> [Effect] {
    let isCallWaiting = decision(for: event)?.holds == true
    breaker.reset()
    state = .idle
    return isCallWaiting ? [.requestSync] : []
  }

  private mutating func restore(
    _ event: Event, count: Int, trips: Int, retryAfter: Double?, pending: Int
  ) -> [Effect] {
    guard decision(for: event)?.holds == true, let retryAfter else {
      let phase: CircuitBreaker.Phase = retryAfter == nil ? .closed : .halfOpen
      breaker = CircuitBreaker(phase: phase, consecutiveRateLimits: count, trips: trips)
      return []
    }
    breaker = CircuitBreaker(phase: .open, consecutiveRateLimits: count, trips: trips)
    state = .rateLimited(retryAfter: retryAfter, pending: pending)
    return [.openBreaker(seconds: retryAfter)]
  }
}
