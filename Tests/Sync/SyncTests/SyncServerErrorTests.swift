import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Permanent server errors", .timeLimit(.minutes(testMinutes)))
struct SyncServerErrorTests {
  /// A world with types whose updates always get `status`, queued before three events.
  private func world(_ stuck: Int, status: Int) async throws -> (SyncWorld, events: [Event]) {
    let world = SyncWorld()
    for number in 0..<stuck {
      let id = "stuck-\(number)"
      world.database.seed(
        EventType(
          id: id, syncStatus: .synced, EventTypeContent(name: id), createdAt: SyncWorld.start))
      try await world.eventStore.updateEventType(id: id) { $0.name = "renamed" }
    }
    let events = try await world.queueEvents(3)
    world.client.onCall { call in
      if call.method == .updateEventType { throw APIError.http(status: status) }
    }
    world.client.configure { $0.add([SyncWorld.change(1, SyncWorld.remote(1))]) }
    return (world, events)
  }

  @Test(arguments: [500, 501, 502, 503, 504])
  func `a mutation that gets a 5xx in every sync blocks neither the others nor the feed`(
    status: Int
  ) async throws {
    let (world, events) = try await world(1, status: status)
    for _ in 1...7 { await world.engine.performSync() }
    #expect(world.database.mutations.map(\.entityId) == ["stuck-0"])
    #expect(world.database.mutations.map(\.attempts) == [0])
    #expect(world.client.calls(.updateEventType).count == 7)
    #expect(Set(world.client.calls(.updateEventType).map(\.key)).count == 1)
    #expect(Set(world.database.events.map(\.id)).isSuperset(of: events.map(\.id)))
    #expect(world.database.record.cursor == 1)
    #expect(world.database.history.first?.status == .partialSuccess)
    #expect(await world.engine.state == .idle)
  }

  @Test
  func
    `many such mutations at the head of the queue cost three requests per sync and do not block the rest`()
    async throws
  {
    let (world, events) = try await world(7, status: 500)
    var counts: [Int] = []
    for _ in 1...4 {
      world.client.forgetCalls()
      await world.engine.performSync()
      counts.append(world.client.calls(.updateEventType).count)
      #expect(
        world.client.calls(.getChanges).count == 2, "the feed is read before and after the edits")
    }
    #expect(counts.allSatisfy { $0 <= 4 }, "\(counts)")
    #expect(world.database.mutations.count == 7)
    let synced = world.database.events.filter { $0.syncStatus == .synced }.map(\.id)
    #expect(Set(synced).isSuperset(of: events.map(\.id)))
  }

  @Test
  func
    `many blocked mutations are retried in turns, and all are sent once the server can accept them`()
    async throws
  {
    let (world, _) = try await world(7, status: 502)
    for _ in 1...4 { await world.engine.performSync() }
    let tried = world.client.calls(.updateEventType).flatMap(\.ids)
    #expect(Set(tried).count == 7, "\(tried)")
    world.client.onCall(nil)
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `mutations that depend on a blocked one wait for it, and follow in the same sync`()
    async throws
  {
    let world = SyncWorld()
    let type = try await world.eventStore.createEventType(named: "Walk")
    try await world.eventStore.createEvent(ofType: type.id, at: SyncWorld.start)
    world.client.fail(
      .createEventTypeWithIdempotency, with: APIError.http(status: 502),
      APIError.http(status: 502))
    for _ in 1...2 {
      await world.engine.performSync()
      #expect(world.client.calls(.createEventsBatch).isEmpty)
    }
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
    let sent = world.client.calls.filter { $0.key != nil }.map(\.method)
    #expect(sent.last == .createEventsBatch)
  }

  @Test(arguments: [500, 502])
  func `an event that crashes the server is isolated from its batch, without counting attempts`(
    status: Int
  ) async throws {
    let world = SyncWorld()
    let poison = try await world.queueEvents(50)[17].id
    world.client.onCall { call in
      let isSent = [.createEventsBatch, .createEventWithIdempotency].contains(call.method)
      if isSent && call.ids.contains(poison) { throw APIError.http(status: status) }
    }
    for _ in 1...8 { await world.engine.performSync() }
    #expect(world.database.mutations.map(\.entityId) == [poison])
    #expect(world.database.mutations.map(\.attempts) == [0])
    #expect(world.client.calls(.getChanges).count == 8)
  }

  @Test
  func
    `a server that always fails gets three edits per sync, and one that asks to wait a single one`()
    async throws
  {
    for (error, requests) in [
      (APIError.http(status: 503), 3), (.http(status: 503, retryAfter: 30), 1),
    ] {
      let world = SyncWorld()
      try await world.queueEvents(500)
      world.client.onCall { call in if call.key != nil { throw error } }
      await world.engine.performSync()
      #expect(world.client.calls.count { $0.key != nil } == requests)
      #expect(world.database.mutations.count == 500)
    }
  }
}
