import Sync
import SyncTelemetry
import SyncTestSupport
import TestTools
import Testing

private let rateLimit = APIError.http(status: 429)

@Suite(.timeLimit(.minutes(testMinutes))) struct SyncMetricsTests {
  @Test func `a successful sync is one interval that contains its parts, and a success`()
    async
  {
    let world = MeasuredEngine()
    await world.engine.performSync()
    #expect(
      world.keeper.words == [
        "+FullSync", "+HealthCheck", "-HealthCheck", "+FlushMutations", "-FlushMutations",
        "+PullChanges", "-PullChanges", "-FullSync", "SyncSuccess",
      ])
    #expect(world.metrics.counters.attempts == 1)
    #expect(world.metrics.counters.successRate == 1)
  }

  @Test func `a bootstrap is a separate part`() async {
    let world = MeasuredEngine()
    world.stores.database.seed(record: SyncEngineRecord())
    await world.engine.performSync()
    #expect(world.keeper.words.contains("+BootstrapFetch"))
    #expect(world.keeper.words.contains("-BootstrapFetch"))
    #expect(!world.keeper.words.contains("+PullChanges"))
  }

  @Test func `a sync that the breaker stops is a failure and never a success`() async {
    let world = MeasuredEngine()
    world.client.fail(.getChanges, with: rateLimit, rateLimit, rateLimit)
    await world.engine.performSync()
    let words = world.keeper.words
    #expect(words.count { $0 == "RateLimitHit" } == 3)
    #expect(words.count { $0 == "RetryAttempt" } == 2)
    #expect(words.count { $0 == "CircuitBreakerTrip" } == 1)
    #expect(words.last == "SyncFailure")
    #expect(!words.contains("SyncSuccess"))
    #expect(words.count { $0 == "+PullChanges" } == 1)
    let counters = world.metrics.counters
    #expect(counters.successes == 0 && counters.failures == 1 && counters.attempts == 1)
    #expect(counters.rateLimitHits == 3 && counters.retries == 2)
    #expect(counters.circuitBreakerTrips == 1)
    #expect(counters.successRate == 0)
  }

  @Test func `restoring an open breaker is not a new trip`() async throws {
    let world = MeasuredEngine()
    world.stores.database.seed(
      record: SyncEngineRecord(
        isBootstrapped: true, consecutiveRateLimits: 3, breakerTrips: 1,
        breakerOpenUntil: Timestamp(milliseconds: 30_000)))
    await world.engine.performSync()
    #expect(world.keeper.words.isEmpty)
    #expect(world.metrics.counters.successRate == nil)
  }

  @Test func `a failed health check ends both intervals`() async {
    let world = MeasuredEngine()
    world.client.fail(.getEventTypes, with: APIError.noConnection)
    await world.engine.performSync()
    #expect(
      world.keeper.words == [
        "+FullSync", "+HealthCheck", "-HealthCheck", "-FullSync", "SyncFailure",
      ])
  }

  @Test func `a cancelled sync is neither a success nor a failure`() async {
    let world = MeasuredEngine()
    world.client.fail(.getChanges, with: APIError.cancelled)
    await world.engine.performSync()
    #expect(world.keeper.words.last == "-FullSync")
    #expect(world.metrics.counters.attempts == 1)
    #expect(world.metrics.counters.successRate == nil)
  }

  /// Every event in every reachable state, up to a depth: intervals nest, each ends once, and none
  /// is open when no sync is running.
  @Test func `every interval that begins ends exactly once`() {
    var reached: Set<SyncStateMachine> = [SyncStateMachine()]
    var paths: [(machine: SyncStateMachine, steps: [SyncStep])] = [(SyncStateMachine(), [])]
    var tried = 0
    while let (machine, steps) = paths.popLast() {
      for event in machine.sampleEvents() {
        var next = machine
        let effects = next.apply(event)
        if next == machine && effects.isEmpty { continue }
        let step = SyncStep(
          before: machine.state, event: event, after: next.state, effects: effects,
          time: Timestamp(milliseconds: Int64(steps.count)))
        let path = steps + [step]
        expectWhole(path)
        tried += 1
        if path.count < 12 && reached.insert(next).inserted { paths.append((next, path)) }
      }
    }
    #expect(tried > 100)
  }

  private func expectWhole(_ steps: [SyncStep]) {
    let keeper = SignalKeeper()
    let metrics = SyncMetrics(sinks: [keeper])
    for step in steps { metrics.engineDidTake(step) }
    var open: [UInt64] = []
    var seen: Set<UInt64> = []
    for signal in keeper.signals {
      switch signal {
      case .began(_, let id, _):
        #expect(seen.insert(id).inserted)
        open.append(id)
      case .ended(_, let id, let start, let end):
        #expect(open.popLast() == id)
        #expect(start <= end)
      case .happened: break
      }
    }
    #expect(open.isEmpty == (steps.last?.after.isSyncing != true))
    let counters = metrics.counters
    #expect(counters.successes + counters.failures <= counters.attempts)
  }
}
