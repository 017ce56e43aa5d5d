import Sync

/// The clocks of a device: the uptime is that of the world, the time of day can be set and can drift.
///
/// Unchecked: only the simulation's thread touches it.
final class SimulatedClock: SyncClock, @unchecked Sendable {
  private let world: VirtualSyncClock
  /// By how many milliseconds the time of day is ahead.
  private var shift: Int64 = 0
  /// By how many thousandths it is too fast, since a moment of uptime.
  private var drift: (perMille: Int64, since: Int64) = (0, 0)

  init(_ world: VirtualSyncClock) {
    self.world = world
  }

  var now: Timestamp { world.now.advanced(by: .milliseconds(error)) }

  var uptime: Duration { world.uptime }

  func sleep(for duration: Duration) async throws { try await world.sleep(for: duration) }

  /// By how many milliseconds the time of day is wrong.
  var error: Int64 { shift + (milliseconds - drift.since) * drift.perMille / 1000 }

  /// Sets the time of day, to so many milliseconds ahead of the right one.
  func set(ahead shift: Int64) {
    self.shift = shift
    drift.since = milliseconds
  }

  /// Lets the time of day go too fast from now on, or too slowly.
  func setDrift(perMille: Int64) {
    shift = error
    drift = (perMille, milliseconds)
  }

  private var milliseconds: Int64 { world.uptime.wholeMilliseconds }

  /// Errors to choose from, in milliseconds: none, a little, a time zone, a wrong year.
  static let errors: [Int64] = [
    0, 0, 0, 0, 5, -5, 2_000, -2_000, 70_000, -70_000, 3_600_000, -3_600_000, 86_400_000,
    -31_536_000_000, 31_536_000_000,
  ]
}
