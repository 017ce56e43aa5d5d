/// Tells the engine the time and lets it wait. Nothing in the engine asks anyone else.
public protocol SyncClock: Sendable {
  /// The time of day. Users and time servers set it, forward and back.
  var now: Timestamp { get }

  /// The time since a fixed but unknown moment. It never goes back, no one can set it, and it
  /// continues while the device sleeps. It starts again with each process.
  var uptime: Duration { get }

  /// Returns `duration` later.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  func sleep(for duration: Duration) async throws
}
