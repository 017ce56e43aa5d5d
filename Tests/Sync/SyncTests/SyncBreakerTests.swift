import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Rate limits", .timeLimit(.minutes(testMinutes)))
struct SyncBreakerTests {
  @Test
  func `after two 429s the same batch is sent again, and the sync continues (B27)`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(60)
    world.client.fail(.createEventsBatch, with: APIError.tooMany, APIError.tooMany)
    await world.engine.performSync()
    #expect(world.client.calls(.createEventsBatch).map(\.ids.count) == [50, 50, 50, 10])
    #expect(Set(world.client.calls(.createEventsBatch).prefix(3).map(\.key)).count == 1)
    #expect(world.database.mutations.isEmpty)
    #expect(await world.engine.state == .idle)
    #expect(world.clock.now > SyncWorld.start.advanced(by: .seconds(3)))
  }

  @Test
  func `a page that is merged before edits are sent resets the count of 429s (B27)`() async throws {
    let world = SyncWorld()
    let events = try await world.queueEvents(1)
    await world.engine.performSync()
    try await world.eventStore.updateEvent(id: events[0].id) { $0.notes = "later" }
    world.client.fail(.getChanges, with: APIError.tooMany)
    world.client.fail(.updateEvent, with: APIError.tooMany, APIError.tooMany)
    await world.engine.performSync()
    #expect(world.client.calls(.updateEvent).count == 3)
    #expect(await world.engine.state == .idle)
    #expect(world.database.mutations.isEmpty)
  }

  @Test(arguments: [MockNetworkMethod.getEventTypes, .createEventsBatch, .getChanges])
  func
    `the third consecutive 429 of any requests opens the breaker, and nothing more is sent (B24, B25)`(
      method: MockNetworkMethod
    ) async throws
  {
    let world = SyncWorld()
    try await world.queueEvents(1)
    world.client.fail(method, with: APIError.tooMany, APIError.tooMany, APIError.tooMany)
    await world.engine.performSync()
    #expect(world.client.calls.last?.method == method)
    #expect(world.client.calls(method).count == 3)
    guard case .rateLimited(let wait, _) = await world.engine.state else {
      Issue.record("not rate limited")
      return
    }
    #expect((30...36).contains(wait))
    let count = world.client.calls.count
    for _ in 1...10 { await world.engine.performSync() }
    #expect(world.client.calls.count == count)
    #expect(await world.engine.isCircuitBreakerTripped)
    #expect(world.database.history.first?.status == .failed, "a trip is not a success (B32)")
    #expect(await world.engine.lastSyncTime == nil)
    #expect(world.database.mutations.allSatisfy { $0.attempts == 0 })
  }

  @Test
  func `after the backoff, one probe closes the breaker, and the rest follows (B1)`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(2)
    world.client.fail(
      .createEventsBatch, with: APIError.tooMany, APIError.tooMany, APIError.tooMany)
    await world.engine.performSync()
    world.clock.advance(by: .seconds(40))
    await world.engine.performSync()
    #expect(await world.engine.state == .idle)
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.record.breakerTrips == 0)
    #expect(world.database.record.breakerOpenUntil == nil)
  }

  @Test func `a refused probe opens the breaker again at once, for longer (B1)`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(1)
    world.client.fail(.getEventTypes, with: APIError.tooMany, APIError.tooMany, APIError.tooMany)
    await world.engine.performSync()
    for schedule in [60.0, 120, 240, 300, 300] {
      world.clock.advance(by: .seconds(400))
      world.client.forgetCalls()
      world.client.fail(.getEventTypes, with: APIError.tooMany)
      await world.engine.performSync()
      #expect(world.client.calls.count == 1)
      guard case .rateLimited(let wait, let pending) = await world.engine.state else {
        Issue.record("not rate limited")
        return
      }
      #expect((schedule...schedule * 1.2).contains(wait))
      #expect(pending == 1)
    }
  }

  @Test func `Retry-After is honored if it is longer than the schedule (B24)`() async throws {
    let world = SyncWorld()
    let slow = APIError.http(status: 429, retryAfter: 90)
    world.client.fail(.getChanges, with: slow)
    await world.engine.performSync()
    #expect((90...108).contains(await world.engine.circuitBreakerBackoffRemaining))
  }

  @Test func `an open breaker survives a restart (B35)`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(1)
    world.client.fail(
      .createEventsBatch, with: APIError.tooMany, APIError.tooMany, APIError.tooMany)
    await world.engine.performSync()
    let restarted = SyncWorld(database: world.database)
    await restarted.engine.performSync()
    #expect(restarted.client.calls.isEmpty)
    guard case .rateLimited = await restarted.engine.state else {
      Issue.record("the restart closed the breaker")
      return
    }
    restarted.clock.advance(by: .seconds(60))
    await restarted.engine.performSync()
    #expect(await restarted.engine.state == .idle)
    #expect(world.database.mutations.isEmpty)
  }

  @Test func `the engine probes automatically when the backoff is over`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(1)
    let clock = VirtualSyncClock(now: SyncWorld.start)
    let engine = SyncEngine(
      networkClient: world.client, dataStoreFactory: world.factory,
      configuration: SyncEngineConfiguration(clock: clock, random: SyncRandom(seed: 1)))
    world.client.fail(
      .createEventsBatch, with: APIError.tooMany, APIError.tooMany, APIError.tooMany)
    let sync = Task { await engine.performSync() }
    for _ in 1...2 {
      try await eventually { clock.sleeperCount > 0 }
      clock.advance(by: .seconds(3))
    }
    await sync.value
    try await eventually { clock.sleeperCount > 0 }
    clock.advance(by: .seconds(36))
    var updates = await engine.stateUpdates().makeAsyncIterator()
    var last: SyncState?
    repeat { last = await updates.next() } while last != .pulling && last != nil
    await engine.performSync()
    #expect(world.database.mutations.isEmpty)
  }

  @Test func `a manual reset closes the breaker, and the schedule continues`() async throws {
    let world = SyncWorld()
    world.client.fail(.getEventTypes, with: APIError.tooMany, APIError.tooMany, APIError.tooMany)
    await world.engine.performSync()
    await world.engine.resetCircuitBreaker()
    #expect(await world.engine.state == .idle)
    #expect(await world.engine.circuitBreakerBackoffRemaining == 0)
    #expect(world.database.record.breakerOpenUntil == nil)
    #expect(world.database.record.breakerTrips == 1)
  }
}
