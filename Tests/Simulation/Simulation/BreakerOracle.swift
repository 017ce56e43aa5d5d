import Sync

/// The times at which a device may send, by the answers on the wire alone.
///
/// It follows the documented rules and never asks the engine. Two things do not show on the wire: how
/// much of the jitter is added, and whether a request had failed before its device was restarted or
/// its disk was full. So counts and waits are ranges: the device must be silent until the lower end,
/// and must send again after the upper end.
///
///     429, 429, 429             open; silent for 30 s at least, for 36 s at most
///     503, Retry-After: 90      open; silent for 90 s at least, for 108 s at most
///     then the probe, 429       open again; 60 s at least, 72 s at most
struct BreakerOracle {
  /// What the breaker can be, as far as the wire shows.
  enum Phase: Hashable {
    case closed
    /// Open, or half-open when the time is over.
    case open
    case halfOpen
    /// Open, half-open or closed.
    case unknown
    /// Half-open or closed: a request has gone out.
    case answering
  }

  /// A backoff: its end in milliseconds of uptime and by the device's clock, and its length.
  struct Backoff: Hashable {
    var end: ClosedRange<Int64>
    var wallEnd: ClosedRange<Int64>
    var length: ClosedRange<Int64>
  }

  /// The documented numbers, written down a second time.
  private enum Rule {
    static let threshold = 3
    static let schedule: [Int64] = [30_000, 60_000, 120_000, 240_000, 300_000]
    static let longestPause: Int64 = 5_000
    static let longestWait: Int64 = 86_400_000

    static func wait(trips: Int) -> Int64 { schedule[min(max(1, trips), schedule.count) - 1] }
  }

  private(set) var phase = Phase.closed
  /// Rate limits in a row.
  private(set) var count = 0...0
  /// Times that the breaker opened since the server last accepted something.
  private(set) var trips = 0...0
  /// The last backoff, until an answer ends it.
  private(set) var backoff: Backoff?
  /// The longest backoff so far.
  private var longest: Int64 = 0
  /// The end of a pause below the threshold, in milliseconds of uptime.
  private(set) var pauseEnd: Int64?
  /// Whether a request has gone out since the breaker opened.
  private(set) var hasSent = true
  /// Whether a bootstrap can have all its rows on disk: the next sync then swaps them in, and is
  /// complete after the answer about the event types.
  private var canCompleteAlone = false
  /// Whether the process has not read yet what the former one left.
  private(set) var isRestarted = false
  /// Entities whose last request failed: a rate limit can be about such a request alone.
  var troubled: Set<String> = []

  /// The moment from which the breaker cannot be open any more, in milliseconds of uptime.
  var latestEnd: Int64? { isRestarted ? nil : backoff?.end.upperBound }

  /// Whether it must be open at a moment.
  func isOpen(at now: Int64) -> Bool {
    !isRestarted && phase == .open && backoff.map { now < $0.end.lowerBound } == true
  }

  /// Whether it can be open at a moment.
  func canBeOpen(at now: Int64) -> Bool {
    guard phase == .open || phase == .unknown else { return false }
    return backoff.map { now <= $0.end.upperBound } ?? (phase == .unknown)
  }
}

// MARK: - Events

extension BreakerOracle {
  /// A request goes out. Returns the objection, if there is one.
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

  /// A rate limit arrives.
  ///
  /// - Parameters:
  ///   - seconds: What the answer asks to wait.
  ///   - entities: The entities that the request was about; empty for a request that reads.
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

  /// A usable answer arrives.
  ///
  /// - Parameters:
  ///   - accepted: How many mutations the server has accepted by it.
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

  /// No usable answer comes: the row ends, and a probe has yet to be made.
  mutating func silence() {
    (count, pauseEnd) = (0...0, nil)
  }

  /// The breaker is closed by hand.
  mutating func reset() {
    (phase, count, backoff, pauseEnd) = (.closed, 0...0, nil, nil)
  }

  /// The running sync ends before its time.
  mutating func cancel() {
    count = 0...count.upperBound
    pauseEnd = nil
    canCompleteAlone = true
  }

  /// A store that fails can turn an answer into anything, and keep an older backoff.
  mutating func blur(at now: Int64) {
    (phase, count, trips, pauseEnd) = (.unknown, 0...3, 0...5, nil)
    backoff = Backoff(
      end: 0...now + longest, wallEnd: 0...(.max), length: 0...longest)
    hasSent = true
    canCompleteAlone = true
  }

  /// The process ends. The next one reads the breaker when it is first asked for something.
  mutating func restart() {
    (isRestarted, pauseEnd, canCompleteAlone) = (true, nil, true)
  }

  /// The new process reads what the former one left.
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

  /// Another process over the same file may have read the breaker, and written what is left of the
  /// backoff. This one goes on as before; the next one finds either.
  mutating func loadElsewhere(wall: Int64) {
    guard let old = backoff else { return }
    let left = remaining(old, at: wall)
    backoff?.wallEnd =
      min(
        old.wallEnd.lowerBound, wall + left.lowerBound)...max(
        old.wallEnd.upperBound, wall + left.upperBound)
    backoff?.length = min(old.length.lowerBound, left.lowerBound)...old.length.upperBound
  }

  /// What a process that starts finds left of a backoff: never more than its length.
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
