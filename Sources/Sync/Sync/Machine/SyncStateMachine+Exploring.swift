public import Traces

extension SyncStateMachine: ExplorableMachine {
  /// The name in traces and documents.
  public static var machineName: String { "SyncState" }

  /// All states.
  public static var declaredStates: [DeclaredState] {
    [
      DeclaredState("idle"),
      DeclaredState("syncing", values: ["synced", "total"]),
      DeclaredState("pulling"),
      DeclaredState("rateLimited", values: ["retryAfter", "pending"]),
      DeclaredState("error", values: ["0"]),
    ]
  }

  /// All events.
  public static var declaredEvents: [String] {
    sampleOfEveryEvent.map(\.traceName)
  }

  /// The machine as exploring it finds it.
  public static func declared() -> DeclaredMachine {
    DeclaredMachine.exploring(from: SyncStateMachine()).machine
  }

  /// The guard in words, negated where it does not hold.
  public func condition(for event: Event) -> String? { decision(for: event)?.text }

  /// Every event, and those that branch with a payload for each way.
  ///
  /// The numbers are bounded (two mutations in all), so that exploring ends.
  public func sampleEvents() -> [Event] {
    var events = SyncStateMachine.sampleOfEveryEvent
    if case .syncing(let synced, let total) = state, synced >= total {
      events.removeAll { $0 == .mutationsAccepted(count: 1) }
    }
    return events + [
      .healthCheckPassed(pending: 0),
      .mutationsFlushed(needsBootstrap: true),
      .rateLimitHit(retryAfter: 600, jitter: 0, pending: 0),
      .breakerRestored(consecutiveRateLimits: 2, trips: 0, retryAfter: nil, pending: 0),
      .breakerRestored(consecutiveRateLimits: 3, trips: 1, retryAfter: 0, pending: 1),
    ]
  }

  /// One of each, in declaration order.
  private static let sampleOfEveryEvent: [Event] = [
    .syncRequested,
    .healthCheckPassed(pending: 2),
    .healthCheckFailed(message: "no connection"),
    .mutationsAccepted(count: 1),
    .mutationsRefused(count: 1),
    .mutationsFlushed(needsBootstrap: false),
    .pageApplied,
    .cursorExpired,
    .pullCompleted,
    .bootstrapAdvanced,
    .bootstrapInterrupted,
    .bootstrapCompleted,
    .rateLimitHit(retryAfter: nil, jitter: 0, pending: 1),
    .pauseEnded,
    .requestFailed(message: "no connection"),
    .queueChanged(pending: 1),
    .backoffElapsed,
    .breakerReset,
    .syncCancelled,
    .breakerRestored(consecutiveRateLimits: 3, trips: 1, retryAfter: 30, pending: 1),
  ]
}
