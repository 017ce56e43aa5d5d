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
  public static var declaredEvents: [String] { Event.Name.allCases.map(\.rawValue) }

  /// The machine with every possible transition.
  ///
  /// - Throws: `IncompleteExploration` if the sample events do not bound its numbers.
  public static func declared() throws(IncompleteExploration) -> DeclaredMachine {
    try DeclaredMachine.exploring(from: SyncStateMachine())
  }

  /// The text of the guard, negated if it is false.
  public func condition(for event: Event) -> String? { decision(for: event)?.text }

  /// Every event; those with several outcomes have a payload for each.
  ///
  /// The numbers are bounded (at most two mutations), so that exploring ends.
  public func sampleEvents() -> [Event] {
    var events = Event.Name.allCases.map(SyncStateMachine.sample)
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

  /// An event with this name. The exhaustive switch guarantees one for each name.
  private static func sample(_ name: Event.Name) -> Event {
    switch name {
    case .syncRequested: .syncRequested
    case .healthCheckPassed: .healthCheckPassed(pending: 2)
    case .healthCheckFailed: .healthCheckFailed(message: "no connection")
    case .mutationsAccepted: .mutationsAccepted(count: 1)
    case .mutationsRefused: .mutationsRefused(count: 1)
    case .mutationsFlushed: .mutationsFlushed(needsBootstrap: false)
    case .pageApplied: .pageApplied
    case .cursorExpired: .cursorExpired
    case .pullCompleted: .pullCompleted
    case .bootstrapAdvanced: .bootstrapAdvanced
    case .bootstrapInterrupted: .bootstrapInterrupted
    case .bootstrapCompleted: .bootstrapCompleted
    case .rateLimitHit: .rateLimitHit(retryAfter: nil, jitter: 0, pending: 1)
    case .pauseEnded: .pauseEnded
    case .requestFailed: .requestFailed(message: "no connection")
    case .queueChanged: .queueChanged(pending: 1)
    case .backoffElapsed: .backoffElapsed
    case .breakerReset: .breakerReset
    case .syncCancelled: .syncCancelled
    case .breakerRestored:
      .breakerRestored(consecutiveRateLimits: 3, trips: 1, retryAfter: 30, pending: 1)
    }
  }
}
