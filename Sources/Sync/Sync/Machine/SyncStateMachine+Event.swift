public import Traces

extension SyncStateMachine {
  /// What can happen to the engine.
  public enum Event: Hashable, Sendable {
    /// Someone called `performSync()`, or the engine asked itself to.
    case syncRequested
    /// The server answered the health check; `pending` mutations are queued.
    case healthCheckPassed(pending: Int)
    /// The server did not answer the health check, or not as it should.
    case healthCheckFailed(message: String)
    /// The server accepted `count` mutations.
    case mutationsAccepted(count: Int)
    /// The server refused `count` mutations; they were counted, split up or put into quarantine.
    case mutationsRefused(count: Int)
    /// Nothing is left that could be sent now.
    case mutationsFlushed(needsBootstrap: Bool)
    /// A page of remote changes was stored with its cursor, and there are more.
    case pageApplied
    /// The change feed does not continue at the cursor: the server has forgotten changes, or was
    /// restored from a backup.
    case cursorExpired
    /// The last page of remote changes was stored with its cursor.
    case pullCompleted
    /// A part of the server's data is in the shadow tables, and there is more to fetch.
    case bootstrapAdvanced
    /// A request of the bootstrap got no usable answer and is to be made again.
    case bootstrapInterrupted
    /// A complete copy of the server's data has replaced the local one.
    case bootstrapCompleted
    /// The server asked for fewer requests: 429, or 5xx with `Retry-After`. `retryAfter` is the
    /// time that it asks for, `jitter` is from 0 up to 1.
    case rateLimitHit(retryAfter: Double?, jitter: Double, pending: Int)
    /// The wait after a 429 below the threshold is over.
    case pauseEnded
    /// A request got no usable answer, or the store failed.
    case requestFailed(message: String)
    /// Edits were queued or given up; `pending` mutations are queued now.
    case queueChanged(pending: Int)
    /// The breaker's backoff is over.
    case backoffElapsed
    /// Someone called `resetCircuitBreaker()`.
    case breakerReset
    /// The running sync was called off, and with it the calls that came meanwhile.
    case syncCancelled
    /// The engine read from its store how an earlier run had left the breaker.
    ///
    /// `retryAfter` is what remains of its backoff, 0 if that has ended and no probe was made,
    /// nothing if the breaker was closed.
    case breakerRestored(consecutiveRateLimits: Int, trips: Int, retryAfter: Double?, pending: Int)
  }
}

extension SyncStateMachine.Event: TraceNamed {
  /// The events without their values.
  enum Name: String, CaseIterable {
    case syncRequested, healthCheckPassed, healthCheckFailed, mutationsAccepted
    case mutationsRefused, mutationsFlushed, pageApplied, cursorExpired, pullCompleted
    case bootstrapAdvanced, bootstrapInterrupted, bootstrapCompleted, rateLimitHit, pauseEnded
    case requestFailed, queueChanged, backoffElapsed, breakerReset, syncCancelled, breakerRestored
  }

  /// The event without its values. The compiler demands a name for each event.
  var name: Name {
    switch self {
    case .syncRequested: .syncRequested
    case .healthCheckPassed: .healthCheckPassed
    case .healthCheckFailed: .healthCheckFailed
    case .mutationsAccepted: .mutationsAccepted
    case .mutationsRefused: .mutationsRefused
    case .mutationsFlushed: .mutationsFlushed
    case .pageApplied: .pageApplied
    case .cursorExpired: .cursorExpired
    case .pullCompleted: .pullCompleted
    case .bootstrapAdvanced: .bootstrapAdvanced
    case .bootstrapInterrupted: .bootstrapInterrupted
    case .bootstrapCompleted: .bootstrapCompleted
    case .rateLimitHit: .rateLimitHit
    case .pauseEnded: .pauseEnded
    case .requestFailed: .requestFailed
    case .queueChanged: .queueChanged
    case .backoffElapsed: .backoffElapsed
    case .breakerReset: .breakerReset
    case .syncCancelled: .syncCancelled
    case .breakerRestored: .breakerRestored
    }
  }

  /// The case's name.
  public var traceName: String { name.rawValue }
}
