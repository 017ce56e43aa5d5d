/// A number of observations, and its share in all of them.
package struct Frequency: Hashable, Sendable {
  package let count: Int
  package let total: Int

  /// `total` is at least `count`.
  package init(_ count: Int, of total: Int) {
    (self.count, self.total) = (count, total)
  }

  /// From 0 to 1; 0 without observations.
  package var share: Double { total == 0 ? 0 : Double(count) / Double(total) }

  /// `2.1 M, 0.3 %`
  package var text: String { "\(Self.short(count)), \(percentage)" }

  /// Three or four digits before a prefix of the International System of Units.
  ///
  ///     999 -> 999, 2100 -> 2.1 k, 2_100_000 -> 2.1 M
  private static func short(_ count: Int) -> String {
    var (value, prefixes) = (count, " kMGTPE"[...])
    var rest = 0
    while value >= 1000 {
      (value, rest) = (value / 1000, value % 1000)
      prefixes.removeFirst()
    }
    guard let prefix = prefixes.first, prefix != " " else { return String(count) }
    return value >= 100 ? "\(value) \(prefix)" : "\(value).\(rest / 100) \(prefix)"
  }

  /// One decimal, rounded down, so that 100.0 % means all; at least one digit that is not zero.
  private var percentage: String {
    if count == total { return "100 %" }
    var (unit, decimals) = (1000.0, 1)
    while share * unit < 1, decimals < 9, count > 0 { (unit, decimals) = (unit * 10, decimals + 1) }
    let digits = Int((share * unit).rounded(.down))
    let scale = Int(unit) / 100
    let fraction = String(digits % scale + scale).dropFirst()
    return "\(digits / scale).\(fraction) %"
  }
}
