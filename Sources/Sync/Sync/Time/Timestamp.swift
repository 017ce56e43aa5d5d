/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Everything that the engine stores, sends and compares has this resolution, so that a value
/// survives the way to the server and back unchanged.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970, negative before.
  public var milliseconds: Int64

  /// Creates a point in time from milliseconds since 1970.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Whether `lhs` lies before `rhs`.
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }

  /// The point `duration` later, rounded towards zero to a millisecond.
  public func advanced(by duration: Duration) -> Timestamp {
    Timestamp(milliseconds: milliseconds &+ duration.wholeMilliseconds)
  }

  /// How much later this is than `earlier`.
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
