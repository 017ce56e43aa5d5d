/// Names as literals, which signposts require instead of strings.
extension SyncMetrics.SignpostName {
  /// The same as `rawValue`.
  public var literal: StaticString {
    switch self {
    case .fullSync: "FullSync"
    case .flushMutations: "FlushMutations"
    case .pullChanges: "PullChanges"
    case .bootstrapFetch: "BootstrapFetch"
    case .healthCheck: "HealthCheck"
    }
  }
}

extension SyncMetrics.EventName {
  /// The same as `rawValue`.
  public var literal: StaticString {
    switch self {
    case .rateLimitHit: "RateLimitHit"
    case .retryAttempt: "RetryAttempt"
    case .circuitBreakerTrip: "CircuitBreakerTrip"
    case .syncSuccess: "SyncSuccess"
    case .syncFailure: "SyncFailure"
    }
  }
}
