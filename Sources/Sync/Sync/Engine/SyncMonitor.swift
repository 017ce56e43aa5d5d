public import Observation

/// A sync engine's state for views: observable, on the main actor.
///
///     let monitor = SyncMonitor(engine)
///     Task { await monitor.follow() }   // until the task is cancelled
@MainActor @Observable
public final class SyncMonitor {
  /// What the engine is doing.
  public private(set) var state: SyncState = .idle
  /// How many mutations wait.
  public private(set) var pendingCount = 0
  /// When a sync last went through.
  public private(set) var lastSyncTime: Timestamp?

  private let engine: SyncEngine

  /// Creates a monitor, which knows nothing before it follows.
  public init(_ engine: SyncEngine) {
    self.engine = engine
  }

  /// Takes over every change of the engine, until the task is cancelled.
  public func follow() async {
    await engine.noticeQueueChange()
    for await state in await engine.stateUpdates() {
      pendingCount = await engine.pendingCount
      lastSyncTime = await engine.lastSyncTime
      self.state = state
    }
  }
}
