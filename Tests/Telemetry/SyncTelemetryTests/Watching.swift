import Sync
import SyncTelemetry
import SyncTestSupport
import Synchronization

/// Stores every signal.
final class SignalKeeper: SyncMetricsSink {
  private let kept = Mutex<[SyncSignal]>([])

  var signals: [SyncSignal] { kept.withLock { $0 } }

  func receive(_ signal: SyncSignal) { kept.withLock { $0.append(signal) } }

  /// The signals in short form: `+FullSync`, `-FullSync`, `SyncSuccess`.
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

/// An engine with metrics, a mock client and a mock store, and a clock that only moves when
/// advanced.
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
