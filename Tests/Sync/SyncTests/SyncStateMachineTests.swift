import Sync
import TestTools
import Testing
import Traces

@Suite("The sync state machine", .timeLimit(.minutes(testMinutes)))
struct SyncStateMachineTests {
  typealias Event = SyncStateMachine.Event
  typealias Effect = SyncStateMachine.Effect

  static let limit = Event.rateLimitHit(retryAfter: nil, jitter: 0, pending: 4)

  /// Applies events one after another; returns the machine and the last effects.
  private func run(_ events: [Event]) -> (machine: SyncStateMachine, effects: [Effect]) {
    var machine = SyncStateMachine()
    var effects: [Effect] = []
    for event in events { effects = machine.apply(event) }
    return (machine, effects)
  }

  @Test func `a sync passes through health check, push and pull, and ends idle`() {
    let script: [(Event, SyncState, [Effect])] = [
      (.syncRequested, .syncing(synced: 0, total: 0), [.checkHealth]),
      (.healthCheckPassed(pending: 70), .syncing(synced: 0, total: 70), [.sendNextBatch]),
      (.mutationsAccepted(count: 50), .syncing(synced: 50, total: 70), [.sendNextBatch]),
      (.mutationsRefused(count: 1), .syncing(synced: 50, total: 70), [.sendNextBatch]),
      (.mutationsAccepted(count: 19), .syncing(synced: 69, total: 70), [.sendNextBatch]),
      (.mutationsFlushed(needsBootstrap: false), .pulling, [.pullNextPage]),
      (.pageApplied, .pulling, [.pullNextPage]),
      (.pullCompleted, .idle, [.recordSuccess]),
    ]
    var machine = SyncStateMachine()
    for (event, state, effects) in script {
      #expect(machine.apply(event) == effects, "after \(event)")
      #expect(machine.state == state, "after \(event)")
    }
  }

  @Test func `a sync fetches everything if the local copy is incomplete`() {
    let (machine, effects) = run([
      .syncRequested, .healthCheckPassed(pending: 0), .mutationsFlushed(needsBootstrap: true),
    ])
    #expect(machine.state == .pulling)
    #expect(effects == [.fetchBootstrap])
    var after = machine
    #expect(after.apply(.pullCompleted) == [], "the end of a pull is not the end of a bootstrap")
    #expect(after.apply(.bootstrapCompleted) == [.recordSuccess])
    #expect(after.state == .idle)
  }

