import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Clocks, timers and long waits", .timeLimit(.minutes(testMinutes)))
struct SyncTimeTests {
  private static let year = Duration.seconds(365 * 86_400)

  /// A world whose breaker is open for 30 to 36 seconds.
  private func openWorld() async throws -> SyncWorld {
    let world = SyncWorld()
    try await world.queueEvents(1)
    world.client.fail(.getEventTypes, with: APIError.tooMany, APIError.tooMany, APIError.tooMany)
    await world.engine.performSync()
    #expect(await world.engine.isCircuitBreakerTripped)
    world.client.forgetCalls()
    return world
  }

  @Test(arguments: [-1, 1])
  func `setting the clock back or ahead does not affect the backoff of a running engine (W2)`(
    direction: Int
  ) async throws {
    let world = try await openWorld()
    world.clock.setTimeOfDay(forwardBy: SyncTimeTests.year * direction)
    #expect((29...36).contains(await world.engine.circuitBreakerBackoffRemaining))
    await world.engine.performSync()
    #expect(world.client.calls.isEmpty)
    world.clock.advance(by: .seconds(37))
    await world.engine.performSync()
    #expect(await world.engine.state == .idle)
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func
    `after a restart with a clock set back, the rest of the wait is at most its original length (W2)`()
    async throws
  {
    let world = try await openWorld()
    world.clock.setTimeOfDay(forwardBy: SyncTimeTests.year * -1)
    // Short launches: the wait continues instead of starting over.
    for seconds in [10, 10, 10, 7] {
      let engine = SyncEngine(
        networkClient: world.client, dataStoreFactory: world.factory,
        configuration: world.configuration)
      await engine.performSync()
      #expect(await engine.circuitBreakerBackoffRemaining <= 36)
      #expect(world.client.calls.isEmpty)
      world.clock.advance(by: .seconds(seconds))
    }
    let last = SyncEngine(
      networkClient: world.client, dataStoreFactory: world.factory,
      configuration: world.configuration)
    await last.performSync()
    #expect(await last.state == .idle)
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `a long Retry-After outlives a restart, and a clock set back does not lengthen it (W2)`()
    async throws
  {
    let world = SyncWorld()
    world.client.fail(.getEventTypes, with: APIError.http(status: 429, retryAfter: 3600))
    await world.engine.performSync()
    world.clock.setTimeOfDay(forwardBy: .seconds(-7200))
    let engine = SyncEngine(
      networkClient: world.client, dataStoreFactory: world.factory,
      configuration: world.configuration)
    try await engine.loadInitialState()
    #expect((3600...4320).contains(await engine.circuitBreakerBackoffRemaining))
  }

  /// An engine that starts syncs automatically, with a clock that only the test moves.
  private func automatic(_ world: SyncWorld) -> (SyncEngine, VirtualSyncClock) {
    let clock = VirtualSyncClock(now: SyncWorld.start)
    let engine = SyncEngine(
      networkClient: world.client, dataStoreFactory: world.factory,
      configuration: SyncEngineConfiguration(clock: clock, random: SyncRandom(seed: 1)))
    return (engine, clock)
  }

  private func waitForSleeper(_ clock: VirtualSyncClock) async throws {
    try await eventually { clock.sleeperCount > 0 }
  }

  @Test(arguments: [5, 5000])
  func `the probe is made although the time of day is slower than the timer (W3)`(milliseconds: Int)
    async throws
  {
    let world = SyncWorld()
    try await world.queueEvents(1)
    let (engine, clock) = automatic(world)
    world.client.fail(.getEventTypes, with: APIError.http(status: 429, retryAfter: 60))
    await engine.performSync()
    clock.setTimeOfDay(forwardBy: .milliseconds(-milliseconds))
    try await waitForSleeper(clock)
    clock.advance(by: .seconds(73))
    try await eventually { world.database.mutations.isEmpty }
    await engine.waitUntilQuiet()
    #expect(await engine.state == .idle)
  }

  @Test func `a timer that fires early is set again (W3)`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(1)
    let clock = EarlyClock()
    let engine = SyncEngine(
      networkClient: world.client, dataStoreFactory: world.factory,
      configuration: SyncEngineConfiguration(clock: clock, random: SyncRandom(seed: 1)))
    world.client.fail(.getEventTypes, with: APIError.http(status: 429, retryAfter: 60))
    await engine.performSync()
    try await eventually { world.database.mutations.isEmpty }
    await engine.waitUntilQuiet()
    #expect(await engine.state == .idle)
    #expect(clock.uptime >= .seconds(60))
  }

  @Test(arguments: [
    APIError.http(status: 429, retryAfter: 86_400), .http(status: 503, retryAfter: 86_400),
    .server(message: "busy", status: 429, retryAfter: 86_400),
  ])
  func `a long Retry-After opens the breaker at once, and is stored on disk (W4)`(error: APIError)
    async throws
  {
    for method in [MockNetworkMethod.getEventTypes, .createEventsBatch, .getChanges] {
      let world = SyncWorld()
      try await world.queueEvents(1)
      world.client.fail(method, with: error)
      await world.engine.performSync()
      #expect(world.clock.uptime < .seconds(5), "nothing sleeps inside the sync")
      #expect(await world.engine.isCircuitBreakerTripped)
      #expect(await world.engine.circuitBreakerBackoffRemaining >= 86_000)
      let day = SyncWorld.start.advanced(by: .seconds(86_000))
      #expect(try #require(world.database.record.breakerOpenUntil) > day)
      #expect(world.database.mutations.allSatisfy { $0.attempts == 0 && !$0.isQuarantined })
    }
  }

  @Test
  func `a backoff that was over at a launch stays over, wherever the clock is set (W3)`()
    async throws
  {
    let world = SyncWorld()
    try await world.queueEvents(1)
    world.client.fail(.getEventTypes, with: APIError.http(status: 429, retryAfter: 60))
    await world.engine.performSync()
    #expect(await world.engine.isCircuitBreakerTripped)
    world.clock.advance(by: .seconds(73))
    func launch() -> SyncEngine {
      SyncEngine(
        networkClient: world.client, dataStoreFactory: world.factory,
        configuration: SyncEngineConfiguration(clock: world.clock, random: SyncRandom(seed: 1)))
    }
    let first = launch()
    #expect(try await first.getPendingCount() == 1)
    #expect(await first.state == .idle)
    world.clock.setTimeOfDay(forwardBy: .seconds(-73))
    let second = launch()
    #expect(try await second.getPendingCount() == 1)
    #expect(await second.state == .idle)
    await second.performSync()
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `a 503 with Retry-After is waited out: 20 calls cause one request`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(1)
    world.client.onCall { _ in throw APIError.http(status: 503, retryAfter: 600) }
    for _ in 1...20 { await world.engine.performSync() }
    #expect(world.client.calls.count == 1)
    guard case .rateLimited(let wait, _) = await world.engine.state else {
      Issue.record("not rate limited")
      return
    }
    #expect((600...720).contains(wait))
  }

  @Test
  func `a short Retry-After of a 503 causes a pause, and the same request follows`()
    async throws
  {
    let world = SyncWorld()
    try await world.queueEvents(1)
    world.client.fail(.createEventsBatch, with: APIError.http(status: 503, retryAfter: 2))
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
    #expect(world.clock.uptime >= .seconds(2))
  }
}

/// A clock whose timers fire after at most 7 seconds, whatever their duration.
private final class EarlyClock: SyncClock {
  private let clock = VirtualSyncClock(now: SyncWorld.start, sleepsInstantly: true)

  var now: Timestamp { clock.now }
  var uptime: Duration { clock.uptime }

  func sleep(for duration: Duration) async throws {
    try await clock.sleep(for: min(duration, .seconds(7)))
  }
}
