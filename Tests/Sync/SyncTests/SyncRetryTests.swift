import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Syncs started automatically", .timeLimit(.minutes(testMinutes)))
struct SyncRetryTests {
  let world = SyncWorld()
  let clock = VirtualSyncClock(now: SyncWorld.start)

  private func engine(retries: Bool = true) -> SyncEngine {
    SyncEngine(
      networkClient: world.client, dataStoreFactory: world.factory,
      configuration: SyncEngineConfiguration(
        clock: clock, random: SyncRandom(seed: 1), retriesAfterBackoff: retries))
  }

  /// Advances the clock, and returns when the sync that this starts has ended.
  private func advance(_ seconds: Int, _ engine: SyncEngine) async throws {
    try await world.letTimerRing(of: engine, on: clock, after: seconds)
  }

  @Test(arguments: [
    APIError.http(status: 500), .http(status: 401), .network("timed out"), .noConnection,
    .decoding("HTML"),
  ])
  func `after an error, the engine retries with growing delays until it succeeds (O16)`(
    error: APIError
  ) async throws {
    try await world.queueEvents(1)
    let engine = engine()
    world.client.onCall { _ in throw error }
    await engine.performSync()
    #expect(await engine.state == .error(error.description))
    for seconds in [36, 72, 144] {
      try await advance(seconds, engine)
      #expect(await engine.state == .error(error.description))
    }
    #expect(world.client.calls.count == 4)
    world.client.onCall(nil)
    try await advance(288, engine)
    #expect(await engine.state == .idle)
    #expect(world.database.mutations.isEmpty)
    #expect(clock.sleeperCount == 0, "nothing is left to do")
  }

  @Test
  func `a sync that ended its sending while it halved a batch is repeated (O16)`() async throws {
    let events = try await world.queueEvents(50)
    let engine = engine()
    world.client.onCall { call in
      if call.ids.contains(events[0].id) { throw APIError.network("reset") }
    }
    await engine.performSync()
    // 50, 25 and 13 events are halved in one sync: three consecutive failures.
    for _ in 1...8 where world.database.mutations.count > 1 { try await advance(400, engine) }
    #expect(world.database.mutations.map(\.entityId) == [events[0].id])
  }

  @Test func `the first retry comes after 30 seconds, not before (O16)`() async throws {
    let engine = engine()
    world.client.fail(.getEventTypes, with: APIError.http(status: 500))
    await engine.performSync()
    try await eventually { clock.sleeperCount > 0 }
    clock.advance(by: .milliseconds(29_999))
    try await Task.sleep(for: .milliseconds(20))
    #expect(world.client.calls.count == 1)
  }

  @Test func `a batch that was left to the next sync is sent automatically (O16)`() async throws {
    try await world.queueEvents(1)
    let engine = engine()
    world.client.fail(.createEventsBatch, with: APIError.network("reset"))
    await engine.performSync()
    #expect(await engine.state == .idle)
    #expect(world.database.mutations.count == 1)
    try await advance(36, engine)
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `a geofence that a pull releases from quarantine is sent automatically (O16)`() async throws
  {
    let type = SyncWorld.type
    world.database.seed(type)
    try await world.eventStore.createGeofence(named: "Home", latitude: 1, longitude: 2) {
      $0.eventTypeEntryId = type.id
    }
    let engine = engine()
    for _ in 1...PendingMutation.retryLimit {
      world.client.fail(.createGeofenceWithIdempotency, with: APIError.http(status: 400))
    }
    for _ in 1..<PendingMutation.retryLimit { await engine.performSync() }
    world.client.configure {
      $0.add([
        ChangeEntry(
          id: 1, entityType: .eventType, operation: .delete, entityId: type.id,
          deletedAt: SyncWorld.start, createdAt: SyncWorld.start)
      ])
    }
    // The last refusal puts the geofence into quarantine; the pull after it delivers the deletion.
    await engine.performSync()
    #expect(world.database.mutations.map(\.isQuarantined) == [false])
    try await advance(36, engine)
    #expect(world.database.mutations.isEmpty)
    #expect(clock.sleeperCount == 0, "nothing is left to do")
  }

  @Test
  func `a pull that opened the breaker with nothing queued is repeated after the backoff (O16)`()
    async throws
  {
    let engine = engine()
    await engine.performSync()
    world.client.fail(.getChanges, with: APIError.http(status: 429, retryAfter: 120))
    await engine.performSync()
    #expect(await engine.state.traceName == "rateLimited")
    let before = world.client.calls(.getChanges).count
    try await advance(150, engine)
    #expect(world.client.calls(.getChanges).count > before)
    #expect(await engine.state == .idle)
    #expect(clock.sleeperCount == 0, "nothing is left to do")
  }

  @Test func `the engine also retries after an error of the store (O16)`() async throws {
    struct Locked: Error {}
    let engine = engine()
    world.database.fail("readEngineRecord", with: Locked(), Locked())
    await engine.performSync()
    #expect(await engine.state.traceName == "error")
    try await advance(36, engine)
    #expect(await engine.state == .idle)
  }

  @Test
  func `closing the store cancels a scheduled sync, so that nothing opens it again (O16)`()
    async throws
  {
    let engine = engine()
    world.client.fail(.getEventTypes, with: APIError.http(status: 500))
    await engine.performSync()
    try await eventually { clock.sleeperCount > 0 }
    await engine.resetDataStore()
    let opened = world.factory.madeStores
    clock.advance(by: .seconds(600))
    try await Task.sleep(for: .milliseconds(20))
    #expect(world.factory.madeStores == opened)
    #expect(world.client.calls.count == 1)
  }

  @Test func `without automatic retries, no timer is set (O16)`() async throws {
    let engine = engine(retries: false)
    world.client.fail(.getEventTypes, with: APIError.http(status: 500))
    await engine.performSync()
    #expect(await engine.state == .error("HTTP 500"))
    #expect(clock.sleeperCount == 0)
  }
}
