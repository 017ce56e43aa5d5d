import Foundation
import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite

/// A device under test, the API client of another device of the account, and their server.
struct TwoDevices {
  static let start = Timestamp(milliseconds: 1_766_000_000_000)

  let bench: Bench
  let device: Device
  /// The other device, whose changes go directly to the server.
  let other: APIClient

  init(
    resolveConflict: @escaping @Sendable (SyncConflict) -> SyncConflictResolution = { _ in
      .keepLocal
    }
  ) throws {
    bench = try Bench()
    device = try Device(bench, name: UUID().uuidString, resolveConflict: resolveConflict)
    other = bench.client
  }

  var store: EventStore { device.eventStore }
  var engine: SyncEngine { device.engine }

  func sync(_ times: Int = 1) async {
    for _ in 0..<times { await engine.performSync() }
  }

  /// Creates a type on the device and syncs it.
  func syncedType(_ name: String) async throws -> EventType {
    let type = try await store.createEventType(named: name)
    await sync()
    return type
  }

  /// Creates an event on the device and syncs it.
  func syncedEvent(
    _ type: EventType, at time: Timestamp = start, notes: String? = nil
  ) async throws -> Event {
    let event = try await store.createEvent(ofType: type.id, at: time) { $0.notes = notes }
    await sync()
    return event
  }

  /// Makes the next requests to a route fail with a status.
  func fail(_ route: String, status: Int, times: Int = 1) {
    bench.ruleBook.inject(
      Fault(.failure(status: status, afterCommit: false), times: times, route: route))
  }

  /// The server's event with this id.
  func remoteEvent(_ id: String) async throws -> APIEvent? {
    try await other.getAllEvents(batchSize: 100).first { $0.id == id }
  }

  /// The device's event with this id.
  func localEvent(_ id: String) async throws -> Event? {
    try await store.events().first { $0.id == id }
  }

  /// Changes some fields of an event on the other device.
  func changeElsewhere(
    _ id: String, _ change: (inout UpdateEventRequest) -> Void
  ) async throws {
    guard let event = try await remoteEvent(id) else { return }
    var request = UpdateEventRequest(event.content)
    change(&request)
    _ = try await other.updateEvent(id: id, request, idempotencyKey: nil)
  }

  /// Whether device and server have the same events and nothing is left to send.
  func agree() async throws -> Bool {
    let remote = try await other.getAllEvents(batchSize: 100).map(Event.init)
    let local = try await store.events()
    return try await engine.getPendingCount() == 0 && local == remote.sorted { $0.id < $1.id }
  }
}
