#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The clock of a recorder: nanoseconds since the trace began.
public struct TraceClock: Sendable {
  private let read: @Sendable () -> Int64

  /// Creates a clock that calls `read`. Its values must never decrease.
  public init(_ read: @escaping @Sendable () -> Int64) {
    self.read = read
  }

  /// Nanoseconds since the trace began.
  public func now() -> Int64 { read() }

  /// The system's monotonic clock, which is 0 at the time of this call.
  public static var monotonic: TraceClock {
    let start = monotonicNanoseconds()
    return TraceClock { monotonicNanoseconds() &- start }
  }

  /// Calls the system directly, because the arithmetic of a `ContinuousClock` doubles the time.
  private static func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
