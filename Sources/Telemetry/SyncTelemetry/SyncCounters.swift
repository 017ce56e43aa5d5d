/// The number of events of each kind since the engine's metrics were created.
public struct SyncCounters: Hashable, Sendable {
  /// The number of syncs that began.
  public private(set) var attempts = 0
  /// The number of syncs that succeeded.
  public private(set) var successes = 0
  /// The number of syncs that failed or that the circuit breaker stopped. A cancelled sync is
  /// neither a success nor a failure.
  public private(set) var failures = 0
  /// The number of responses that asked for fewer requests: 429, or 5xx with `Retry-After`.
  public private(set) var rateLimitHits = 0
  /// The number of requests repeated after a pause.
  public private(set) var retries = 0
  /// The number of times that the circuit breaker opened.
  public private(set) var circuitBreakerTrips = 0

  /// Creates counters with the value 0.
  public init() {}

  /// The share of successes among the syncs that succeeded or failed, from 0 to 1; `nil` before the
  /// first of them.
  public var successRate: Double? {
    let decided = successes + failures
    return decided == 0 ? nil : Double(successes) / Double(decided)
  }

  mutating func count(_ signal: SyncSignal) {
    switch signal {
    case .began(.fullSync, _, _): attempts += 1
    case .began, .ended: break
    case .happened(let event, _):
      switch event {
      case .rateLimitHit: rateLimitHits += 1
      case .retryAttempt: retries += 1
      case .circuitBreakerTrip: circuitBreakerTrips += 1
      case .syncSuccess: successes += 1
      case .syncFailure: failures += 1
      }
    }
  }
}
