/// A decimal number with exactly nine fractional digits.
public struct ExactDecimal: Hashable, Sendable, Comparable {
  /// The number in billionths.
  var billionths: WideInt

  init(billionths: WideInt) { self.billionths = billionths }

  /// A whole number.
  public init(_ value: Int) {
    billionths = WideInt(Int64(value)).multiplied(by: 1_000_000_000) ?? .zero
  }

  /// Zero.
  public static let zero = ExactDecimal(billionths: .zero)

  /// The nearest floating-point number.
  public var double: Double { billionths.double / 1e9 }

  /// Orders by size.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    left.billionths < right.billionths
  }

  /// The sum; `nil` if it is too large to be exact.
  public func adding(_ other: ExactDecimal) -> ExactDecimal? {
    billionths.adding(other.billionths).map { ExactDecimal(billionths: $0) }
  }

  /// The product; `nil` if it is too large to be exact or if the factor is negative.
  public func multiplied(by factor: Int) -> ExactDecimal? {
    UInt64(exactly: factor).flatMap { billionths.multiplied(by: $0) }.map {
      ExactDecimal(billionths: $0)
    }
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// `1530`, `0.25`: all digits, without trailing zeros.
  public var description: String {
    let isNegative = billionths < .zero
    var rest = isNegative ? billionths.negated : billionths
    var digits: [UInt8] = []
    while rest != .zero || digits.count < 10 {
      let (quotient, digit) = rest.dividedByTen
      digits.append(UInt8(ascii: "0") + digit)
      rest = quotient
    }
    let whole = String(decoding: digits.dropFirst(9).reversed(), as: UTF8.self)
    let fraction = digits.prefix(9).drop { $0 == UInt8(ascii: "0") }.reversed()
    let point = fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self)
    return (isNegative ? "-" : "") + whole + point
  }
}

extension WideInt {
  /// The quotient and the remainder of a division by ten, for numbers that are not negative.
  fileprivate var dividedByTen: (WideInt, UInt8) {
    let (top, rest) = UInt64(bitPattern: high).quotientAndRemainder(dividingBy: 10)
    let (quotient, digit) = UInt64(10).dividingFullWidth((rest, low))
    return (WideInt(high: Int64(bitPattern: top), low: quotient), UInt8(digit))
  }
}
