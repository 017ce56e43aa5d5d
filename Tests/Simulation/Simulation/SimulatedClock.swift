import Sync

/// The clocks of a device: the uptime is that of the world; the time of day can be set and can
/// drift.
///
/// Unchecked `Sendable`: only the simulation's thread uses it.
final class SimulatedClock: SyncClock, @unchecked Sendable {
  private let world: VirtualSyncClock
  /// The number of milliseconds by which the time of day is ahead.
  private var shift: Int64 = 0
  /// The drift in thousandths since a point of uptime.
  private var drift: (perMille: Int64, since: Int64) = (0, 0)

  init(_ world: VirtualSyncClock) {
    self.world = world
  }

  var now: Timestamp { world.now.advanced(by: .milliseconds(error)) }

  var uptime: Duration { world.uptime }

  func sleep(for duration: Duration) async throws { try await world.sleep(for: duration) }

  /// The error of the time of day in milliseconds.
  var error: Int64 { shift + (milliseconds - drift.since) * drift.perMille / 1000 }

  /// Sets the time of day to this number of milliseconds ahead of the right one.
  func set(ahead shift: Int64) {
    self.shift = shift
    drift.since = milliseconds
  }

  /// Makes the time of day run too fast or too slowly from now on.
  func setDrift(perMille: Int64) {
    shift = error
    drift = (perMille, milliseconds)
  }

  private var milliseconds: Int64 { world.uptime.wholeMilliseconds }

  /// The errors to choose from, in milliseconds: none, a small one, a time zone, a wrong year.
  static let errors: [Int64] = [
    0, 0, 0, 0, 5, -5, 2_000, -2_000, 70_000, -70_000, 3_600_000, -3_600_000, 86_400_000,
    -31_536_000_000, 31_536_000_000,
  ]
}
