import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Fetching remote changes", .timeLimit(.minutes(testMinutes)))
struct SyncPullTests {
  @Test
  func `changes are fetched in pages of 100, and the cursor advances with each`() async throws {
    let world = SyncWorld()
    world.client.configure { contents in
      contents.add((1...250).map { SyncWorld.change(Int64($0), SyncWorld.remote($0)) })
    }
    await world.engine.performSync()
    #expect(world.client.calls(.getChanges).map(\.position) == [0, 100, 200])
    #expect(world.database.record.cursor == 250)
    #expect(world.database.events.count == 250)
  }

  @Test func `a page that cannot be stored leaves the cursor unchanged (B9, B14)`() async throws {
    let world = SyncWorld()
    world.client.configure { contents in
      contents.add((1...3).map { SyncWorld.change(Int64($0), SyncWorld.remote($0)) })
    }
    for method in ["upsertEvent", "writeEngineRecord"] {
      world.database.fail(method, with: MockContractError("disk full"))
      await world.engine.performSync()
      guard case .error = await world.engine.state else {
        Issue.record("the failure was hidden")
        return
      }
      #expect(world.database.record.cursor == 0)
      #expect(world.database.events.isEmpty)
    }
    await world.engine.performSync()
    #expect(world.database.record.cursor == 3)
    #expect(world.database.events.count == 3)
  }

  @Test
  func `a change that cannot be applied is quarantined, visible, and blocks nothing (B9)`()
    async throws
  {
    let world = SyncWorld()
    let strange = ChangeEntry(
      id: 1, entityType: .unrecognized("habit"), operation: .create, entityId: "h",
      data: .unreadable(reason: "unknown entity type 'habit'"), createdAt: SyncWorld.start)
    let merged = ChangeEntry(
      id: 2, entityType: .event, operation: .unrecognized("merge"), entityId: "e",
      createdAt: SyncWorld.start)
    let empty = ChangeEntry(
      id: 3, entityType: .event, operation: .create, entityId: "e", createdAt: SyncWorld.start)
    world.client.configure {
      $0.add([strange, merged, empty, SyncWorld.change(4, SyncWorld.remote(4))])
    }
    await world.engine.performSync()
    #expect(try await world.engine.quarantinedChanges().map(\.id) == [1, 2, 3])
    #expect(world.database.events.count == 1)
    #expect(world.database.record.cursor == 4)
  }

  @Test func `a queued edit survives the pull and is not marked as synced (B10)`() async throws {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let event = Event(SyncWorld.remote(1))
    world.database.seed(event)
    world.client.onCall { call in
      guard call.method == .getChanges else { return }
      world.client.onCall(nil)
      try await world.eventStore.updateEvent(id: event.id) { $0.notes = "mine" }
    }
    world.client.configure {
      $0.add([SyncWorld.change(1, SyncWorld.remote(1, notes: "theirs"))])
    }
    await world.engine.performSync()
    #expect(world.database.events.map(\.notes) == ["mine"])
    #expect(world.database.events.map(\.syncStatus) == [.pending])
    await world.engine.performSync()
    #expect(world.database.events.map(\.syncStatus) == [.synced])
  }

  @Test
  func `a change during an unanswered edit is read again after the answer (B10)`() async throws {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    world.database.seed(Event(SyncWorld.remote(1)))
    let id = SyncWorld.remote(1).id
    try await world.eventStore.updateEvent(id: id) { $0.notes = "mine" }
    // The server has stored the edit, its answer is a 500, and then another device writes.
    world.client.onCall { call in
      guard call.method == .updateEvent else { return }
      world.client.onCall(nil)
      world.client.configure {
        $0.add([
          SyncWorld.change(1, SyncWorld.remote(1, notes: "mine")),
          SyncWorld.change(2, SyncWorld.remote(1, notes: "theirs")),
        ])
      }
      throw APIError.http(status: 500)
    }
    await world.engine.performSync()
    #expect(world.database.events.map(\.notes) == ["mine"])
    #expect(world.database.record.cursor == 2)
    #expect(world.database.record.rereadFrom == 0)
    await world.engine.performSync()
    #expect(world.database.events.map(\.notes) == ["theirs"])
    #expect(world.database.record.rereadFrom == nil)
    #expect(world.client.calls(.getChanges).map(\.position) == [0, 0, 2, 0])
  }

  @Test func `a field that was cleared on the server is cleared locally (B11)`() async throws {
    let world = SyncWorld()
    var event = Event(SyncWorld.remote(1, notes: "old"))
    event.properties = ["mood": PropertyValue(type: .text, value: .text("good"))]
    event.endDate = SyncWorld.start
    event.calendarEventId = "device"
    world.database.seed(event)
    world.client.configure { $0.add([SyncWorld.change(1, SyncWorld.remote(1))]) }
    await world.engine.performSync()
    let stored = try #require(world.database.events.first)
    #expect(stored.notes == nil)
    #expect(stored.endDate == nil)
    #expect(stored.properties.isEmpty)
    #expect(stored.calendarEventId == "device")
  }

  @Test func `locally deleted entities do not come back (B36)`() async throws {
    let world = SyncWorld()
    let event = Event(SyncWorld.remote(1))
    world.database.seed(event)
    try await world.eventStore.deleteEvent(id: event.id)
    world.client.fail(.deleteEvent, with: APIError.http(status: 500))
    world.client.configure {
      $0.add([
        SyncWorld.change(1, SyncWorld.remote(1)), SyncWorld.change(2, SyncWorld.remote(2)),
      ])
    }
    await world.engine.performSync()
    #expect(world.database.events.map(\.id) == [SyncWorld.remote(2).id])
    #expect(world.database.record.cursor == 2)
  }

