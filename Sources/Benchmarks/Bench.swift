/// A group of measurements that print themselves.
protocol Bench {
  func run()
}

/// Time that a piece of work takes: the best of several tries, so that what else the machine does
/// counts as little as possible.
enum Stopwatch {
  static func best(of tries: Int = 7, _ work: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<tries).map { _ in clock.measure(work) }.min() ?? .zero
  }
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

  /// Two digits behind the point.
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
