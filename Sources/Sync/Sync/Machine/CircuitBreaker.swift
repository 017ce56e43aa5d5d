/// Stops the engine from asking a server that has had enough.
///
/// A rate limit is a 429, or a 5xx with `Retry-After`. Closed, the breaker counts rate limits in a
/// row. At `threshold`, or if the server asks for more than `longestPause`, it opens for a while
/// that grows with every trip; then it is half-open, and the next request is a probe: another rate
/// limit opens it again at once, any other answer closes it. The schedule starts over when the
/// server has accepted something.
///
/// The breaker is a value without a clock: it says how long to wait, its owner waits.
public struct CircuitBreaker: Hashable, Sendable {
  /// How many 429 answers in a row open the breaker.
  public static let threshold = 3
  /// Seconds that the breaker stays open, by the number of trips; the last one repeats.
  public static let backoffSchedule: [Double] = [30, 60, 120, 240, 300]
  /// The longest wait that a server can ask for, in seconds: a day.
  public static let longestRetryAfter = 86_400.0
  /// How much of a wait is added at most, so that clients do not come back together.
  public static let jitterShare = 0.2
  /// Seconds to wait after the first 429 below the threshold; doubled after each further one.
  public static let firstPause = 1.0
  /// The longest `Retry-After`, in seconds, that a running sync waits for; a longer one opens the
  /// breaker.
  public static let longestPause = 5.0

  /// What the breaker lets through.
  public enum Phase: Hashable, Sendable {
    /// Everything; left when 429 answers in a row reach the threshold.
    case closed
    /// Nothing; left when the backoff is over.
    case open
    /// A probe; left by its answer.
    case halfOpen
  }

  /// What it lets through now.
  public private(set) var phase: Phase
  /// 429 answers in a row, at most `threshold`.
  public private(set) var consecutiveRateLimits: Int
  /// Trips since the server last accepted something, as far as the schedule goes.
  public private(set) var trips: Int

  /// Creates a closed breaker, or one as it was left.
  public init(phase: Phase = .closed, consecutiveRateLimits: Int = 0, trips: Int = 0) {
    self.phase = phase
    self.consecutiveRateLimits = min(max(0, consecutiveRateLimits), CircuitBreaker.threshold)
    self.trips = min(max(0, trips), CircuitBreaker.backoffSchedule.count)
  }

  /// Seconds of backoff after so many trips in a row: 30, 60, 120, 240, 300, 300, …
  public static func backoff(afterTrips trips: Int) -> Double {
    backoffSchedule[min(max(1, trips), backoffSchedule.count) - 1]
  }

  /// Seconds to wait: what the schedule or the server says, whichever is more, and the jitter,
  /// which says from 0 up to 1 how much of `jitterShare` is added.
  public static func wait(schedule: Double, retryAfter: Double?, jitter: Double) -> Double {
    let asked = min(max(0, retryAfter ?? 0), longestRetryAfter)
    return max(schedule, asked) * (1 + jitterShare * min(max(0, jitter), 1))
  }

  /// Whether another 429 would open the breaker.
  public var opensOnNextRateLimit: Bool {
    phase == .halfOpen || consecutiveRateLimits + 1 >= CircuitBreaker.threshold
  }

  /// Whether the server asks for a longer wait than a running sync can make.
  public static func isLongWait(_ retryAfter: Double?) -> Bool {
    (retryAfter ?? 0) > longestPause
  }

  /// Counts a 429 and returns the seconds to wait: before the same request if the breaker stays
  /// closed, before any request if it opens.
  public mutating func recordRateLimit(retryAfter: Double?, jitter: Double) -> Double {
    let opens = opensOnNextRateLimit || CircuitBreaker.isLongWait(retryAfter)
    consecutiveRateLimits = min(consecutiveRateLimits + 1, CircuitBreaker.threshold)
    if opens {
      phase = .open
      trips = min(trips + 1, CircuitBreaker.backoffSchedule.count)
      let schedule = CircuitBreaker.backoff(afterTrips: trips)
      return CircuitBreaker.wait(schedule: schedule, retryAfter: retryAfter, jitter: jitter)
    }
    var schedule = CircuitBreaker.firstPause
    for _ in 1..<max(1, consecutiveRateLimits) { schedule *= 2 }
    return CircuitBreaker.wait(schedule: schedule, retryAfter: retryAfter, jitter: jitter)
  }

  /// An answer that is no 429: the row ends, and a probe has succeeded.
  public mutating func recordAnswer() {
    phase = .closed
    consecutiveRateLimits = 0
  }

  /// No answer at all: the row ends, and a probe has yet to be made.
  public mutating func recordSilence() {
    consecutiveRateLimits = 0
  }

  /// The server accepted work, or a sync went through: the schedule starts over.
  public mutating func recordProgress() {
    recordAnswer()
    trips = 0
  }

  /// The backoff is over: the next request is a probe.
  public mutating func allowProbe() {
    phase = .halfOpen
    consecutiveRateLimits = 0
  }

  /// Closes by hand; the schedule goes on where it was.
  public mutating func reset() {
    phase = .closed
    consecutiveRateLimits = 0
  }
}
