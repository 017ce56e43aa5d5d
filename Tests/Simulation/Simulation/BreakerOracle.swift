import Sync

/// The times at which a device may send, derived only from the answers in its network traffic.
///
/// It follows the documented rules without any use of the engine. Two things do not appear in the
/// traffic: the amount of jitter, and whether a request had failed before its device was restarted
/// or its disk was full. Counts and waits are therefore ranges: the device must be silent until the
/// lower end, and must send again after the upper end.
///
///     429, 429, 429             open; silent for 30 s at least, for 36 s at most
///     503, Retry-After: 90      open; silent for 90 s at least, for 108 s at most
///     then the probe, 429       open again; 60 s at least, 72 s at most
struct BreakerOracle {
  /// The possible phases of the breaker, as far as the traffic reveals them.
  enum Phase: Hashable {
    case closed
    /// Open, or half-open once the time is over.
    case open
    case halfOpen
    /// Open, half-open or closed.
    case unknown
    /// Half-open or closed: a request was sent.
    case answering
  }

  /// A backoff: its end in milliseconds of uptime and by the device's clock, and its length.
  struct Backoff: Hashable {
    var end: ClosedRange<Int64>
    var wallEnd: ClosedRange<Int64>
    var length: ClosedRange<Int64>
  }

  /// The documented numbers, independent of the code.
  private enum Rule {
    static let threshold = 3
    static let schedule: [Int64] = [30_000, 60_000, 120_000, 240_000, 300_000]
    static let longestPause: Int64 = 5_000
    static let longestWait: Int64 = 86_400_000

    static func wait(trips: Int) -> Int64 { schedule[min(max(1, trips), schedule.count) - 1] }
  }

  private(set) var phase = Phase.closed
  /// The number of consecutive rate limits.
  private(set) var count = 0...0
  /// The number of times that the breaker opened since the server last accepted something.
  private(set) var trips = 0...0
  /// The last backoff, until an answer ends it.
  private(set) var backoff: Backoff?
  /// The longest backoff so far.
  private var longest: Int64 = 0
  /// The end of a pause below the threshold, in milliseconds of uptime.
  private(set) var pauseEnd: Int64?
  /// Whether a request was sent since the breaker opened.
  private(set) var hasSent = true
  /// Whether a bootstrap may have all its rows on disk: the next sync then swaps them in, and is
  /// complete after the answer with the event types.
  private var canCompleteAlone = false
  /// Whether the process has not yet read the state of the former one.
  private(set) var isRestarted = false
  /// Entities whose last request failed; a rate limit can concern such a request alone.
  var troubled: Set<String> = []

  /// The time from which the breaker cannot be open any more, in milliseconds of uptime.
  var latestEnd: Int64? { isRestarted ? nil : backoff?.end.upperBound }

  /// Whether it must be open at a time.
  func isOpen(at now: Int64) -> Bool {
    !isRestarted && phase == .open && backoff.map { now < $0.end.lowerBound } == true
  }

  /// Whether it can be open at a time.
  func canBeOpen(at now: Int64) -> Bool {
    guard phase == .open || phase == .unknown else { return false }
    return backoff.map { now <= $0.end.upperBound } ?? (phase == .unknown)
  }
}

// MARK: - Events

extension BreakerOracle {
  /// Records that a request is sent. Returns the objection, if there is one.
  mutating func send(at now: Int64) -> String? {
    hasSent = true
    if isOpen(at: now), let end = backoff?.end.lowerBound {
      return "\(end - now) ms before the end of the backoff"
    }
    if let pauseEnd, now < pauseEnd { return "\(pauseEnd - now) ms before the end of the pause" }
    pauseEnd = nil
    if phase == .open { phase = .halfOpen }
    if phase == .unknown { phase = .answering }
    return nil
  }

