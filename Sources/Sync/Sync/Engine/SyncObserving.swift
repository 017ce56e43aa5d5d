/// One that is told of every step of a sync engine: for metrics and signposts.
public protocol SyncObserving: Sendable {
  /// The engine has taken a step. Called on the engine, before it carries out what follows; it must
  /// not wait for anything.
  func engineDidTake(_ step: SyncStep)
}

/// A step of a sync engine.
public struct SyncStep: Hashable, Sendable {
  /// The state before.
  public var before: SyncState
  /// What happened.
  public var event: SyncStateMachine.Event
  /// The state after.
  public var after: SyncState
  /// What the engine does next.
  public var effects: [SyncStateMachine.Effect]
  /// When the step was taken.
  public var time: Timestamp

  /// Creates a step.
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
