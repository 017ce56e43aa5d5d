/// A measured value in the base unit of its kind.
public struct Quantity: Hashable, Sendable {
  /// What is measured, and in which unit `amount` is.
  public enum Unit: String, Hashable, Sendable, Codable {
    /// Time.
    case milliseconds = "ms"
    /// Memory and traffic.
    case bytes = "bytes"
    /// CPU instructions.
    case instructions = "instructions"
    /// Average pixel luminance.
    case luminance = "apl"
    /// Bars of cellular signal.
    case bars = "bars"
    /// Hitch time in a second of animation: 50 is 5 %.
    case millisecondsPerSecond = "ms per s"
  }

  /// The value in the base unit, exact.
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
  /// Seconds, if it is a time.
  public var seconds: Double? { unit == .milliseconds ? value / 1_000 : nil }
  /// Megabytes of 1,000,000 bytes, if it is a size.
  public var megabytes: Double? { unit == .bytes ? value / 1_000_000 : nil }
}

extension Quantity: CustomStringConvertible {
  /// `1530 ms`
  public var description: String { "\(amount) \(unit.rawValue)" }
}

/// What a printed value means.
public enum Reading: Hashable, Sendable {
  /// One thing.
  case exact(Quantity)
  /// One of several, for the text does not say in which country's way it is printed: `1,530 ms` is
  /// 1530 or 1.53.
  case ambiguous([Quantity], text: String)
  /// Nothing that is known.
  case unreadable(String)

  /// The value, if it is certain.
  public var quantity: Quantity? {
    if case .exact(let quantity) = self { quantity } else { nil }
  }

  /// The values it may have; none if it is unreadable.
  public var candidates: [Quantity] {
    switch self {
    case .exact(let quantity): [quantity]
    case .ambiguous(let quantities, _): quantities
    case .unreadable: []
    }
  }
}

extension Reading {
  /// The smallest value that it may have.
  var smallest: Quantity? { quantity ?? candidates.min { $0.amount < $1.amount } }
  /// The largest.
  var largest: Quantity? { quantity ?? candidates.max { $0.amount < $1.amount } }
}

/// A unit as it is printed: `kB` is 1000 bytes.
struct PrintedUnit {
  let unit: Quantity.Unit
  let factor: UInt64
  /// Named and counted by MetricKit itself, in English, and perhaps with other separators than the
  /// units that the system's formatter prints.
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
