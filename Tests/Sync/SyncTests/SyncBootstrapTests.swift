import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Fetching everything", .timeLimit(.minutes(testMinutes)))
struct SyncBootstrapTests {
  private static let type = APIEventType(
    id: SyncWorld.type.id, EventTypeContent(name: "Run", color: "#FF0000", icon: "figure.run"),
    createdAt: SyncWorld.start, updatedAt: SyncWorld.start)

  private func world(events: Int) -> SyncWorld {
    let world = SyncWorld(isBootstrapped: false)
    world.client.configure { contents in
      contents.add(Self.type)
      contents.add((0..<events).map { SyncWorld.remote($0) })
      contents.add([SyncWorld.change(9, SyncWorld.remote(0))])
    }
    return world
  }

  @Test
  func `a bootstrap fetches the cursor first, then types, geofences, events and definitions (B6)`()
    async throws
  {
    let world = world(events: 150)
    await world.engine.performSync()
    #expect(
      world.client.calls.map(\.method) == [
        .getEventTypes, .getLatestCursor, .getEventTypes, .getGeofences, .getEvents, .getEvents,
        .getPropertyDefinitions, .getChanges,
      ])
    #expect(world.client.calls(.getEvents).map(\.ids) == [[""], [SyncWorld.remote(99).id]])
    #expect(world.database.record.cursor == 9)
    #expect(world.database.record.isBootstrapped)
    #expect(world.database.events.count == 150)
    #expect(world.database.events.allSatisfy { $0.syncStatus == .synced })
    await world.engine.performSync()
    #expect(world.client.calls.suffix(2).map(\.method) == [.getEventTypes, .getChanges])
  }

  @Test(arguments: [
    MockNetworkMethod.getLatestCursor, .getGeofences, .getEvents, .getPropertyDefinitions,
  ])
  func `any failure keeps the old rows, and the next sync fetches again (B7, B8, B18)`(
    method: MockNetworkMethod
  ) async throws {
    let world = world(events: 5)
    let old = Event(SyncWorld.remote(77))
    world.database.seed(old)
    world.client.fail(method, with: APIError.noConnection)
    await world.engine.performSync()
    #expect(world.database.events == [old])
    #expect(world.database.record.cursor == 0)
    #expect(!world.database.record.isBootstrapped)
    await world.engine.performSync()
    #expect(world.database.events.count == 5)
    #expect(world.database.record.cursor == 9)
  }

  /// Makes the pages of events after this event number fail.
  private func failPages(after number: Int, with error: APIError, in world: SyncWorld) {
    let last = SyncWorld.remote(number).id
    world.client.onCall { call in
      if call.method == .getEvents, let after = call.ids.first, after >= last { throw error }
    }
  }

  @Test(arguments: [APIError.http(status: 429, retryAfter: 60), .network("lost"), .noConnection])
  func `a bootstrap continues where it was after a long wait, a lost answer or a restart (W4, W5)`(
    error: APIError
  ) async throws {
    let world = world(events: 250)
    for number in [99, 199] {
      failPages(after: number, with: error, in: world)
      // A new engine has nothing of it in memory.
      let engine = SyncEngine(
        networkClient: world.client, dataStoreFactory: world.factory,
        configuration: world.configuration)
      await engine.performSync()
      #expect(world.database.events.isEmpty)
      #expect(world.database.record.bootstrap?.lastEventId == SyncWorld.remote(number).id)
      world.clock.advance(by: .seconds(800))
    }
    world.client.onCall(nil)
    await world.engine.performSync()
    let places = world.client.calls(.getEvents).compactMap(\.ids.first)
    #expect(places == places.sorted() && places.count { $0.isEmpty } == 1, "\(places)")
    #expect(world.client.calls(.getLatestCursor).count == 1)
    #expect(world.database.events.count == 250)
    #expect(world.database.record.bootstrap == nil)
  }

  @Test
  func `each request is repeated after a lost answer, and the sync continues (W5)`() async throws {
    let world = world(events: 250)
    for method in [MockNetworkMethod.getLatestCursor, .getGeofences, .getEvents, .getChanges] {
      world.client.fail(method, with: APIError.network("lost"), APIError.gateway(status: 502))
    }
    await world.engine.performSync()
    #expect(await world.engine.state == .idle)
    #expect(world.database.events.count == 250)
    #expect(world.client.calls(.getLatestCursor).count == 3)
  }

  @Test
  func `a request that is lost five times in a row ends the sync, but keeps the progress (W5)`()
    async throws
  {
    let world = world(events: 250)
    failPages(after: 99, with: .network("lost"), in: world)
    await world.engine.performSync()
    #expect(await world.engine.state == .error(APIError.network("lost").description))
    #expect(world.client.calls(.getEvents).count == 6)
    #expect(world.database.record.bootstrap?.lastEventId == SyncWorld.remote(99).id)
  }

  @Test
  func `changes that the server receives between two parts are in the swapped rows (W5)`()
    async throws
  {
    let world = world(events: 150)
    failPages(after: 99, with: .noConnection, in: world)
    await world.engine.performSync()
    world.client.onCall(nil)
    let type = try await world.eventStore.createEventType(named: "New")
    var changed = SyncWorld.remote(3)
    changed.notes = "changed elsewhere"
    let entry = APIEventType(
      id: type.id, EventTypeContent(name: "New", color: type.color, icon: type.icon),
      createdAt: SyncWorld.start, updatedAt: SyncWorld.start)
    let changes = [
      ChangeEntry(
        id: 10, entityType: .eventType, operation: .create, entityId: type.id,
        data: .eventType(entry), createdAt: SyncWorld.start),
      SyncWorld.change(11, changed), SyncWorld.deletion(12, of: SyncWorld.remote(5).id),
    ]
    world.client.configure { $0.add(changes) }
    await world.engine.performSync()
    #expect(world.client.calls(.createEventTypeWithIdempotency).map(\.ids) == [[type.id]])
    #expect(world.database.eventTypes.map(\.id) == [Self.type.id, type.id])
    #expect(world.database.events.count == 149)
    #expect(world.database.events.first { $0.id == changed.id }?.notes == "changed elsewhere")
    #expect(world.database.record.cursor == 12)
  }

  @Test
  func `a cursor that is too old leads to a bootstrap in the same sync, and edits are kept (W7)`()
    async throws
  {
    let world = world(events: 3)
    await world.engine.performSync()
    let edited = world.database.events[0]
    try await world.eventStore.updateEvent(id: edited.id) { $0.notes = "mine" }
    let expired = APIError.http(
      status: 410, problem: ProblemDetails(status: 410, code: "cursor_expired"))
    world.client.fail(.getChanges, with: expired, expired)
    world.client.onCall { call in
      if call.method == .updateEvent { throw APIError.http(status: 403) }
    }
    await world.engine.performSync()
    #expect(await world.engine.state == .idle)
    #expect(world.client.calls(.getLatestCursor).count == 2)
    #expect(world.database.events.first { $0.id == edited.id }?.notes == "mine")
    #expect(world.database.mutations.count == 1)
  }

  @Test(arguments: ["0", "restored"])
  func `after the server was restored from a backup, its rows are fetched again (W7)`(epoch: String)
    async throws
  {
    let world = SyncWorld(isBootstrapped: false)
    world.client.configure { contents in
      contents.add(Self.type)
      contents.restore(
        (0..<5).map { SyncWorld.remote($0) }, [SyncWorld.change(9, SyncWorld.remote(0))],
        epoch: "0")
    }
    await world.engine.performSync()
    #expect(world.database.record.epoch == "0")
    #expect(world.database.events.count == 5)
    // Its feed has reached the same number with other changes, or ends before the cursor.
    let last: Int64 = epoch == "0" ? 4 : 9
    world.client.configure { contents in
      contents.restore(
        (2..<9).map { SyncWorld.remote($0) }, [SyncWorld.change(last, SyncWorld.remote(2))],
        epoch: epoch)
    }
    if epoch == "0" {
      // The reference server's answer to a number that it has not assigned yet.
      world.client.fail(
        .getChanges,
        with: APIError.http(
          status: 410, problem: ProblemDetails(status: 410, code: "cursor_expired")))
    }
    await world.engine.performSync()
    #expect(await world.engine.state == .idle)
    #expect(world.database.events.map(\.id) == (2..<9).map { SyncWorld.remote($0).id })
    #expect(world.database.record.cursor == last)
    #expect(world.database.record.epoch == epoch)
    world.client.forgetCalls()
    await world.engine.performSync()
    #expect(world.client.calls.map(\.method) == [.getEventTypes, .getChanges])
  }

  @Test
  func `a feed that never continues ends the sync after a few bootstraps (W7)`() async throws {
    let world = world(events: 1)
    world.client.onCall { call in
      if call.method == .getChanges {
        throw APIError.http(
          status: 410, problem: ProblemDetails(status: 410, code: "cursor_expired"))
      }
    }
    await world.engine.performSync()
    guard case .error = await world.engine.state else {
      Issue.record("the state is \(await world.engine.state)")
      return
    }
    #expect(world.client.calls(.getLatestCursor).count == 4)
  }

  @Test func `the swap is one commit: readers see the old rows until then (B8)`() async throws {
    let world = world(events: 5)
    let old = Event(SyncWorld.remote(77))
    world.database.seed(old)
    world.client.onCall { _ in #expect(world.database.events == [old]) }
    world.database.fail("writeEngineRecord", with: MockContractError("disk full"))
    await world.engine.performSync()
    #expect(world.database.events == [old])
    #expect(world.database.record.cursor == 0)
  }

  @Test func `local edits outlive a bootstrap (B8)`() async throws {
    let world = world(events: 3)
    let stuck = Event(
      id: "0193c000-0000-7000-8000-000000000001", syncStatus: .failed,
      EventContent(timestamp: SyncWorld.start))
    world.database.seed(stuck)
    world.database.seed(
      PendingMutation(
        id: "m", clientRequestId: "k", entityKind: .event, operation: .create,
        entityId: stuck.id, createdAt: SyncWorld.start, attempts: 5, isQuarantined: true))
    await world.engine.performSync()
    #expect(world.database.events.count == 4)
    #expect(world.database.events.contains(stuck))
  }

  @Test
  func `an account without any change is fetched once, not at every sync (B28)`() async throws {
    let world = SyncWorld(isBootstrapped: false)
    for _ in 1...3 { await world.engine.performSync() }
    #expect(world.client.calls(.getLatestCursor).count == 1)
    #expect(world.database.record.cursor == 0)
  }

  @Test
  func `consecutive 429s are counted across requests, and other answers reset the count (B24)`()
    async throws
  {
    let world = world(events: 150)
    for method in [MockNetworkMethod.getLatestCursor, .getGeofences, .getEvents] {
      world.client.fail(method, with: APIError.tooMany, APIError.tooMany)
    }
    await world.engine.performSync()
    #expect(await world.engine.state == .idle)
    #expect(world.client.calls(.getLatestCursor).count == 3)
    #expect(world.client.calls(.getEventTypes).count == 2, "fetched types are not fetched again")
    #expect(world.database.events.count == 150)
  }

  @Test func `events that move while they are fetched are not missed (B30)`() async throws {
    let world = world(events: 250)
    let survivors = (3..<250).map { SyncWorld.remote($0).id }
    world.client.onCall { call in
      guard call.method == .getEvents, call.ids == [SyncWorld.remote(99).id] else { return }
      world.client.onCall(nil)
      for number in 0..<3 { try await world.client.deleteEvent(id: SyncWorld.remote(number).id) }
      world.client.configure { contents in
        contents.add(
          (0..<3).map { SyncWorld.deletion(Int64(10 + $0), of: SyncWorld.remote($0).id) })
      }
    }
    await world.engine.performSync()
    #expect(world.database.events.map(\.id) == survivors)
    #expect(world.client.calls(.getEvents).count { $0.ids == [""] } == 1)
  }

  @Test
  func `a forced bootstrap keeps the cursor while it runs, and waits for a running sync (B22)`()
    async throws
  {
    let world = world(events: 2)
    await world.engine.performSync()
    world.client.onCall { call in
      guard call.method == .getChanges else { return }
      world.client.onCall(nil)
      Task { try await world.engine.forceFullResync() }
      try await eventually { await world.engine.hasPendingRequest }
      #expect(world.database.record.cursor == 9)
    }
    await world.engine.performSync()
    #expect(world.client.calls(.getLatestCursor).count == 2)
    #expect(world.client.calls(.getChanges).map(\.position) == [9, 9, 9])
    #expect(!world.database.record.isBootstrapForced)
  }

  @Test
  func `a bootstrap with an unanswered batch does not skip changes that concern the batch`()
    async throws
  {
    let world = world(events: 2)
    await world.engine.performSync()
    let event = world.database.events[0]
    try await world.eventStore.updateEvent(id: event.id) { $0.notes = "mine" }
    world.client.onCall { call in
      if call.method == .updateEvent { throw APIError.http(status: 500) }
    }
    world.client.configure { $0.add([SyncWorld.deletion(12, of: event.id)]) }
    try await world.engine.forceFullResync()
    #expect(world.database.record.cursor == 12)
    #expect(world.database.record.rereadFrom == 9, "the deletion has not arrived yet")
    world.client.onCall(nil)
    await world.engine.performSync()
    #expect(world.database.record.rereadFrom == nil)
    #expect(!world.database.events.map(\.id).contains(event.id))
  }

  @Test func `skipping to the latest cursor keeps queue and rows`() async throws {
    let world = world(events: 2)
    try await world.queueEvents(1)
    #expect(try await world.engine.skipToLatestCursor() == 9)
    #expect(world.database.record.cursor == 9)
    #expect(world.database.mutations.count == 1)
    world.client.fail(.getLatestCursor, with: APIError.noConnection)
    await #expect(throws: APIError.noConnection) {
      try await world.engine.skipToLatestCursor()
    }
  }
}
