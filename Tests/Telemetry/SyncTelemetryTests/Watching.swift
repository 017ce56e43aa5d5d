import Sync
import SyncTelemetry
import SyncTestSupport
import Synchronization

/// Keeps every signal.
final class SignalKeeper: SyncMetricsSink {
  private let kept = Mutex<[SyncSignal]>([])

  var signals: [SyncSignal] { kept.withLock { $0 } }

  func receive(_ signal: SyncSignal) { kept.withLock { $0.append(signal) } }

  /// `+FullSync`, `-FullSync`, `SyncSuccess`: the signals in short.
  var words: [String] {
    signals.map { signal in
      switch signal {
      case .began(let name, _, _): "+\(name.rawValue)"
      case .ended(let name, _, _, _): "-\(name.rawValue)"
      case .happened(let name, _): name.rawValue
      }
    }
  }
}

/// An engine with metrics over a mock client and a mock store, on a clock that stands still.
struct MeasuredEngine {
  let client = MockNetworkClient()
  let stores = MockDataStoreFactory()
  let clock = VirtualSyncClock(now: Timestamp(milliseconds: 0), sleepsInstantly: true)
  let keeper = SignalKeeper()
  let metrics: SyncMetrics
  let engine: SyncEngine

  init(sinks: [any SyncMetricsSink] = []) {
    metrics = SyncMetrics(sinks: [keeper] + sinks)
    stores.database.seed(record: SyncEngineRecord(isBootstrapped: true))
    engine = SyncEngine(
      networkClient: client, dataStoreFactory: stores,
      configuration: SyncEngineConfiguration(
        clock: clock, random: SyncRandom(seed: 1), retriesAfterBackoff: false),
      observer: metrics)
  }
}
