// The SyncTelemetry module turns the transitions of the sync engine into intervals, events and
// counters.
//
// `SignalDerivation` derives signals from transitions. `SyncMetrics` counts them and passes them to
// sinks: signposts and MetricKit (`Apple`), typed metrics, a trace, or a function that reports the
// current part of a sync (`Sinks`). The engine itself knows only the protocol `SyncObserving` and
// does not depend on this module.

import Basics
public import Sync

/// The metrics of a sync engine: five intervals, five events, and counters.
///
///     let sinks: [any SyncMetricsSink] = [
///       SignpostSink(subsystem: "com.example.app"), TypedMetricsSink(store),
///     ]
///     let metrics = SyncMetrics(sinks: sinks)
///     let engine = SyncEngine(networkClient: client, dataStoreFactory: stores, observer: metrics)
///     …
///     metrics.counters.successRate
///
/// All of them are derived from the transitions of the engine's state machine. A refused sync can
/// therefore never count as a success, and every interval ends exactly once.
public final class SyncMetrics: SyncObserving {
  private let sinks: [any SyncMetricsSink]
  private let state = Locked(State())

  private struct State {
    var derivation = SignalDerivation()
    var counters = SyncCounters()
  }

  /// Creates metrics that send their signals to these sinks.
  public init(sinks: [any SyncMetricsSink] = []) {
    self.sinks = sinks
  }

  /// The number of events of each kind.
  public var counters: SyncCounters { state.withLock { $0.counters } }

  /// Processes a transition of the engine.
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
  /// The intervals, with their names in instruments and payloads.
  public enum SignpostName: String, CaseIterable, Hashable, Sendable {
    /// From the beginning of a sync to its end, whatever its outcome.
    case fullSync = "FullSync"
    /// Sending the local edits, and before that reading the changes that they are merged with.
    case flushMutations = "FlushMutations"
    /// The change feed after the local edits were sent, from its first page to its last.
    case pullChanges = "PullChanges"
    /// Fetching all data, from the cursor until the former rows are deleted.
    case bootstrapFetch = "BootstrapFetch"
    /// The first request of a sync, including pauses after a rate limit.
    case healthCheck = "HealthCheck"
  }

  /// The events, with their names in instruments and payloads.
  public enum EventName: String, CaseIterable, Hashable, Sendable {
    /// The server asked for fewer requests: 429, or 5xx with `Retry-After`.
    case rateLimitHit = "RateLimitHit"
    /// A request is made again after a pause.
    case retryAttempt = "RetryAttempt"
    /// The circuit breaker opened.
    case circuitBreakerTrip = "CircuitBreakerTrip"
    /// A sync succeeded: all local edits that could be sent were sent, and the changes were
    /// received, at most `SyncEngine.pagesPerSync` pages.
    case syncSuccess = "SyncSuccess"
    /// A sync ended early: a request failed, or the breaker opened.
    case syncFailure = "SyncFailure"
  }
}

/// A signal to a sink.
public enum SyncSignal: Hashable, Sendable {
  /// An interval begins. `id` is unique within these metrics.
  case began(SyncMetrics.SignpostName, id: UInt64, at: Timestamp)
  /// The interval with this id, which began at `start`, ends.
  case ended(SyncMetrics.SignpostName, id: UInt64, start: Timestamp, at: Timestamp)
  /// An event happened.
  case happened(SyncMetrics.EventName, at: Timestamp)
}

/// A destination of signals. It is called on the engine, so it must not block.
public protocol SyncMetricsSink: Sendable {
  /// Receives a signal.
  func receive(_ signal: SyncSignal)
}
