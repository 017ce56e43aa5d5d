import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite
import Synchronization
import TestTools
import Testing

/// Conflicting edits of two devices, with the real store and server.
@Suite(.timeLimit(.minutes(testMinutes))) struct RebaseTests {
  @Test
  func `an edit of an event that was deleted elsewhere is kept as a copy in quarantine (D6)`()
    async throws
  {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let event = try await world.syncedEvent(type)
    try await world.other.deleteEvent(id: event.id)
    try await world.store.updateEvent(id: event.id) { $0.notes = "mine" }
    await world.sync(2)
    let aside = try await world.engine.quarantinedMutations()
    let copy = try #require(aside.first)
    #expect(aside.count == 1)
    #expect(try await world.localEvent(event.id) == nil)
    #expect(try await world.localEvent(copy.entityId)?.notes == "mine")
    try await world.engine.retryQuarantinedMutation(id: copy.id)
    await world.sync()
    #expect(try await world.remoteEvent(copy.entityId)?.notes == "mine")
    #expect(try await world.agree())
  }

  @Test func `edits of different fields on two devices are both kept (D7)`() async throws {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let event = try await world.syncedEvent(type)
    try await world.changeElsewhere(event.id) { $0.locationName = "Paris" }
    try await world.store.updateEvent(id: event.id) { $0.notes = "second" }
    await world.sync()
    let remote = try #require(try await world.remoteEvent(event.id))
    #expect([remote.locationName, remote.notes] == ["Paris", "second"])
    #expect(try await world.agree())
  }

  @Test func `withdrawing the queue restores the server's rows (D8)`() async throws {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let event = try await world.syncedEvent(type, notes: "good")
    try await world.store.updateEvent(id: event.id) { $0.locationLatitude = 999 }
    await world.sync(2)
    try await world.changeElsewhere(event.id) { $0.notes = "by B" }
    await world.sync()
    try await world.engine.clearPendingMutations()
    await world.sync()
    #expect(try await world.localEvent(event.id)?.notes == "by B")
    #expect(try await world.agree())
  }

  @Test
  func `takeRemote drops and counts the edit of an event that was deleted elsewhere (D6)`()
    async throws
  {
    let world = try TwoDevices { _ in .takeRemote }
    let type = try await world.syncedType("T")
    let event = try await world.syncedEvent(type)
    try await world.other.deleteEvent(id: event.id)
    try await world.store.updateEvent(id: event.id) { $0.notes = "mine" }
    await world.sync()
    #expect(try await world.agree())
    #expect(try await world.engine.quarantinedMutations().isEmpty)
    #expect(try await world.engine.syncHistory().first?.conflictsCount == 1)
  }

  @Test
  func `an edited type that was deleted elsewhere is kept as a copy, with its new events (D6)`()
    async throws
  {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let old = try await world.syncedEvent(type)
    try await world.other.deleteEventType(id: type.id)
    try await world.store.updateEventType(id: type.id) { $0.name = "U" }
    let new = try await world.store.createEvent(
      ofType: type.id, at: TwoDevices.start.advanced(by: .seconds(9)))
    await world.sync(2)
    let copy = try #require(try await world.store.eventTypes().first)
    #expect(copy.id != type.id && copy.name == "U" && copy.syncStatus == .failed)
    #expect(try await world.localEvent(old.id) == nil)
    #expect(try await world.localEvent(new.id)?.eventTypeId == copy.id)
    for mutation in try await world.engine.quarantinedMutations() {
      try await world.engine.retryQuarantinedMutation(id: mutation.id)
    }
    await world.sync(2)
    #expect(try await world.other.getEventTypes().map(\.name) == ["U"])
    #expect(try await world.agree())
  }

  @Test(arguments: [
    (SyncConflictResolution.keepLocal, "mine"), (.takeRemote, "theirs"),
    (.use(.text("both")), "both"),
  ])
  func `a conflict in one field is passed to the hook and counted, and both sides agree (D7)`(
    resolution: SyncConflictResolution, expected: String
  ) async throws {
    let asked = Mutex<[SyncConflict]>([])
    let world = try TwoDevices { conflict in
      asked.withLock { $0.append(conflict) }
      return resolution
    }
    let type = try await world.syncedType("T")
    let event = try await world.syncedEvent(type, notes: "old")
    try await world.changeElsewhere(event.id) {
      $0.notes = "theirs"
      $0.isAllDay = true
    }
    try await world.store.updateEvent(id: event.id) { $0.notes = "mine" }
    await world.sync()
    #expect(
      asked.withLock { $0 } == [
        SyncConflict(
          entityKind: .event, entityId: event.id, field: "notes", base: .text("old"),
          local: .text("mine"), remote: .text("theirs"))
      ])
    let remote = try #require(try await world.remoteEvent(event.id))
    #expect(remote.notes == expected && remote.isAllDay)
    #expect(try await world.agree())
    #expect(try await world.engine.syncHistory().first?.conflictsCount == 1)
  }

  @Test func `properties of an event are merged key by key (D7)`() async throws {
    let world = try TwoDevices()
    @Sendable func value(_ text: String) -> PropertyValue {
      PropertyValue(type: .text, value: .text(text))
    }
    let type = try await world.syncedType("T")
    let event = try await world.store.createEvent(ofType: type.id, at: TwoDevices.start) {
      $0.properties = ["a": value("1"), "b": value("1"), "c": value("1")]
    }
    await world.sync()
    try await world.changeElsewhere(event.id) {
      $0.properties = ["a": value("2"), "b": value("1"), "c": value("1"), "d": value("2")]
    }
    try await world.store.updateEvent(id: event.id) {
      $0.properties = ["a": value("1"), "b": value("3")]
    }
    await world.sync()
    let merged = ["a": value("2"), "b": value("3"), "d": value("2")]
    #expect(try await world.remoteEvent(event.id)?.properties == merged)
    #expect(try await world.agree())
  }

  @Test
  func `an update sends only changed fields, and a change of the calendar id sends nothing (D7)`()
    async throws
  {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let event = try await world.syncedEvent(type)
    try await world.store.updateEvent(id: event.id) { $0.calendarEventId = "device" }
    #expect(try await world.engine.getPendingCount() == 0)
    try await world.store.updateEvent(id: event.id) { $0.notes = "new" }
    let store = try world.device.factory.makeDataStore()
    let payload = try #require(try store.fetchPendingMutations().first).payload
    #expect(String(decoding: payload, as: UTF8.self) == #"{"notes":"new"}"#)
    await world.sync()
    #expect(try await world.localEvent(event.id)?.calendarEventId == "device")
    #expect(try await world.localEvent(event.id)?.syncStatus == .synced)
    #expect(try !store.hasBaseRows())
  }

  @Test func `a bootstrap merges the queued edits as well (D7)`() async throws {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let event = try await world.syncedEvent(type)
    let gone = try await world.syncedEvent(type, at: TwoDevices.start.advanced(by: .seconds(5)))
    try await world.changeElsewhere(event.id) { $0.locationName = "Paris" }
    try await world.other.deleteEvent(id: gone.id)
    for id in [event.id, gone.id] {
      try await world.store.updateEvent(id: id) { $0.notes = "mine" }
    }
    world.fail("PUT /events/{id}", status: 502, times: 3)
    try await world.engine.forceFullResync()
    await world.sync(4)
    let remote = try #require(try await world.remoteEvent(event.id))
    #expect([remote.locationName, remote.notes] == ["Paris", "mine"])
    #expect(try await world.localEvent(gone.id) == nil)
    let aside = try await world.engine.quarantinedMutations()
    #expect(aside.map(\.lastError) == ["deleted elsewhere"])
  }

  @Test
  func `discarding an edit restores the server's row, even after a change elsewhere`() async throws
  {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let event = try await world.syncedEvent(type, notes: "good")
    try await world.store.updateEvent(id: event.id) {
      $0.notes = "bad"
      $0.locationLatitude = 999
    }
    try await world.changeElsewhere(event.id) { $0.locationName = "Paris" }
    await world.sync(5)
    #expect(try await world.engine.quarantinedMutations().count == 1)
    #expect(try await world.localEvent(event.id)?.locationName == "Paris")
    #expect(try await world.engine.discardEdits(of: .event, id: event.id) == 1)
    #expect(try await world.agree())
    #expect(try await world.engine.discardEdits(of: .event, id: event.id) == 0)
  }

  @Test
  func `discarding the deletion of a type restores its events and definitions`() async throws {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    try await world.store.createPropertyDefinition(ofType: type.id, key: "k", label: "K")
    let event = try await world.syncedEvent(type)
    let edited = try await world.syncedEvent(type, at: TwoDevices.start.advanced(by: .seconds(5)))
    try await world.store.updateEvent(id: edited.id) { $0.notes = "lost" }
    try await world.store.createEvent(
      ofType: type.id, at: TwoDevices.start.advanced(by: .seconds(7)))
    try await world.store.deleteEventType(id: type.id)
    #expect(try await world.store.events().isEmpty)
    // A change elsewhere does not make the hidden event visible.
    try await world.changeElsewhere(event.id) { $0.notes = "elsewhere" }
    world.fail("DELETE /event-types/{id}", status: 502, times: 1)
    await world.sync()
    #expect(try await world.store.events().isEmpty)
    try await world.engine.clearPendingMutations()
    #expect(try await world.store.eventTypes().map(\.id) == [type.id])
    #expect(try await world.store.propertyDefinitions().map(\.key) == ["k"])
    #expect(try await world.localEvent(event.id)?.notes == "elsewhere")
    #expect(try await world.agree())
  }

  @Test func `discarding the creation of a type discards its new events`() async throws {
    let world = try TwoDevices()
    let type = try await world.store.createEventType(named: "T")
    try await world.store.createEvent(ofType: type.id, at: TwoDevices.start)
    #expect(try await world.engine.discardEdits(of: .eventType, id: type.id) == 2)
    #expect(try await world.store.eventTypes().isEmpty)
    #expect(try await world.agree())
  }

  @Test(arguments: [true, false])
  func `an event that was moved to a discarded type returns and keeps its other edits`(
    hasOtherEdits: Bool
  ) async throws {
    let world = try TwoDevices()
    let home = try await world.syncedType("home")
    let event = try await world.syncedEvent(home)
    let type = try await world.store.createEventType(named: "new")
    try await world.store.updateEvent(id: event.id) {
      $0.eventTypeId = type.id
      if hasOtherEdits { $0.notes = "kept" }
    }
    try await world.engine.discardEdits(of: .eventType, id: type.id)
    let returned = try await world.localEvent(event.id)
    #expect(returned?.eventTypeId == home.id)
    #expect(returned?.notes == (hasOtherEdits ? "kept" : nil))
    #expect(await world.engine.pendingCount == (hasOtherEdits ? 1 : 0))
    await world.sync()
    #expect(try await world.localEvent(event.id)?.syncStatus == .synced)
    #expect(try await world.agree())
  }

  @Test func `a bootstrap merges remote changes with an edit in quarantine`() async throws {
    let world = try TwoDevices()
    let type = try await world.syncedType("T")
    let event = try await world.syncedEvent(type, notes: "old")
    try await world.store.updateEvent(id: event.id) { $0.notes = "mine" }
    world.fail("PUT /events/{id}", status: 400, times: PendingMutation.retryLimit)
    await world.sync(PendingMutation.retryLimit)
    let stuck = try await world.engine.quarantinedMutations()
    #expect(stuck.count == 1)
    try await world.changeElsewhere(event.id) { $0.locationName = "theirs" }
    try await world.engine.forceFullResync()
    let merged = try await world.localEvent(event.id)
    #expect(merged?.notes == "mine")
    #expect(merged?.locationName == "theirs")
    #expect(try await world.engine.retryQuarantinedMutation(id: stuck[0].id))
    await world.sync()
    #expect(try await world.agree())
  }

  @Test
  func `a batch without an answer is sent again unchanged after a type was deleted elsewhere`()
    async throws
  {
    let world = try TwoDevices()
    let home = try await world.syncedType("home")
    let doomed = try await world.syncedType("doomed")
    let known = try await world.syncedEvent(home)
    try await world.store.createEvent(
      ofType: home.id, at: TwoDevices.start.advanced(by: .seconds(1)))
    let event = try await world.store.createEvent(
      ofType: doomed.id, at: TwoDevices.start.advanced(by: .seconds(2)))
    // The answer is lost: the batch stays unchanged for the next sync.
    world.bench.ruleBook.inject(Fault(.dropAfterCommit, route: "POST /events/batch"))
    await world.sync()
    // The update is not merged with the deletion, because it releases a time that a later edit
    // could use.
    try await world.store.updateEvent(id: event.id) { $0.timestamp = TwoDevices.start }
    try await world.store.updateEvent(id: known.id) { $0.notes = "merged first" }
    try await world.store.deleteEvent(id: event.id)
    try await world.other.deleteEventType(id: doomed.id)
    await world.sync()
    let bodies = world.device.log.bodies("POST", "/events/batch")
    #expect(bodies.count == 3)
    #expect(bodies.dropFirst().first == bodies.last)
    #expect(try await world.agree())
  }

  @Test func `a remote change of a locally deleted event is a conflict`() async throws {
    let world = try TwoDevices { $0.field == nil ? .takeRemote : .keepLocal }
    let type = try await world.syncedType("T")
    let event = try await world.syncedEvent(type)
    try await world.changeElsewhere(event.id) { $0.notes = "theirs" }
    try await world.store.deleteEvent(id: event.id)
    await world.sync()
    #expect(try await world.localEvent(event.id)?.notes == "theirs")
    #expect(try await world.agree())
  }
}
