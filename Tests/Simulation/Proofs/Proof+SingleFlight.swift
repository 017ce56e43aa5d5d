import Sync
import SyncTestSupport

extension Proof {
  /// However many calls are made, from however many threads, one sync runs at a time.
  static let singleFlight = Proof(
    name: "single-flight", claim: "concurrent calls of performSync never make two requests at once",
    unit: "calls", size: 10_000
  ) { size in
    let client = MockNetworkClient()
    let engine = SyncEngine(
      networkClient: client, dataStoreFactory: MockDataStoreFactory(),
      configuration: SyncEngineConfiguration(retriesAfterBackoff: false))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<size { group.addTask { await engine.performSync() } }
    }
    await engine.waitUntilQuiet()
    let (peak, state) = (client.peakConcurrency, await engine.state)
    let syncs = client.calls(.getEventTypes).count
    return Outcome(
      figures: ["calls": "\(size)", "syncs": "\(syncs)", "peak": "\(peak)"],
      objection: peak != 1 || state != .idle ? "peak \(peak), then \(state)" : nil)
  }
}
