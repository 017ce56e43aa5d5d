import Sync
import SyncHTTP
import SyncSQLite

/// An engine with the real store and the real client, connected to a bench's server.
struct Device {
  let factory: LocalStoreFactory
  let engine: SyncEngine
  let eventStore: EventStore
  let log: LoggingTransport

  /// Creates a device with its data in the file `path`, or in memory under `name`.
  init(
    _ bench: Bench, name: String, path: String? = nil,
    resolveConflict: @escaping @Sendable (SyncConflict) -> SyncConflictResolution = { _ in
      .keepLocal
    }
  ) throws {
    factory =
      try path.map { LocalStoreFactory(path: $0) } ?? LocalStoreFactory(inMemory: name)
    log = LoggingTransport(bench.network)
    let configuration = SyncEngineConfiguration(
      clock: bench.clock, random: SyncRandom(seed: 3), identifiers: bench.identifiers,
      retriesAfterBackoff: false, resolveConflict: resolveConflict)
    engine = SyncEngine(
      networkClient: APIClient(transport: log, clock: bench.clock) { "token" },
      dataStoreFactory: factory, configuration: configuration)
    eventStore = EventStore(
      dataStoreFactory: factory, syncEngine: engine, configuration: configuration,
      syncsAfterEdits: false)
  }
}
