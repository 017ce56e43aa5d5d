import Foundation
import Sync
import SyncHTTP
import SyncSQLite
import Synchronization

/// Creates new events together with their mutations.
struct EditSource {
  static let notes = String(repeating: "five kilometres along the river ", count: 4)

  private let identifiers = IdentifierSource(clock: SystemSyncClock(), random: .system())
  private let type: String

  init() {
    type = identifiers.next()
  }

  /// Stores one event and its row in the queue in one transaction.
  func enqueue(in store: LocalStore) throws {
    let id = identifiers.next()
    let now = SystemSyncClock().now
    let payload = try WireCoding.encode(
      CreateEventRequest(
        id: id, EventContent(eventTypeId: type, timestamp: now, notes: EditSource.notes)))
    try store.transaction {
      try store.upsertEvent(id: id) { event in
        event.syncStatus = .pending
        event.eventTypeId = type
        event.timestamp = now
        event.notes = EditSource.notes
      }
      try store.insertPendingMutation(
        PendingMutation(
          id: identifiers.next(), clientRequestId: identifiers.nextKey(), entityKind: .event,
          operation: .create, entityId: id, payload: payload, dependencies: [type],
          createdAt: now))
    }
  }
}

/// A user's edits, without a network.
struct OfflineEditor {
  private struct NoSync: SyncPerforming {
    func requestSync(after delay: Duration) async {}
    func noticeQueueChange() async {}
  }

  let store: EventStore

  init(path: String, durability: LocalStoreFactory.Durability = .full) throws {
    store = EventStore(
      dataStoreFactory: LocalStoreFactory(path: path, durability: durability),
      syncEngine: NoSync(), syncsAfterEdits: false)
  }

  /// Creates one event like an app.
  func addEvent(ofType type: String) async throws {
    try await store.createEvent(ofType: type, at: SystemSyncClock().now) {
      $0.notes = EditSource.notes
    }
  }
}

/// An app on one device: engine, event store and client with one file and one connection.
struct BenchDevice: Sendable {
  let engine: SyncEngine
  let eventStore: EventStore
  let wire: WatchedTransport
  let factory: LocalStoreFactory

  init(path: String, server: URL) {
    self.init(path: path, URLSessionTransport(baseURL: server))
  }

  init(
    path: String, _ transport: any HTTPTransport,
    durability: LocalStoreFactory.Durability = .full
  ) {
    wire = WatchedTransport(transport)
    factory = LocalStoreFactory(path: path, durability: durability)
    engine = SyncEngine(
      networkClient: APIClient(transport: wire) { "token" }, dataStoreFactory: factory)
    eventStore = EventStore(
      dataStoreFactory: factory, syncEngine: engine, syncsAfterEdits: false)
  }
}

/// A transport that counts requests and records the first request for the change feed.
final class WatchedTransport: HTTPTransport {
  /// The time at which a sync turned from its queue to the change feed.
  struct FirstPull {
    var time: ContinuousClock.Instant
    /// The processor time until then, in nanoseconds.
    var processor: Double
    /// The number of requests until then.
    var requests: Int
  }

  private struct Notes {
    var requests = 0
    var firstPull: FirstPull?
  }

  private let transport: any HTTPTransport
  private let notes = Mutex(Notes())

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// The number of requests since the notes were cleared.
  var requests: Int { notes.withLock { $0.requests } }
  /// The first request for the change feed since then.
  var firstPull: FirstPull? { notes.withLock { $0.firstPull } }

  func clear() {
    notes.withLock { $0 = Notes() }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    notes.withLock { notes in
      if request.route == "/changes", notes.firstPull == nil {
        notes.firstPull = FirstPull(
          time: .now, processor: ProcessFigures.processorTime, requests: notes.requests)
      }
      notes.requests += 1
    }
    return try await transport.send(request)
  }
}
