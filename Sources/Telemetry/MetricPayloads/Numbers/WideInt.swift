/// A signed 128-bit integer. (The standard library's type needs newer systems than this module.)
struct WideInt: Hashable, Sendable, Comparable {
  var high: Int64
  var low: UInt64

  static let zero = WideInt(high: 0, low: 0)

  init(high: Int64, low: UInt64) {
    self.high = high
    self.low = low
  }

  init(_ value: Int64) { self.init(high: value < 0 ? -1 : 0, low: UInt64(bitPattern: value)) }

  static func < (left: WideInt, right: WideInt) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  /// The sum; `nil` if it does not fit.
  func adding(_ other: WideInt) -> WideInt? {
    let (low, carry) = low.addingReportingOverflow(other.low)
    let top = high &+ other.high &+ (carry ? 1 : 0)
    let isOver = (high < 0) == (other.high < 0) && (top < 0) != (high < 0)
    return isOver ? nil : WideInt(high: top, low: low)
  }

  /// The product with a number that is not negative; `nil` if it does not fit.
  func multiplied(by factor: UInt64) -> WideInt? {
    let magnitude = self.magnitude
    let (carry, low) = magnitude.low.multipliedFullWidth(by: factor)
    let (upper, isOver) = magnitude.high.multipliedReportingOverflow(by: factor)
    let (top, isOverToo) = upper.addingReportingOverflow(carry)
    guard !isOver, !isOverToo, top <= UInt64(Int64.max) else { return nil }
    let product = WideInt(high: Int64(top), low: low)
    return high < 0 ? product.negated : product
  }

  var negated: WideInt {
    let low = ~low &+ 1
    return WideInt(high: ~high &+ (low == 0 ? 1 : 0), low: low)
  }

  /// The nearest `Double`, except that the lower half is rounded once more.
  var double: Double {
    let magnitude = self.magnitude
    let size = Double(magnitude.high) * 0x1p64 + Double(magnitude.low)
    return high < 0 ? -size : size
  }

  private var magnitude: (high: UInt64, low: UInt64) {
    let positive = high < 0 ? negated : self
    return (UInt64(bitPattern: positive.high), positive.low)
  }
}
