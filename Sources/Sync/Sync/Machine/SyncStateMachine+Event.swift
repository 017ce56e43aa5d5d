public import Traces

extension SyncStateMachine {
  /// An event of the engine.
  public enum Event: Hashable, Sendable {
    /// The app called `performSync()`, or the engine requested a sync itself.
    case syncRequested
    /// The server answered the health check; `pending` mutations are queued.
    case healthCheckPassed(pending: Int)
    /// The server did not answer the health check, or its answer was invalid.
    case healthCheckFailed(message: String)
    /// The server accepted `count` mutations.
    case mutationsAccepted(count: Int)
    /// `count` mutations were refused, postponed or put into quarantine.
    ///
    /// It is 0 if a batch was split, or is sent again at once.
    case mutationsRefused(count: Int)
    /// No mutations are left that can be sent now.
    case mutationsFlushed(needsBootstrap: Bool)
    /// A page of remote changes was stored with its cursor, and more pages follow.
    ///
    /// During the push, also if no pages follow: edits are sent next.
    case pageApplied
    /// The change feed does not continue at the cursor: the server has dropped changes, or was
    /// restored from a backup.
    case cursorExpired
    /// The last page of remote changes was stored with its cursor.
    case pullCompleted
    /// A part of the server's data was stored in the shadow tables, and more must be fetched.
    case bootstrapAdvanced
    /// A request of the bootstrap got no usable answer and will be repeated.
    case bootstrapInterrupted
    /// A complete copy of the server's data has replaced the local one.
    case bootstrapCompleted
    /// The server asked for fewer requests: 429, or 5xx with `Retry-After`. `retryAfter` is the
    /// requested time in seconds, `jitter` is from 0 up to 1, and `pending` mutations are queued.
    case rateLimitHit(retryAfter: Double?, jitter: Double, pending: Int)
    /// The wait after a 429 below the threshold is over.
    case pauseEnded
    /// A request got no usable answer, or the store failed.
    case requestFailed(message: String)
    /// Edits were queued or withdrawn; `pending` mutations are queued now.
    case queueChanged(pending: Int)
    /// The breaker's backoff is over.
    case backoffElapsed
    /// The app called `resetCircuitBreaker()`.
    case breakerReset
    /// The running sync was cancelled, together with the calls during it.
    case syncCancelled
    /// The engine read from its store the breaker's state at the end of an earlier run.
    ///
    /// `retryAfter` is the rest of its backoff in seconds: 0 if the backoff has ended but no probe
    /// was made, `nil` if the breaker was closed.
    case breakerRestored(consecutiveRateLimits: Int, trips: Int, retryAfter: Double?, pending: Int)
  }
}

extension SyncStateMachine.Event: TraceNamed {
  /// The names of the events.
  enum Name: String, CaseIterable {
    case syncRequested, healthCheckPassed, healthCheckFailed, mutationsAccepted
    case mutationsRefused, mutationsFlushed, pageApplied, cursorExpired, pullCompleted
    case bootstrapAdvanced, bootstrapInterrupted, bootstrapCompleted, rateLimitHit, pauseEnded
    case requestFailed, queueChanged, backoffElapsed, breakerReset, syncCancelled, breakerRestored
  }

  /// The name of the event. The exhaustive switch guarantees a name for each event.
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

  /// The name of the case.
  public var traceName: String { name.rawValue }
}
