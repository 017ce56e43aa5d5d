import Sync
import SyncTestSupport
import Testing

@Suite("Fetching everything")
struct SyncBootstrapTests {
  private static let type = APIEventType(
    id: SyncWorld.type.id, name: "Run", color: "#FF0000", icon: "figure.run",
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

  @Test("takes the cursor first, then types, geofences, events and definitions (B6)")
  func order() async throws {
    let world = world(events: 150)
    await world.engine.performSync()
    #expect(
      world.client.calls.map(\.method) == [
        .getEventTypes, .getLatestCursor, .getEventTypes, .getGeofences, .getEvents, .getEvents,
        .getPropertyDefinitions,
      ])
    #expect(world.client.calls(.getEvents).map(\.position) == [0, 99])
    #expect(world.database.record.cursor == 9)
    #expect(world.database.record.isBootstrapped)
    #expect(world.database.events.count == 150)
    #expect(world.database.events.allSatisfy { $0.syncStatus == .synced })
    await world.engine.performSync()
    #expect(world.client.calls.suffix(2).map(\.method) == [.getEventTypes, .getChanges])
  }

  @Test(
    "a failure anywhere leaves the old rows, and the next sync fetches again (B7, B8, B18)",
    arguments: [
      MockNetworkMethod.getLatestCursor, .getGeofences, .getEvents, .getPropertyDefinitions,
    ])
  func failure(method: MockNetworkMethod) async throws {
    let world = world(events: 5)
    let old = Event(SyncWorld.remote(77))
    world.database.seed(old)
    world.client.fail(method, with: APIError.network("lost"))
    await world.engine.performSync()
    #expect(world.database.events == [old])
    #expect(world.database.record.cursor == 0)
    #expect(!world.database.record.isBootstrapped)
    await world.engine.performSync()
    #expect(world.database.events.count == 5)
    #expect(world.database.record.cursor == 9)
  }

  @Test(
    "W4: after a long wait or a lost answer it continues where it was", .timeLimit(.minutes(5)),
    arguments: [APIError.http(status: 429, retryAfter: 60), .network("lost"), .noConnection])
  func continues(error: APIError) async throws {
    let world = world(events: 250)
    for page in [100, 200] {
      world.client.onCall { call in
        if call.method == .getEvents && call.position ?? 0 >= Int64(page - 5) { throw error }
      }
      await world.engine.performSync()
      world.clock.advance(by: .seconds(800))
    }
    world.client.onCall(nil)
    await world.engine.performSync()
    let positions = world.client.calls(.getEvents).compactMap(\.position)
    #expect(positions == positions.sorted() && positions.count { $0 == 0 } == 1, "\(positions)")
    #expect(world.client.calls(.getLatestCursor).count == 1)
    #expect(world.database.events.count == 250)
  }

  @Test("W4: it begins again if the server has accepted edits since", .timeLimit(.minutes(5)))
  func editsMeanwhile() async throws {
    let world = world(events: 150)
    world.client.onCall { call in
      if call.method == .getEvents && call.position ?? 0 > 0 { throw APIError.noConnection }
    }
    await world.engine.performSync()
    world.client.onCall(nil)
    let type = try await world.eventStore.createEventType(named: "New")
    await world.engine.performSync()
    #expect(world.client.calls(.getEvents).compactMap(\.position) == [0, 99, 0, 99])
    #expect(world.client.calls(.createEventTypeWithIdempotency).map(\.ids) == [[type.id]])
    #expect(world.database.events.count == 150)
  }

  @Test("the swap is one commit: readers see the old rows until then (B8)")
  func oneCommit() async throws {
    let world = world(events: 5)
    let old = Event(SyncWorld.remote(77))
    world.database.seed(old)
    world.client.onCall { _ in #expect(world.database.events == [old]) }
    world.database.fail("writeEngineRecord", with: MockContractError("disk full"))
    await world.engine.performSync()
    #expect(world.database.events == [old])
    #expect(world.database.record.cursor == 0)
  }

  @Test("local edits outlive it (B8)")
  func localEdits() async throws {
    let world = world(events: 3)
    let stuck = Event(
      id: "0193c000-0000-7000-8000-000000000001", syncStatus: .failed, timestamp: SyncWorld.start)
    world.database.seed(stuck)
    world.database.seed(
      PendingMutation(
        id: "m", clientRequestId: "k", entityKind: .event, operation: .create,
        entityId: stuck.id, createdAt: SyncWorld.start, attempts: 5, isQuarantined: true))
    await world.engine.performSync()
    #expect(world.database.events.count == 4)
    #expect(world.database.events.contains(stuck))
  }

  @Test("an account without any change is fetched once, not at every sync (B28)")
  func emptyAccount() async throws {
    let world = SyncWorld(isBootstrapped: false)
    for _ in 1...3 { await world.engine.performSync() }
    #expect(world.client.calls(.getLatestCursor).count == 1)
    #expect(world.database.record.cursor == 0)
  }

  @Test("429s in a row are counted across its requests, and answers between them end the row (B24)")
  func rateLimits() async throws {
    let world = world(events: 150)
    for method in [MockNetworkMethod.getLatestCursor, .getGeofences, .getEvents] {
      world.client.fail(method, with: APIError.tooMany, APIError.tooMany)
    }
    await world.engine.performSync()
    #expect(await world.engine.state == .idle)
    #expect(world.client.calls(.getLatestCursor).count == 3)
    #expect(world.client.calls(.getEventTypes).count == 2, "what was fetched is not fetched again")
    #expect(world.database.events.count == 150)
  }

  @Test("events that move while they are fetched are not missed (B30)")
  func movingSet() async throws {
    let world = world(events: 250)
    let survivors = (3..<250).map { SyncWorld.remote($0).id }
    world.client.onCall { call in
      guard call.method == .getEvents, call.position == 99 else { return }
      world.client.onCall(nil)
      for number in 0..<3 { try await world.client.deleteEvent(id: SyncWorld.remote(number).id) }
    }
    await world.engine.performSync()
    #expect(Set(survivors).isSubset(of: world.database.events.map(\.id)))
    #expect(world.client.calls(.getEvents).filter { $0.position == 0 }.count == 2)
  }

  @Test("a forced one keeps the cursor while it runs, and waits for a running sync (B22)")
  func forced() async throws {
    let world = world(events: 2)
    await world.engine.performSync()
    world.client.onCall { call in
      guard call.method == .getChanges else { return }
      world.client.onCall(nil)
      Task { try await world.engine.forceFullResync() }
      while await !world.engine.isCallRemembered { await Task.yield() }
      #expect(world.database.record.cursor == 9)
    }
    await world.engine.performSync()
    #expect(world.client.calls(.getLatestCursor).count == 2)
    #expect(world.client.calls(.getChanges).map(\.position) == [9])
    #expect(!world.database.record.isBootstrapForced)
  }

  @Test("with a batch unanswered it does not pass changes that the batch must meet")
  func unanswered() async throws {
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
    #expect(world.database.record.rereadFrom == 9, "the deletion is still to come")
    world.client.onCall(nil)
    await world.engine.performSync()
    #expect(world.database.record.rereadFrom == nil)
    #expect(!world.database.events.map(\.id).contains(event.id))
  }

  @Test("skipping to the latest cursor keeps queue and rows")
  func skip() async throws {
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
