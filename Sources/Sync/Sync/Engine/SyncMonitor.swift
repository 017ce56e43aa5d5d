public import Observation

/// A sync engine's state for views: observable, on the main actor.
///
///     let monitor = SyncMonitor(engine)
///     Task { await monitor.follow() }   // until the task is cancelled
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
public final class SyncMonitor {
  /// The current state of the engine.
  public private(set) var state: SyncState = .idle
  /// The number of waiting mutations.
  public private(set) var pendingCount = 0
  /// The time of the last successful sync.
  public private(set) var lastSyncTime: Timestamp?

  private let engine: SyncEngine

  /// Creates a monitor, which has no information until it follows the engine.
  public init(_ engine: SyncEngine) {
    self.engine = engine
  }

  /// Copies every change of the engine's state, until the task is cancelled.
  public func follow() async {
    await engine.noticeQueueChange()
    for await state in await engine.stateUpdates() {
      pendingCount = await engine.pendingCount
      lastSyncTime = await engine.lastSyncTime
      self.state = state
    }
  }
}
