/// Tells the engine the time and lets it wait. Nothing in the engine asks anyone else.
public protocol SyncClock: Sendable {
  /// The time of day.
  var now: Timestamp { get }

  /// Returns `duration` later.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  func sleep(for duration: Duration) async throws
}