  @Test func `any number of calls start one sync, and those during it one more (B21)`() {
    var (machine, effects) = run([.syncRequested])
    #expect(effects == [.checkHealth])
    for _ in 1...100 { #expect(machine.apply(.syncRequested) == []) }
    _ = machine.apply(.healthCheckPassed(pending: 0))
    _ = machine.apply(.mutationsFlushed(needsBootstrap: false))
    #expect(machine.apply(.pullCompleted) == [.recordSuccess, .requestSync])
    #expect(machine.apply(.syncRequested) == [.checkHealth])
    #expect(!machine.hasPendingRequest)
  }

  @Test func `the machine pauses and repeats the request after a 429 below the threshold (B27)`() {
    var (machine, effects) = run([.syncRequested, .healthCheckPassed(pending: 4), Self.limit])
    #expect(effects == [.pause(seconds: 1)])
    #expect(machine.state == .syncing(synced: 0, total: 4))
    #expect(machine.apply(.pauseEnded) == [.sendNextBatch])
  }

  @Test(arguments: [
    [Event.syncRequested],
    [.syncRequested, .healthCheckPassed(pending: 4)],
    [.syncRequested, .healthCheckPassed(pending: 4), .mutationsFlushed(needsBootstrap: false)],
    [.syncRequested, .healthCheckPassed(pending: 4), .mutationsFlushed(needsBootstrap: true)],
  ])
  func `the third consecutive 429 of any requests opens the breaker (B24, B25)`(prefix: [Event]) {
    let (machine, effects) = run(
      prefix + [Self.limit, .pauseEnded, Self.limit, .pauseEnded, Self.limit])
    #expect(machine.state == .rateLimited(retryAfter: 30, pending: 4))
    #expect(effects == [.openBreaker(seconds: 30), .recordFailure(message: "rate limited")])
  }

  @Test
  func `the machine stays rate limited despite late events, until the backoff is over (B32)`() {
    let (tripped, _) = run([.syncRequested, Self.limit, Self.limit, Self.limit])
    for event in tripped.sampleEvents() where event != .backoffElapsed && event != .breakerReset {
      var machine = tripped
      #expect(machine.apply(event) == [], "\(event)")
      if case .queueChanged(let pending) = event {
        #expect(machine.state == .rateLimited(retryAfter: 30, pending: pending))
      } else {
        #expect(machine.state == tripped.state, "\(event)")
      }
    }
  }

  @Test func `the machine pauses before each repeated request of a bootstrap (W5)`() {
    var (machine, _) = run([
      .syncRequested, .healthCheckPassed(pending: 0), .mutationsFlushed(needsBootstrap: true),
    ])
    for _ in 1...5 {
      #expect(machine.apply(.bootstrapInterrupted) == [.pause(seconds: 1)])
      #expect(machine.apply(.pauseEnded) == [.fetchBootstrap])
    }
  }

  @Test func `the machine fetches everything if the feed does not continue at the cursor (W7)`() {
    var (machine, _) = run([
      .syncRequested, .healthCheckPassed(pending: 0), .mutationsFlushed(needsBootstrap: false),
    ])
    #expect(machine.apply(.cursorExpired) == [.fetchBootstrap])
    #expect(machine.apply(.pageApplied) == [], "that was another request")
    #expect(machine.apply(.bootstrapCompleted) == [.recordSuccess])
  }

  @Test
  func
    `the machine requests a sync and probes once if mutations wait when the backoff is over (B1)`()
  {
    var (machine, _) = run([.syncRequested, Self.limit, Self.limit, Self.limit])
    #expect(machine.apply(.backoffElapsed) == [.requestSync])
    #expect(machine.state == .idle)
    #expect(machine.breaker.phase == .halfOpen)
    #expect(machine.apply(.syncRequested) == [.checkHealth])
    var refused = machine
    #expect(refused.apply(Self.limit).first == .openBreaker(seconds: 60))
    _ = machine.apply(.healthCheckPassed(pending: 4))
    #expect(machine.breaker.phase == .closed)
    #expect(machine.apply(Self.limit) == [.pause(seconds: 1)])
  }

  @Test func `a failed health check is an error (B33)`() {
    let (machine, effects) = run([.syncRequested, .healthCheckFailed(message: "HTTP 401")])
    #expect(machine.state == .error("HTTP 401"))
    #expect(effects == [.recordFailure(message: "HTTP 401")])
  }

  @Test func `a reset of the breaker during a sync does not make the machine idle (B35)`() {
    let (machine, effects) = run([.syncRequested, .healthCheckPassed(pending: 1), .breakerReset])
    #expect(machine.state == .syncing(synced: 0, total: 1))
    #expect(effects == [])
  }

  @Test func `the breaker is still open after a restart (B35)`() {
    let open = Event.breakerRestored(consecutiveRateLimits: 3, trips: 2, retryAfter: 12, pending: 5)
    let (machine, effects) = run([open])
    #expect(machine.state == .rateLimited(retryAfter: 12, pending: 5))
    #expect(effects == [.openBreaker(seconds: 12)])
    let ended = Event.breakerRestored(consecutiveRateLimits: 3, trips: 2, retryAfter: 0, pending: 5)
    #expect(run([ended]).machine.breaker.phase == .halfOpen)
    let counting = Event.breakerRestored(
      consecutiveRateLimits: 2, trips: 0, retryAfter: nil, pending: 5)
    #expect(run([counting]).machine.breaker.opensOnNextRateLimit)
  }
}
