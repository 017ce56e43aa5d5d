import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Mutations that get no usable answer", .timeLimit(.minutes(testMinutes)))
struct SyncIsolationTests {
  /// Everything that can happen to one request while the others succeed.
  static let troubles: [APIError] = [
    .http(status: 401), .http(status: 403), .http(status: 407), .http(status: 408),
    .http(status: 451), .http(status: 302), .http(status: 500), .http(status: 502),
    .http(status: 503, retryAfter: 600), .http(status: 503, retryAfter: 1), .http(status: 429),
    .http(status: 429, retryAfter: 86_400), .network("connection reset"), .invalidResponse,
    .decoding("HTML"),
  ]

  /// A world with an update that always gets `error`, queued before three events, and one remote
  /// change.
  private func world(_ error: APIError) async throws -> (SyncWorld, events: [Event]) {
    let world = SyncWorld()
    world.database.seed(
      EventType(
        id: "stuck", syncStatus: .synced, EventTypeContent(name: "a"), createdAt: SyncWorld.start))
    try await world.eventStore.updateEventType(id: "stuck") { $0.name = "b" }
    let events = try await world.queueEvents(3)
    world.client.onCall { call in
      if call.method == .updateEventType { throw error }
    }
    world.client.configure { $0.add([SyncWorld.change(1, SyncWorld.remote(1))]) }
    return (world, events)
  }

  private func expectOthersDone(_ world: SyncWorld, _ events: [Event]) {
    #expect(world.database.mutations.map(\.entityId) == ["stuck"])
    #expect(world.database.mutations.map(\.attempts) == [0])
    #expect(world.database.mutations.map(\.isQuarantined) == [false])
    let synced = world.database.events.filter { $0.syncStatus == .synced }.map(\.id)
    #expect(Set(synced).isSuperset(of: events.map(\.id)))
    #expect(world.database.record.cursor == 1, "the feed was read")
  }

