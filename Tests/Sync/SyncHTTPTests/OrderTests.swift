import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite
import TestTools
import Testing

/// The order of dependent edits, with the real store and server.
@Suite(.timeLimit(.minutes(testMinutes))) struct OrderTests {
  @Test
  func
    `an event moved to a type that is then deleted is deleted with it, locally and on the server (D1)`()
    async throws
  {
    let world = try TwoDevices()
    let (old, new) = (try await world.syncedType("T1"), try await world.syncedType("T2"))
    let event = try await world.syncedEvent(old)
    try await world.store.updateEvent(id: event.id) { $0.eventTypeId = new.id }
    try await world.store.deleteEventType(id: new.id)
    await world.sync(3)
    #expect(try await world.localEvent(event.id) == nil)
    #expect(try await world.remoteEvent(event.id) == nil)
    #expect(try await world.agree())
  }

  @Test func `an event moved away survives the deletion of its former type (D1)`() async throws {
    let world = try TwoDevices()
    let (old, new) = (try await world.syncedType("T1"), try await world.syncedType("T2"))
    let event = try await world.syncedEvent(old)
    try await world.store.updateEvent(id: event.id) { $0.eventTypeId = new.id }
    try await world.store.deleteEventType(id: old.id)
    await world.sync(2)
    #expect(try await world.remoteEvent(event.id)?.eventTypeId == new.id)
    #expect(try await world.agree())
  }

  @Test
  func `a move to a type that was deleted elsewhere is kept in quarantine, with its event (D2)`()
    async throws
  {
    let world = try TwoDevices()
    let (old, new) = (try await world.syncedType("T1"), try await world.syncedType("T2"))
    let event = try await world.syncedEvent(old)
    try await world.other.deleteEventType(id: new.id)
    try await world.store.updateEvent(id: event.id) { $0.eventTypeId = new.id }
    await world.sync(3)
    #expect(try await world.localEvent(event.id) != nil)
    #expect(try await world.engine.quarantinedMutations().map(\.entityId) == [event.id])
    try await world.store.updateEvent(id: event.id) { $0.eventTypeId = old.id }
    await world.sync(2)
    #expect(try await world.agree())
    #expect(try await world.localEvent(event.id)?.syncStatus == .synced)
  }

  @Test(arguments: [500, 502, 503])
  func `a type is not deleted before the move that rescues its event`(status: Int) async throws {
    let world = try TwoDevices()
    let (old, new) = (try await world.syncedType("T1"), try await world.syncedType("T2"))
    let event = try await world.syncedEvent(old)
    try await world.store.updateEvent(id: event.id) { $0.eventTypeId = new.id }
    try await world.store.deleteEventType(id: old.id)
    world.fail("PUT /events/{id}", status: status, times: 2)
    await world.sync(6)
    #expect(try await world.remoteEvent(event.id)?.eventTypeId == new.id)
    #expect(try await world.agree())
    #expect(try await world.store.eventTypes().map(\.id) == [new.id])
  }

  @Test
  func `a type is not deleted while the move that rescues its event is in quarantine (D4)`()
    async throws
  {
    let world = try TwoDevices()
    let (old, new) = (try await world.syncedType("T1"), try await world.syncedType("T2"))
    let event = try await world.syncedEvent(old, notes: "dear")
    _ = try await world.other.createEvent(
      CreateEventRequest(
        id: world.bench.identifiers.next(),
        EventContent(eventTypeId: new.id, timestamp: TwoDevices.start)))
    try await world.store.updateEvent(id: event.id) { $0.eventTypeId = new.id }
    try await world.store.deleteEventType(id: old.id)
    await world.sync(7)
    #expect(try await world.remoteEvent(event.id)?.notes == "dear")
    #expect(try await world.localEvent(event.id)?.notes == "dear")
    #expect(try await world.engine.quarantinedMutations().map(\.entityId) == [event.id])
    // With another time the move is accepted; then the deletion follows.
    try await world.store.updateEvent(id: event.id) {
      $0.timestamp = TwoDevices.start.advanced(by: .seconds(1))
    }
    await world.sync(2)
    #expect(try await world.remoteEvent(event.id)?.eventTypeId == new.id)
    #expect(try await world.store.eventTypes().map(\.id) == [new.id])
    #expect(try await world.agree())
  }

  @Test func `two types exchange their names through a third (D9)`() async throws {
    let world = try TwoDevices()
    let (a, b) = (try await world.syncedType("A"), try await world.syncedType("B"))
    func rename(_ type: EventType, _ name: String) async throws {
      try await world.store.updateEventType(id: type.id) { $0.name = name }
    }
    try await rename(a, "tmp")
    try await rename(b, "A")
    try await rename(a, "B")
    await world.sync(2)
    let names = try await world.other.getEventTypes().map { [$0.id: $0.name] }
    #expect(Set(names) == [[a.id: "B"], [b.id: "A"]])
    #expect(try await world.engine.quarantinedMutations().isEmpty)
    #expect(try await world.engine.getPendingCount() == 0)
  }

  @Test
  func `two types exchange their names even if the first rename gets server errors (D9)`()
    async throws
  {
    let world = try TwoDevices()
    let (a, b) = (try await world.syncedType("A"), try await world.syncedType("B"))
    for (type, name) in [(a, "tmp"), (b, "A"), (a, "B")] {
      try await world.store.updateEventType(id: type.id) { $0.name = name }
    }
    world.fail("PUT /event-types/{id}", status: 502, times: 2)
    await world.sync(1)
    // A mutation that occupies the name waits for one that releases it, without counting attempts.
    let waiting = try world.device.factory.makeDataStore().fetchPendingMutations()
    #expect(waiting.allSatisfy { $0.attempts == 0 })
    await world.sync(4)
    let names = try await world.other.getEventTypes().map { [$0.id: $0.name] }
    #expect(Set(names) == [[a.id: "B"], [b.id: "A"]])
    #expect(try await world.engine.getPendingCount() == 0)
  }

  @Test
  func `a type whose name another one occupies is deleted after it has released the name (D9)`()
    async throws
  {
    let world = try TwoDevices()
    let (a, b) = (try await world.syncedType("A"), try await world.syncedType("B"))
    try await world.store.updateEventType(id: a.id) { $0.name = "tmp" }
    try await world.store.updateEventType(id: b.id) { $0.name = "A" }
    try await world.store.deleteEventType(id: a.id)
    await world.sync(1)
    #expect(try await world.other.getEventTypes().map(\.name) == ["A"])
    #expect(try await world.engine.getPendingCount() == 0)
  }

  @Test
  func `a geofence outlives a type that it refers to and that was never sent (W11)`() async throws {
    let world = try TwoDevices()
    let type = try await world.store.createEventType(named: "T")
    let geofence = try await world.store.createGeofence(named: "Home", latitude: 1, longitude: 2) {
      $0.eventTypeEntryId = type.id
    }
    try await world.store.deleteEventType(id: type.id)
    await world.sync(2)
    #expect(try await world.other.getGeofences(activeOnly: false).map(\.id) == [geofence.id])
    #expect(try await world.store.geofences().map(\.eventTypeEntryId) == [nil])
    #expect(try await world.engine.getPendingCount() == 0)
  }

  @Test
  func `a renamed geofence is sent although its type was deleted elsewhere (W11)`() async throws {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let geofence = try await world.store.createGeofence(named: "Home", latitude: 1, longitude: 2) {
      $0.eventTypeEntryId = type.id
    }
    let unsent = try await world.store.createGeofence(named: "Gym", latitude: 1, longitude: 2)
    await world.sync()
    try await world.other.deleteEventType(id: type.id)
    try await world.store.updateGeofence(id: geofence.id) { $0.name = "House" }
    try await world.store.updateGeofence(id: unsent.id) { $0.eventTypeExitId = type.id }
    await world.sync(6)
    let remote = try await world.other.getGeofences(activeOnly: false)
    #expect(Set(remote.map(\.name)) == ["House", "Gym"])
    let local = try await world.store.geofences()
    #expect(local.allSatisfy { $0.eventTypeEntryId == nil && $0.eventTypeExitId == nil })
    #expect(local.allSatisfy { $0.syncStatus == .synced })
    #expect(try await world.engine.getPendingCount() == 0)
    #expect(try await world.engine.quarantinedMutations().isEmpty)
  }

  @Test
  func `the copy of a deleted geofence stays in quarantine when its type is deleted (W11)`()
    async throws
  {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let geofence = try await world.store.createGeofence(named: "Home", latitude: 1, longitude: 2) {
      $0.eventTypeEntryId = type.id
    }
    await world.sync()
    try await world.other.deleteGeofence(id: geofence.id)
    try await world.other.deleteEventType(id: type.id)
    try await world.store.updateGeofence(id: geofence.id) { $0.name = "House" }
    await world.sync(3)
    let copy = try #require(try await world.engine.quarantinedMutations().first)
    #expect(copy.lastError == "deleted elsewhere")
    #expect(try await world.store.geofences().map(\.syncStatus) == [.failed])
    try await world.engine.retryQuarantinedMutation(id: copy.id)
    await world.sync()
    #expect(try await world.other.getGeofences(activeOnly: false).map(\.name) == ["House"])
    #expect(try await world.store.geofences().map(\.eventTypeEntryId) == [nil])
  }

  @Test
  func
    `a geofence refused because of a type leaves quarantine when the type is deleted locally (W11)`()
    async throws
  {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    try await world.store.createGeofence(named: "Home", latitude: 1, longitude: 2) {
      $0.eventTypeEntryId = type.id
    }
    try await world.other.deleteEventType(id: type.id)
    // The device does not read the deletion until its creation has been refused up to the limit.
    world.fail("GET /changes", status: 500, times: PendingMutation.retryLimit)
    await world.sync(PendingMutation.retryLimit)
    #expect(try await world.engine.quarantinedMutations().count == 1)
    await world.sync(3)
    #expect(try await world.other.getGeofences(activeOnly: false).map(\.name) == ["Home"])
    #expect(try await world.store.geofences().map(\.eventTypeEntryId) == [nil])
    #expect(try await world.engine.getPendingCount() == 0)
    #expect(try await world.engine.quarantinedMutations().isEmpty)
  }

  @Test
  func
    `a geofence that was sent before its type was deleted locally, and then renamed, is accepted (W11)`()
    async throws
  {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let geofence = try await world.store.createGeofence(named: "Home", latitude: 1, longitude: 2) {
      $0.eventTypeEntryId = type.id
    }
    world.fail("POST /geofences", status: 502, times: 2)
    await world.sync()
    try await world.store.updateGeofence(id: geofence.id) { $0.name = "House" }
    try await world.other.deleteEventType(id: type.id)
    await world.sync(PendingMutation.retryLimit + 3)
    #expect(try await world.other.getGeofences(activeOnly: false).map(\.name) == ["House"])
    #expect(try await world.store.geofences().map(\.eventTypeEntryId) == [nil])
    #expect(try await world.engine.getPendingCount() == 0)
    #expect(try await world.engine.quarantinedMutations().isEmpty)
  }
}
