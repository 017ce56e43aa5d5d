/// A measured value in the base unit of its kind.
public struct Quantity: Hashable, Sendable {
  /// The kind of measurement, with the base unit of `amount`.
  public enum Unit: String, Hashable, Sendable, Codable {
    /// A duration.
    case milliseconds = "ms"
    /// A size in memory or an amount of data.
    case bytes = "bytes"
    /// A number of CPU instructions.
    case instructions = "instructions"
    /// An average pixel luminance.
    case luminance = "apl"
    /// A number of bars of cellular signal.
    case bars = "bars"
    /// Hitch time per second of animation: 50 is 5 %.
    case millisecondsPerSecond = "ms per s"
  }

  /// The exact value in the base unit.
  public let amount: ExactDecimal
  /// The base unit.
  public let unit: Unit

  /// Creates a value.
  public init(amount: ExactDecimal, unit: Unit) {
    self.amount = amount
    self.unit = unit
  }

  /// The value in the base unit.
  public var value: Double { amount.double }
  /// The value in seconds; `nil` unless it is a duration.
  public var seconds: Double? { unit == .milliseconds ? value / 1_000 : nil }
  /// The value in megabytes of 1,000,000 bytes; `nil` unless it is a size.
  public var megabytes: Double? { unit == .bytes ? value / 1_000_000 : nil }
}

extension Quantity: CustomStringConvertible {
  /// `1530 ms`
  public var description: String { "\(amount) \(unit.rawValue)" }
}

/// The meaning of a printed value.
public enum Reading: Hashable, Sendable {
  /// A certain value.
  case exact(Quantity)
  /// Several possible values, because the number format of the text is unknown: `1,530 ms` is 1530
  /// or 1.53.
  case ambiguous([Quantity], text: String)
  /// A text in an unknown format.
  case unreadable(String)

  /// The value if it is certain, otherwise `nil`.
  public var quantity: Quantity? {
    if case .exact(let quantity) = self { quantity } else { nil }
  }

  /// The possible values; empty if the text is unreadable.
  public var candidates: [Quantity] {
    switch self {
    case .exact(let quantity): [quantity]
    case .ambiguous(let quantities, _): quantities
    case .unreadable: []
    }
  }
}

extension Reading {
  /// The smallest possible value.
  var smallest: Quantity? { quantity ?? candidates.min { $0.amount < $1.amount } }
  /// The largest possible value.
  var largest: Quantity? { quantity ?? candidates.max { $0.amount < $1.amount } }
}

/// A printed unit: `kB` is 1000 bytes.
struct PrintedUnit {
  let unit: Quantity.Unit
  let factor: UInt64
  /// Whether MetricKit itself prints the unit in English. Its separators may differ from those of
  /// the system's formatter.
  var isOwn = false

  static func named(_ label: String) -> PrintedUnit? {
    label == "ms" ? milliseconds : table[label]
  }

  private static let milliseconds = PrintedUnit(unit: .milliseconds, factor: 1)

  private static let table: [String: PrintedUnit] = {
    var table: [String: PrintedUnit] = [:]
    func add(_ labels: String, _ unit: Quantity.Unit, factor: UInt64, isOwn: Bool = false) {
      for label in labels.split(whereSeparator: \.isWhitespace) {
        table[String(label)] = PrintedUnit(unit: unit, factor: factor, isOwn: isOwn)
      }
    }
    add(UnitLabels.milliseconds, .milliseconds, factor: 1)
    add(UnitLabels.seconds, .milliseconds, factor: 1_000)
    add(UnitLabels.bytes, .bytes, factor: 1)
    add(UnitLabels.kilobytes, .bytes, factor: 1_000)
    add("MB", .bytes, factor: 1_000_000)
    add("GB", .bytes, factor: 1_000_000_000)
    add("kiloinstructions", .instructions, factor: 1_000, isOwn: true)
    add("instructions", .instructions, factor: 1, isOwn: true)
    add("apl", .luminance, factor: 1, isOwn: true)
    add("bar bars", .bars, factor: 1, isOwn: true)
    add("mspers", .millisecondsPerSecond, factor: 1, isOwn: true)
    return table
  }()
}
