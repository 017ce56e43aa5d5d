import Basics
public import Sync

/// What a sync engine is measured by: five intervals, five events, and counters.
///
///     let metrics = SyncMetrics(sinks: [SignpostSink(), TypedMetricsSink(store)])
///     let engine = SyncEngine(networkClient: client, dataStoreFactory: stores, observer: metrics)
///     …
///     metrics.counters.successRate
///
/// Everything is derived from the steps of the engine's state machine, so that a sync that was
/// refused can never be told as a success, and every interval that begins ends exactly once.
public final class SyncMetrics: SyncObserving {
  private let sinks: [any SyncMetricsSink]
  private let state = Locked(State())

  private struct State {
    var derivation = SignalDerivation()
    var counters = SyncCounters()
  }

  /// Creates metrics that are handed to these sinks.
  public init(sinks: [any SyncMetricsSink] = []) {
    self.sinks = sinks
  }

  /// How often what has happened.
  public var counters: SyncCounters { state.withLock { $0.counters } }

  /// Takes a step of the engine.
  public func engineDidTake(_ step: SyncStep) {
    let signals = state.withLock { state in
      let signals = state.derivation.signals(of: step)
      for signal in signals { state.counters.count(signal) }
      return signals
    }
    for signal in signals {
      for sink in sinks { sink.receive(signal) }
    }
  }
}

extension SyncMetrics {
  /// The intervals, by the names that instruments and payloads show.
  public enum SignpostName: String, CaseIterable, Hashable, Sendable {
    /// From the beginning of a sync to its end, however it ends.
    case fullSync = "FullSync"
    /// From the first local edit that could be sent to the last.
    case flushMutations = "FlushMutations"
    /// The change feed, from its first page to its last.
    case pullChanges = "PullChanges"
    /// Fetching everything, from the cursor to the swap.
    case bootstrapFetch = "BootstrapFetch"
    /// The first request of a sync, pauses after a 429 included.
    case healthCheck = "HealthCheck"
  }

  /// The events, by the names that instruments and payloads show.
  public enum EventName: String, CaseIterable, Hashable, Sendable {
    /// The server answered 429.
    case rateLimitHit = "RateLimitHit"
    /// A request is made again after a pause.
    case retryAttempt = "RetryAttempt"
    /// The circuit breaker opened.
    case circuitBreakerTrip = "CircuitBreakerTrip"
    /// A sync went through: everything that could be sent was, and everything was received.
    case syncSuccess = "SyncSuccess"
    /// A sync ended early: a request failed, or the breaker opened.
    case syncFailure = "SyncFailure"
  }
}

/// What a sink is told.
public enum SyncSignal: Hashable, Sendable {
  /// An interval begins. `id` is its own, and never used again by these metrics.
  case began(SyncMetrics.SignpostName, id: UInt64, at: Timestamp)
  /// The interval with this id ends. `start` is when it began.
  case ended(SyncMetrics.SignpostName, id: UInt64, start: Timestamp, at: Timestamp)
  /// Something happened.
  case happened(SyncMetrics.EventName, at: Timestamp)
}

/// Takes signals to where somebody looks at them. Called on the engine: it must not wait for
/// anything.
public protocol SyncMetricsSink: Sendable {
  /// Takes a signal.
  func receive(_ signal: SyncSignal)
}
