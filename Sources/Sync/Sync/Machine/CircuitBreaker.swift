/// Stops requests to a server that is overloaded.
///
/// A rate limit is a 429, or a 5xx with `Retry-After`. While closed, the breaker counts consecutive
/// rate limits. At `threshold`, or if the server asks for more than `longestPause`, it opens for a
/// time that grows with every trip. Then it is half-open, and the next request is a probe: another
/// rate limit opens it again at once, any other answer closes it. The schedule starts over once the
/// server has accepted something.
///
/// The breaker is a value without a clock: it computes the time to wait, and its owner waits.
public struct CircuitBreaker: Hashable, Sendable {
  /// The number of consecutive 429 answers that opens the breaker.
  public static let threshold = 3
  /// The seconds for which the breaker stays open, by the number of trips; the last value repeats.
  public static let backoffSchedule: [Double] = [30, 60, 120, 240, 300]
  /// The longest wait in seconds that a server can request: a day.
  public static let longestRetryAfter = 86_400.0
  /// The largest share by which a wait is extended, so that clients do not return together.
  public static let jitterShare = 0.2
  /// The seconds to wait after the first 429 below the threshold; doubled after each further one.
  public static let firstPause = 1.0
  /// The longest `Retry-After`, in seconds, for which a running sync waits; a longer one opens the
  /// breaker.
  public static let longestPause = 5.0

  /// The requests that the breaker allows.
  public enum Phase: Hashable, Sendable {
    /// All requests; left when consecutive 429 answers reach the threshold.
    case closed
    /// No requests; left when the backoff is over.
    case open
    /// One probe; left by its answer.
    case halfOpen
  }

  /// The requests that the breaker allows now.
  public private(set) var phase: Phase
  /// The number of consecutive 429 answers, at most `threshold`.
  public private(set) var consecutiveRateLimits: Int
  /// Trips since the server last accepted something, at most the length of the schedule.
  public private(set) var trips: Int

  /// Creates a closed breaker, or one with a stored state.
  public init(phase: Phase = .closed, consecutiveRateLimits: Int = 0, trips: Int = 0) {
    self.phase = phase
    self.consecutiveRateLimits = min(max(0, consecutiveRateLimits), CircuitBreaker.threshold)
    self.trips = min(max(0, trips), CircuitBreaker.backoffSchedule.count)
  }

  /// The seconds of backoff after this many consecutive trips: 30, 60, 120, 240, 300, 300, …
  public static func backoff(afterTrips trips: Int) -> Double {
    backoffSchedule[min(max(1, trips), backoffSchedule.count) - 1]
  }

  /// The seconds to wait: the larger of the schedule's and the server's value, plus jitter.
  /// `jitter` is the part of `jitterShare` that is added, from 0 up to 1.
  public static func wait(schedule: Double, retryAfter: Double?, jitter: Double) -> Double {
    let asked = min(max(0, retryAfter ?? 0), longestRetryAfter)
    return max(schedule, asked) * (1 + jitterShare * min(max(0, jitter), 1))
  }

  /// Whether another 429 would open the breaker.
  public var opensOnNextRateLimit: Bool {
    phase == .halfOpen || consecutiveRateLimits + 1 >= CircuitBreaker.threshold
  }

  /// Whether the server asks for a longer wait than a running sync allows.
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

  /// Records an answer other than 429, which ends the count of rate limits and completes a probe.
  public mutating func recordAnswer() {
    phase = .closed
    consecutiveRateLimits = 0
  }

  /// Records a missing answer, which ends the count of rate limits; a probe must be made again.
  public mutating func recordSilence() {
    consecutiveRateLimits = 0
  }

  /// Records that the server accepted work or that a sync succeeded: the schedule starts over.
  public mutating func recordProgress() {
    recordAnswer()
    trips = 0
  }

  /// Ends the backoff: the next request is a probe.
  public mutating func allowProbe() {
    phase = .halfOpen
    consecutiveRateLimits = 0
  }

  /// Closes the breaker manually; the schedule is not reset.
  public mutating func reset() {
    phase = .closed
    consecutiveRateLimits = 0
  }
}
