/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// All times that the engine stores, sends and compares have this resolution, so that a value
/// survives transmission unchanged.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970; negative before that.
  public var milliseconds: Int64

  /// Creates a point in time from milliseconds since 1970.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Whether `lhs` is before `rhs`.
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }

  /// The point after `duration`, rounded towards zero to a millisecond.
  public func advanced(by duration: Duration) -> Timestamp {
    Timestamp(milliseconds: milliseconds &+ duration.wholeMilliseconds)
  }

  /// The time from `earlier` to this point.
  public func duration(since earlier: Timestamp) -> Duration {
    .milliseconds(milliseconds &- earlier.milliseconds)
  }
}

extension Duration {
  /// The duration in milliseconds, rounded towards zero.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
  }
}