  @Test(arguments: troubles)
  func `a mutation that never gets a usable answer blocks neither the others nor the pull (W1)`(
    error: APIError
  ) async throws {
    let (world, events) = try await world(error)
    for _ in 1...3 {
      await world.engine.performSync()
      world.clock.advance(by: .seconds(110_000))
    }
    expectOthersDone(world, events)
    world.client.onCall(nil)
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty, "it is sent once the server accepts it")
  }

  @Test(arguments: troubles)
  func `such a mutation blocks nothing either if the process ends after each sync (W1)`(
    error: APIError
  ) async throws {
    let (first, events) = try await world(error)
    for _ in 1...4 {
      let engine = SyncEngine(
        networkClient: first.client, dataStoreFactory: first.factory,
        configuration: first.configuration)
      await engine.performSync()
      first.clock.advance(by: .seconds(110_000))
    }
    expectOthersDone(first, events)
  }

  @Test
  func `a blocked event that was moved does not block others of its former type (W1)`() async throws
  {
    let world = SyncWorld()
    let moved = try #require(try await world.queueEvents(1).first)
    world.database.seed(
      EventType(
        id: "new-type", syncStatus: .synced, EventTypeContent(name: "n"), createdAt: SyncWorld.start
      ))
    await world.engine.performSync()
    try await world.eventStore.updateEvent(id: moved.id) { $0.eventTypeId = "new-type" }
    world.client.onCall { call in
      if call.ids == [moved.id] { throw APIError.http(status: 403) }
    }
    await world.engine.performSync()
    let later = try await world.eventStore.createEvents(
      [SyncWorld.start.advanced(by: .seconds(9))], ofType: SyncWorld.type.id)
    await world.engine.performSync()
    #expect(world.database.mutations.map(\.entityId) == [moved.id])
    #expect(world.database.events.first { $0.id == later[0].id }?.syncStatus == .synced)
  }

  @Test
  func `four such mutations at the head of the queue delay the rest by at most one sync (W1)`()
    async throws
  {
    let world = SyncWorld()
    for number in 1...4 {
      let id = "stuck-\(number)"
      world.database.seed(
        EventType(
          id: id, syncStatus: .synced, EventTypeContent(name: id), createdAt: SyncWorld.start))
      try await world.eventStore.updateEventType(id: id) { $0.name = "renamed" }
    }
    try await world.queueEvents(3)
    world.client.onCall { call in
      if call.method == .updateEventType { throw APIError.http(status: 403) }
    }
    for _ in 1...2 {
      let engine = SyncEngine(
        networkClient: world.client, dataStoreFactory: world.factory,
        configuration: world.configuration)
      await engine.performSync()
    }
    #expect(world.database.mutations.count == 4)
    // For the edits, one pull before the push and one after it.
    #expect(world.client.calls(.getChanges).count == 4)
  }

  @Test(arguments: [1, 3, 10])
  func
    `a batch whose size makes a middlebox reset the connection is split at its second failure (W1)`(
      limit: Int
    ) async throws
  {
    let world = SyncWorld()
    try await world.queueEvents(50)
    world.client.onCall { call in
      if call.method == .createEventsBatch && call.ids.count > limit {
        throw APIError.network("connection reset")
      }
    }
    await world.engine.performSync()
    #expect(world.client.calls(.createEventsBatch).map(\.ids.count) == [50])
    await world.engine.performSync()
    #expect(world.client.calls(.createEventsBatch).map(\.ids.count).dropFirst(2).first == 25)
    for _ in 1...20 where !world.database.mutations.isEmpty { await world.engine.performSync() }
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.events.allSatisfy { $0.syncStatus == .synced })
  }

  @Test(arguments: [APIError.http(status: 429, retryAfter: 120), .http(status: 503, retryAfter: 2)])
  func
    `a batch that is rate limited again because of one event is split, and the others are sent (W1)`(
      error: APIError
    ) async throws
  {
    let world = SyncWorld()
    let events = try await world.queueEvents(50)
    world.client.onCall { call in
      if call.method == .createEventsBatch && call.ids.contains(events[7].id) { throw error }
      if call.method == .createEventWithIdempotency && call.ids == [events[7].id] { throw error }
    }
    for _ in 1...20 {
      await world.engine.performSync()
      world.clock.advance(by: .seconds(1000))
    }
    #expect(world.database.mutations.map(\.entityId) == [events[7].id])
    #expect(world.database.mutations.map(\.attempts) == [0])
  }

  @Test func `an answer about another entity is rejected`() async throws {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    try await world.eventStore.updateEventType(id: SyncWorld.type.id) { $0.name = "Jog" }
    world.client.answer(
      .updateEventType,
      with: APIEventType(
        id: "other", EventTypeContent(name: "Jog", color: "", icon: ""), createdAt: SyncWorld.start,
        updatedAt: SyncWorld.start))
    await world.engine.performSync()
    #expect(world.database.mutations.map(\.attempts) == [0])
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `without a connection, nothing else is tried and nothing is marked (W1)`() async throws {
    let (world, _) = try await world(.noConnection)
    await world.engine.performSync()
    #expect(await world.engine.state == .error("no connection"))
    #expect(world.client.calls(.createEventsBatch).isEmpty)
    #expect(world.database.mutations.allSatisfy { $0.lastError == nil })
  }

  @Test
  func `an isolated mutation is sent once in the time that the server asks to wait (W1)`()
    async throws
  {
    let (world, _) = try await world(.http(status: 503, retryAfter: 600))
    await world.engine.performSync()
    world.clock.advance(by: .seconds(800))
    for _ in 1...20 { await world.engine.performSync() }
    #expect(world.client.calls(.updateEventType).count == 2)
    #expect(world.client.calls(.getChanges).count == 41)
    world.clock.advance(by: .seconds(601))
    await world.engine.performSync()
    #expect(world.client.calls(.updateEventType).count == 3)
  }
}
