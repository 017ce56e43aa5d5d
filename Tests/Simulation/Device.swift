import Sync
import SyncHTTP
import SyncTestSupport

/// A device of the account `user`: its engine and its event store, which do not sync by themselves.
struct Device: Sendable {
  let engine: SyncEngine
  let eventStore: EventStore

  init(
    transport: any HTTPTransport, factory: any DataStoreFactory, clock: VirtualSyncClock,
    random: SyncRandom
  ) {
    let configuration = SyncEngineConfiguration(
      account: "user", clock: clock, random: random, retriesAfterBackoff: false)
    engine = SyncEngine(
      networkClient: APIClient(transport: transport, clock: clock) { "token" },
      dataStoreFactory: factory, configuration: configuration)
    eventStore = EventStore(
      dataStoreFactory: factory, syncEngine: engine, configuration: configuration,
      syncsAfterEdits: false)
  }
}
