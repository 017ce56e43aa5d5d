internal import Sync

/// Counts each user's requests in windows of fixed length.
///
/// A window begins with the first request after the last window, and always ends after its length.
/// Refused requests are not counted and do not extend it: a client that waits for `Retry-After` is
/// served. Users do not affect each other.
struct RateLimiter: Sendable {
  struct Window: Sendable {
    var start: Timestamp
    var count: Int
  }

  /// The limiter's decision about a request.
  enum Verdict: Hashable {
    case accepted(remaining: Int)
    /// The limit is reached; contains the seconds until the window ends, rounded up.
    case refused(retryAfter: Int64)
  }

  let limit: Int
  let length: Duration
  private var windows: [String: Window] = [:]

  init(limit: Int, length: Duration) {
    self.limit = limit
    self.length = length
  }

  mutating func request(by user: String, at now: Timestamp) -> Verdict {
    var window = windows[user] ?? Window(start: now, count: 0)
    let end = window.start.advanced(by: length)
    if now >= end || now < window.start {
      window = Window(start: now, count: 0)
    } else if window.count >= limit {
      let milliseconds = end.duration(since: now).wholeMilliseconds
      return .refused(retryAfter: max(1, (milliseconds + 999) / 1000))
    }
    window.count += 1
    windows[user] = window
    return .accepted(remaining: limit - window.count)
  }
}
