#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells a recorder the time, in nanoseconds since the trace began.
public struct TraceClock: Sendable {
  private let read: @Sendable () -> Int64

  /// A clock that asks `read`. The value must never go backwards.
  public init(_ read: @escaping @Sendable () -> Int64) {
    self.read = read
  }

  /// Nanoseconds since the trace began.
  public func now() -> Int64 { read() }

  /// The system's monotonic clock, 0 at the moment of this call.
  public static var monotonic: TraceClock {
    let start = monotonicNanoseconds()
    return TraceClock { monotonicNanoseconds() &- start }
  }

  /// Asks the system directly: a `ContinuousClock` takes as long again for its arithmetic.
  private static func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
