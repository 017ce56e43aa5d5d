import Foundation

/// A group of measurements that print their results.
protocol Bench {
  /// The name on the command line.
  var name: String { get }

  func run() async
}

/// The duration of a piece of work: the best of several tries, so that other work on the machine
/// has little influence.
enum Stopwatch {
  static func best(of tries: Int = 7, _ work: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<tries).map { _ in clock.measure(work) }.min() ?? .zero
  }
}

/// The durations of several pieces of work.
struct Timings {
  private(set) var durations: [Duration] = []
  /// The processor time of the process on all cores, for work that uses several.
  private(set) var processorTimes: [Duration] = []

  /// Measures one piece of work.
  mutating func measure(_ work: () throws -> Void) rethrows {
    let (start, used) = (ContinuousClock.now, clock())
    try work()
    note(since: start, used)
  }

  /// Measures one piece of asynchronous work.
  mutating func measure(_ work: () async throws -> Void) async rethrows {
    let (start, used) = (ContinuousClock.now, clock())
    try await work()
    note(since: start, used)
  }

  private mutating func note(since start: ContinuousClock.Instant, _ used: clock_t) {
    durations.append(ContinuousClock.now - start)
    let seconds = Double(clock() - used) / Double(CLOCKS_PER_SEC)
    processorTimes.append(.seconds(seconds))
  }

  /// The mean time in nanoseconds.
  var mean: Double { sum / Double(max(1, durations.count)) }
  /// The shortest time in nanoseconds.
  var best: Double { durations.map(\.nanoseconds).min() ?? .infinity }
  /// The least time on all cores in nanoseconds.
  var leastProcessorTime: Double { processorTimes.map(\.nanoseconds).min() ?? .infinity }
  /// The number of pieces per second.
  var perSecond: Double { 1e9 / max(1, mean) }
  /// The time in nanoseconds that 99 % of the pieces do not exceed.
  var p99: Double {
    let sorted = durations.sorted()
    return sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * 99 / 100].nanoseconds
  }

  private var sum: Double { durations.reduce(0) { $0 + $1.nanoseconds } }
}

extension Duration {
  var nanoseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}

/// One line of the report.
enum Report {
  static func line(_ what: String, _ figure: String, beside peer: String) {
    let padding = String(repeating: " ", count: max(1, 34 - what.count))
    let gap = String(repeating: " ", count: max(1, 18 - figure.count))
    print("\(what)\(padding)\(figure)\(gap)\(peer)")
  }

  /// Prints the reason for a missing figure.
  static func failed(_ what: String, _ error: any Error) {
    line(what, "not measured", beside: "\(error)")
  }

  /// The value with two fractional digits.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "no number" }
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
