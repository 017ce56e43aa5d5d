/// Observes every transition of a sync engine, for metrics and signposts.
public protocol SyncObserving: Sendable {
  /// Called on the engine after each transition, before its effects are carried out; it must not
  /// block.
  func engineDidTake(_ step: SyncStep)
}

/// A transition of a sync engine.
public struct SyncStep: Hashable, Sendable {
  /// The state before.
  public var before: SyncState
  /// The event.
  public var event: SyncStateMachine.Event
  /// The state after.
  public var after: SyncState
  /// The effects that the engine carries out next.
  public var effects: [SyncStateMachine.Effect]
  /// The time of the transition.
  public var time: Timestamp

  /// Creates a transition.
  public init(
    before: SyncState, event: SyncStateMachine.Event, after: SyncState,
    effects: [SyncStateMachine.Effect], time: Timestamp
  ) {
    self.before = before
    self.event = event
    self.after = after
    self.effects = effects
    self.time = time
  }
}
