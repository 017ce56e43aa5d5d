import Sync
import SyncTestSupport
import TestTools
import Traces

/// An engine with mocks and a clock that advances with each wait.
struct SyncWorld {
  static let start = Timestamp(milliseconds: 1_767_225_600_000)

  let clock = VirtualSyncClock(now: SyncWorld.start, sleepsInstantly: true)
  let client = MockNetworkClient()
  let factory: MockDataStoreFactory
  let configuration: SyncEngineConfiguration
  let engine: SyncEngine
  let eventStore: EventStore

  /// Creates a world; `database` continues an earlier one, like a restart.
  init(database: MockDatabase? = nil, account: String? = nil, isBootstrapped: Bool = true) {
    factory = MockDataStoreFactory(database: database)
    if database == nil && isBootstrapped {
      factory.database.seed(record: SyncEngineRecord(account: account, isBootstrapped: true))
    }
    configuration = SyncEngineConfiguration(
      account: account, clock: clock, random: SyncRandom(seed: 7), retriesAfterBackoff: false)
    engine = SyncEngine(
      networkClient: client, dataStoreFactory: factory, configuration: configuration)
    eventStore = EventStore(
      dataStoreFactory: factory, syncEngine: engine, configuration: configuration,
      syncsAfterEdits: false)
  }

  var database: MockDatabase { factory.database }

  /// A type that the server has too.
  static let type = EventType(
    id: "0193a000-0000-7000-8000-000000000001", syncStatus: .synced, EventTypeContent(name: "Run"),
    createdAt: SyncWorld.start)

  /// Queues new events of `type`.
  @discardableResult
  func queueEvents(_ count: Int) async throws -> [Event] {
    database.seed(SyncWorld.type)
    return try await eventStore.createEvents(
      (0..<count).map { SyncWorld.start.advanced(by: .seconds($0)) },
      ofType: SyncWorld.type.id)
  }

  /// Waits until an engine's timer is set, lets it fire, and returns when the sync that it starts
  /// has ended.
  func letTimerRing(
    of engine: SyncEngine, on clock: VirtualSyncClock, after seconds: Int
  ) async throws {
    try await eventually { clock.sleeperCount > 0 }
    let before = client.calls(.getEventTypes).count
    clock.advance(by: .seconds(seconds))
    while client.calls(.getEventTypes).count == before {
      try await Task.sleep(for: .milliseconds(1))
    }
    await engine.waitUntilQuiet()
  }

  /// An event on the server.
  static func remote(_ number: Int, notes: String? = nil) -> APIEvent {
    let digits = String(number)
    let id =
      "0193b000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    return APIEvent(
      id: id,
      EventContent(
        eventTypeId: type.id, timestamp: start.advanced(by: .seconds(-number)), notes: notes),
      createdAt: start, updatedAt: start)
  }

  /// A change that creates an event.
  static func change(_ id: Int64, _ event: APIEvent) -> ChangeEntry {
    ChangeEntry(
      id: id, entityType: .event, operation: .update, entityId: event.id, data: .event(event),
      createdAt: start)
  }

  /// A change that deletes an event.
  static func deletion(_ id: Int64, of eventId: String) -> ChangeEntry {
    ChangeEntry(
      id: id, entityType: .event, operation: .delete, entityId: eventId, deletedAt: start,
      createdAt: start)
  }
}

extension APIError {
  static let tooMany = APIError.http(status: 429)
}
