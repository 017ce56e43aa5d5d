/// How often what has happened to an engine since its metrics were made.
public struct SyncCounters: Hashable, Sendable {
  /// Syncs that have begun.
  public private(set) var attempts = 0
  /// Syncs that went through.
  public private(set) var successes = 0
  /// Syncs that failed or were stopped by the circuit breaker. One that was called off is neither.
  public private(set) var failures = 0
  /// Answers 429.
  public private(set) var rateLimitHits = 0
  /// Requests made again after a pause.
  public private(set) var retries = 0
  /// How often the circuit breaker opened.
  public private(set) var circuitBreakerTrips = 0

  /// Counters that stand at 0.
  public init() {}

  /// The share of successes among the syncs that succeeded or failed, from 0 to 1; nothing before
  /// the first of them.
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
