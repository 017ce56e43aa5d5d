/// A unit that values can be converted from and to: one of time, of information, or a share.
///
///     ns  us (µs)  ms  s  min  h  d     By (B)  kB  MB  GB  KiB  MiB  GiB     1  %
///
/// Accepts the symbols of UCUM, which traces record, and the common ones.
struct MeasurementUnit: Hashable, Sendable {
  enum Family: Hashable, Sendable {
    case time, information, share
  }

  /// The symbol in documents.
  var symbol: String
  var family: Family
  /// The unit as a multiple of the family's base unit: seconds, bytes, ones.
  var factor: Double

  static let all: [MeasurementUnit] =
    [("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3), ("s", 1), ("min", 60), ("h", 3600), ("d", 86_400)]
    .map { MeasurementUnit(symbol: $0.0, family: .time, factor: $0.1) }
    + [
      ("B", 1), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("KiB", 1_024), ("MiB", 1_048_576),
      ("GiB", 1_073_741_824),
    ].map { MeasurementUnit(symbol: $0.0, family: .information, factor: $0.1) }
    + [("", 1), ("%", 0.01)].map { MeasurementUnit(symbol: $0.0, family: .share, factor: $0.1) }

  private static let aliases = [
    "us": "µs", "By": "B", "kBy": "kB", "MBy": "MB", "GBy": "GB", "KiBy": "KiB", "MiBy": "MiB",
    "GiBy": "GiB", "1": "",
  ]

  /// Returns `nil` for a unit that docgen cannot convert.
  init?(_ name: String) {
    let symbol = Self.aliases[name] ?? name
    guard !name.isEmpty, let unit = Self.all.first(where: { $0.symbol == symbol }) else {
      return nil
    }
    self = unit
  }

  private init(symbol: String, family: Family, factor: Double) {
    self.symbol = symbol
    self.family = family
    self.factor = factor
  }

  /// The unit in which a number is read best: the largest of which there is at least one.
  ///
  ///     250000000 ns  ->  ms     65536 By  ->  KiB     50000 By  ->  kB     120 s  ->  s
  func natural(for number: Double) -> MeasurementUnit {
    let base = abs(number) * factor
    let names: [String]
    switch family {
    case .time where factor <= 1: names = ["s", "ms", "µs", "ns"]
    case .information:
      let isBinary = base >= 1_024 && base.truncatingRemainder(dividingBy: 1_024) == 0
      names = isBinary ? ["GiB", "MiB", "KiB"] : ["GB", "MB", "kB", "B"]
    case .time, .share: return self
    }
    // If the value is not a whole number in the largest unit, uses one in which it is.
    let units = names.compactMap { MeasurementUnit($0) }.filter { $0.factor <= base }
    let whole = units.first { family == .information && base.isMultiple(of: $0.factor) }
    return base == 0 ? self : whole ?? units.first ?? MeasurementUnit(names.last ?? "") ?? self
  }
}

extension Double {
  fileprivate func isMultiple(of other: Double) -> Bool {
    truncatingRemainder(dividingBy: other) == 0
  }
}