  @Test
  func `new events of a type that was deleted elsewhere go into quarantine, with the reason`()
    async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    world.client.onCall { call in
      guard call.method == .getChanges else { return }
      world.client.onCall(nil)
      try await world.queueEvents(2)
    }
    let deletion = ChangeEntry(
      id: 1, entityType: .eventType, operation: .delete, entityId: SyncWorld.type.id,
      createdAt: SyncWorld.start)
    world.client.configure { $0.add([deletion]) }
    await world.engine.performSync()
    let stuck = try await world.engine.quarantinedMutations()
    #expect(
      stuck.map(\.lastError) == Array(repeating: "its event type was deleted elsewhere", count: 2))
    #expect(world.database.eventTypes.isEmpty)
    await world.engine.performSync()
    #expect(world.client.calls(.createEventsBatch).isEmpty)
  }

  @Test
  func
    `an event of a type that was deleted elsewhere can be shown, given another type and sent again`()
    async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let other = EventType(
      id: "other", syncStatus: .synced, EventTypeContent(name: "Walk"), createdAt: SyncWorld.start)
    world.database.seed(other)
    world.client.onCall { call in
      guard call.method == .getChanges else { return }
      world.client.onCall(nil)
      try await world.queueEvents(1)
    }
    let deletion = ChangeEntry(
      id: 1, entityType: .eventType, operation: .delete, entityId: SyncWorld.type.id,
      createdAt: SyncWorld.start)
    world.client.configure { $0.add([deletion]) }
    await world.engine.performSync()
    let event = try #require(world.database.events.first)
    #expect(event.syncStatus == .failed)
    try await world.eventStore.updateEvent(id: event.id) { $0.eventTypeId = other.id }
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.events.map(\.syncStatus) == [.synced])
    #expect(world.client.calls(.createEventsBatch).map(\.ids) == [[event.id]])
  }

  @Test
  func `one sync fetches a bounded number of pages, and the next one continues there`()
    async throws
  {
    let world = SyncWorld()
    let pages = SyncEngine.pagesPerSync + 10
    for page in 1...pages {
      world.client.answer(
        .getChanges,
        with: ChangeFeedResponse(changes: [], nextCursor: Int64(page), hasMore: page < pages))
    }
    await world.engine.performSync()
    #expect(world.client.calls(.getChanges).count == SyncEngine.pagesPerSync)
    #expect(world.database.record.cursor == Int64(SyncEngine.pagesPerSync))
    #expect(await world.engine.state == .idle)
    await world.engine.performSync()
    #expect(world.client.calls(.getChanges).count == pages)
    #expect(world.database.record.cursor == Int64(pages))
  }

  @Test
  func `a feed that reports more changes but does not advance ends the sync (B23)`() async throws {
    let world = SyncWorld()
    world.client.answer(
      .getChanges, with: ChangeFeedResponse(changes: [], nextCursor: 0, hasMore: true))
    await world.engine.performSync()
    #expect(world.client.calls(.getChanges).count == 1)
    #expect(
      await world.engine.state == .error("the change feed does not advance beyond 0"))
  }

  @Test func `the cursor never decreases, and has more than 32 bits`() async throws {
    let world = SyncWorld()
    for next in [5_000_000_000 as Int64, 1000] {
      world.client.answer(
        .getChanges, with: ChangeFeedResponse(changes: [], nextCursor: next, hasMore: false))
      await world.engine.performSync()
    }
    #expect(world.database.record.cursor == 5_000_000_000)
  }

  @Test
  func
    `syncing geofences keeps queued edits and deletions, and removes geofences that the server lacks (B12)`()
    async throws
  {
    let world = SyncWorld()
    @Sendable func remote(_ id: String, _ name: String) -> APIGeofence {
      APIGeofence(
        id: id, GeofenceContent(name: name, latitude: 1, longitude: 2), createdAt: SyncWorld.start,
        updatedAt: SyncWorld.start)
    }
    for name in ["edited", "deleted", "gone"] { world.database.seed(Geofence(remote(name, name))) }
    try await world.eventStore.updateGeofence(id: "edited") { $0.name = "mine" }
    try await world.eventStore.deleteGeofence(id: "deleted")
    world.client.configure {
      $0.add(remote("edited", "theirs"), remote("deleted", "deleted"), remote("new", "new"))
    }
    #expect(try await world.engine.syncGeofences() == 3)
    #expect(world.database.geofences.map(\.name) == ["mine", "new"])
    #expect(world.database.geofences.map(\.syncStatus) == [.pending, .synced])
  }

  @Test func `missing types that events refer to are fetched`() async throws {
    let world = SyncWorld()
    world.database.seed(Event(SyncWorld.remote(1)))
    let time = SyncWorld.start
    world.client.configure {
      $0.add(
        APIEventType(
          id: SyncWorld.type.id, EventTypeContent(name: "Run", color: "#000000", icon: "x"),
          createdAt: time, updatedAt: time),
        APIEventType(
          id: "other", EventTypeContent(name: "Other", color: "#000000", icon: "x"),
          createdAt: time, updatedAt: time))
    }
    #expect(try await world.engine.restoreEventRelationships() == 1)
    #expect(world.database.eventTypes.map(\.id) == [SyncWorld.type.id])
    #expect(try await world.engine.restoreEventRelationships() == 0)
  }
}
