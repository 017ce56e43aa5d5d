import Sync
import TestTools
import Testing
import Traces

@Suite("The sync state machine", .timeLimit(.minutes(testMinutes)))
struct SyncStateMachineTests {
  typealias Event = SyncStateMachine.Event
  typealias Effect = SyncStateMachine.Effect

  static let limit = Event.rateLimitHit(retryAfter: nil, jitter: 0, pending: 4)

  /// Applies events one after another; the last ones' state and effects are the result.
  private func run(_ events: [Event]) -> (machine: SyncStateMachine, effects: [Effect]) {
    var machine = SyncStateMachine()
    var effects: [Effect] = []
    for event in events { effects = machine.apply(event) }
    return (machine, effects)
  }

  @Test("goes through a sync: health, push, pull, idle")
  func wholeSync() {
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

  @Test("fetches everything where the local copy is not complete")
  func bootstrap() {
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

  @Test("starts one sync for any number of calls, and one more for those that came meanwhile (B21)")
  func remembersCalls() {
    var (machine, effects) = run([.syncRequested])
    #expect(effects == [.checkHealth])
    for _ in 1...100 { #expect(machine.apply(.syncRequested) == []) }
    _ = machine.apply(.healthCheckPassed(pending: 0))
    _ = machine.apply(.mutationsFlushed(needsBootstrap: false))
    #expect(machine.apply(.pullCompleted) == [.recordSuccess, .requestSync])
    #expect(machine.apply(.syncRequested) == [.checkHealth])
    #expect(!machine.isSyncRemembered)
  }

  @Test("waits and makes the same request again after a 429 below the threshold (B27)")
  func belowThreshold() {
    var (machine, effects) = run([.syncRequested, .healthCheckPassed(pending: 4), Self.limit])
    #expect(effects == [.pause(seconds: 1)])
    #expect(machine.state == .syncing(synced: 0, total: 4))
    #expect(machine.apply(.pauseEnded) == [.sendNextBatch])
  }

  @Test(
    "opens the breaker on the third 429 in a row wherever it comes (B24, B25)",
    arguments: [
      [Event.syncRequested],
      [.syncRequested, .healthCheckPassed(pending: 4)],
      [.syncRequested, .healthCheckPassed(pending: 4), .mutationsFlushed(needsBootstrap: false)],
      [.syncRequested, .healthCheckPassed(pending: 4), .mutationsFlushed(needsBootstrap: true)],
    ])
  func trips(prefix: [Event]) {
    let (machine, effects) = run(
      prefix + [Self.limit, .pauseEnded, Self.limit, .pauseEnded, Self.limit])
    #expect(machine.state == .rateLimited(retryAfter: 30, pending: 4))
    #expect(effects == [.openBreaker(seconds: 30), .recordFailure(message: "rate limited")])
  }

  @Test("stays rate limited whatever comes late, until the backoff is over (B32)")
  func staysRateLimited() {
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

  @Test("W5: pauses before a request of a bootstrap is made again, however often")
  func interruptedBootstrap() {
    var (machine, _) = run([
      .syncRequested, .healthCheckPassed(pending: 0), .mutationsFlushed(needsBootstrap: true),
    ])
    for _ in 1...5 {
      #expect(machine.apply(.bootstrapInterrupted) == [.pause(seconds: 1)])
      #expect(machine.apply(.pauseEnded) == [.fetchBootstrap])
    }
  }

  @Test("W7: fetches everything when the feed does not continue at the cursor")
  func expiredCursor() {
    var (machine, _) = run([
      .syncRequested, .healthCheckPassed(pending: 0), .mutationsFlushed(needsBootstrap: false),
    ])
    #expect(machine.apply(.cursorExpired) == [.fetchBootstrap])
    #expect(machine.apply(.pageApplied) == [], "that was another request")
    #expect(machine.apply(.bootstrapCompleted) == [.recordSuccess])
  }

  @Test("asks for a sync when the backoff is over and mutations wait, and probes once (B1)")
  func probes() {
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

  @Test("shows a failed health check as an error (B33)")
  func healthCheckFails() {
    let (machine, effects) = run([.syncRequested, .healthCheckFailed(message: "HTTP 401")])
    #expect(machine.state == .error("HTTP 401"))
    #expect(effects == [.recordFailure(message: "HTTP 401")])
  }

  @Test("does not become idle by a reset of the breaker during a sync (B35)")
  func resetDuringSync() {
    let (machine, effects) = run([.syncRequested, .healthCheckPassed(pending: 1), .breakerReset])
    #expect(machine.state == .syncing(synced: 0, total: 1))
    #expect(effects == [])
  }

  @Test("goes on with an open breaker after a restart (B35)")
  func restores() {
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
