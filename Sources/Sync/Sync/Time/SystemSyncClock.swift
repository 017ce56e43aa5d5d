#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The machine's own clock.
public struct SystemSyncClock: SyncClock {
  /// Creates the clock.
  public init() {}

  /// The time of day, as the machine has it.
  public var now: Timestamp {
    Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// The time since the process first asked for it, by the machine's continuous clock.
  public var uptime: Duration { SystemSyncClock.start.duration(to: .now) }

  private static let start = ContinuousClock.now

  /// Returns `duration` later, by the machine's continuous clock.
  public func sleep(for duration: Duration) async throws {
    try await ContinuousClock().sleep(for: duration)
  }
}