  /// Records that a rate limit arrives.
  ///
  /// - Parameters:
  ///   - seconds: The wait that the answer requests.
  ///   - entities: The entities of the request; empty for a request that reads.
  ///   - now: Milliseconds of uptime.
  ///   - wall: The device's time of day in milliseconds.
  mutating func rateLimit(
    retryAfter seconds: Double?, entities: Set<String>, at now: Int64, wall: Int64
  ) {
    let asked = Int64(min(max(0, seconds ?? 0) * 1000, Double(Rule.longestWait)))
    let isLong = asked > Rule.longestPause
    let isAmbiguous = !entities.isEmpty && entities.isSubset(of: troubled)
    let next = min(count.lowerBound + 1, 3)...min(count.upperBound + 1, 3)
    let mustOpen = isLong || phase == .halfOpen || next.lowerBound >= Rule.threshold
    let canOpen = mustOpen || phase == .answering || next.upperBound >= Rule.threshold
    count = isAmbiguous ? 0...next.upperBound : next
    guard canOpen else {
      phase = .closed
      let first = isAmbiguous ? 0 : max(1000 << Int64(next.lowerBound - 1), asked)
      pauseEnd = first == 0 ? nil : now + first
      return
    }
    let isCertain = mustOpen && !isAmbiguous
    let lower = isCertain ? min(trips.lowerBound + 1, 5) : trips.lowerBound
    trips = lower...min(trips.upperBound + 1, 5)
    phase = isCertain ? .open : .unknown
    let least = isCertain ? max(Rule.wait(trips: lower), asked) : 0
    let most = max(Rule.wait(trips: trips.upperBound), asked)
    begin(least...most + most / 5 + 2, at: now, wall: wall)
    troubled.formUnion(entities)
    (hasSent, pauseEnd) = (false, nil)
  }

  /// Records that a usable answer arrives.
  ///
  /// - Parameters:
  ///   - accepted: The number of mutations that the server has accepted with it.
  ///   - readsAll: Whether it can be the last answer of a sync.
  mutating func answer(accepted: Int, readsAll: Bool) {
    (phase, count, backoff, pauseEnd) = (.closed, 0...0, nil, nil)
    if accepted > 0 {
      trips = 0...0
    } else if readsAll || canCompleteAlone {
      trips = 0...trips.upperBound
    }
    if readsAll { canCompleteAlone = false }
  }

  /// Records that no usable answer arrives: the count is reset, and a probe must be made again.
  mutating func silence() {
    (count, pauseEnd) = (0...0, nil)
  }

  /// Records that the breaker is reset manually.
  mutating func reset() {
    (phase, count, backoff, pauseEnd) = (.closed, 0...0, nil, nil)
  }

  /// Records that the running sync ends early.
  mutating func cancel() {
    count = 0...count.upperBound
    pauseEnd = nil
    canCompleteAlone = true
  }

  /// Records a failure of the store, which can change the effect of any answer, and keep an older
  /// backoff.
  mutating func blur(at now: Int64) {
    (phase, count, trips, pauseEnd) = (.unknown, 0...3, 0...5, nil)
    backoff = Backoff(
      end: 0...now + longest, wallEnd: 0...(.max), length: 0...longest)
    hasSent = true
    canCompleteAlone = true
  }

  /// Records the end of the process. The next one reads the breaker on its first use.
  mutating func restart() {
    (isRestarted, pauseEnd, canCompleteAlone) = (true, nil, true)
  }

  /// Records that the new process reads the state of the former one.
  mutating func load(at now: Int64, wall: Int64) {
    guard isRestarted else { return }
    isRestarted = false
    guard phase != .closed, let old = backoff else { return }
    let left = remaining(old, at: wall)
    let (least, most) = (left.lowerBound, left.upperBound)
    let isCertain = phase == .open || phase == .halfOpen
    begin((isCertain ? least : 0)...most, at: now, wall: wall)
    phase = !isCertain ? .unknown : most == 0 ? .halfOpen : least > 0 ? .open : .unknown
    // A backoff that is over when the process starts waits for a call.
    hasSent = least == 0
  }

  /// Records that another process with the same file may have read the breaker and stored the rest
  /// of the backoff. This process continues as before; the next one may find either value.
  mutating func loadElsewhere(wall: Int64) {
    guard let old = backoff else { return }
    let left = remaining(old, at: wall)
    backoff?.wallEnd =
      min(
        old.wallEnd.lowerBound, wall + left.lowerBound)...max(
        old.wallEnd.upperBound, wall + left.upperBound)
    backoff?.length = min(old.length.lowerBound, left.lowerBound)...old.length.upperBound
  }

  /// The rest of a backoff that a new process finds: never more than its length.
  private func remaining(_ old: Backoff, at wall: Int64) -> ClosedRange<Int64> {
    let least = min(max(0, old.wallEnd.lowerBound &- wall), old.length.lowerBound)
    let most = min(max(0, old.wallEnd.upperBound &- max(0, wall)), old.length.upperBound)
    return min(least, most)...most
  }

  private mutating func begin(_ length: ClosedRange<Int64>, at now: Int64, wall: Int64) {
    longest = max(longest, length.upperBound)
    backoff = Backoff(
      end: now + length.lowerBound...now + length.upperBound,
      wallEnd: wall + length.lowerBound...wall + length.upperBound, length: length)
  }
}
