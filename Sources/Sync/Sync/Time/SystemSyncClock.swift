#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The system's clock.
public struct SystemSyncClock: SyncClock {
  /// Creates the clock.
  public init() {}

  /// The system's time of day.
  public var now: Timestamp {
    Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// The time of the system's continuous clock since the process first read it.
  public var uptime: Duration { SystemSyncClock.start.duration(to: .now) }

  private static let start = ContinuousClock.now

  /// Returns after `duration` of the system's continuous clock.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public func sleep(for duration: Duration) async throws {
    try await ContinuousClock().sleep(for: duration)
  }
}
