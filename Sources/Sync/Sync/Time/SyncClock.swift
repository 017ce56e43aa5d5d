/// The engine's only source of time and delays.
public protocol SyncClock: Sendable {
  /// The time of day. Users and time servers can set it forward and back.
  var now: Timestamp { get }

  /// The time since a fixed but unknown point. It never decreases, cannot be set, and continues
  /// while the device sleeps. It restarts with each process.
  var uptime: Duration { get }

  /// Returns after `duration`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  func sleep(for duration: Duration) async throws
}
