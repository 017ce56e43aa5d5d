/// Reads plain decimal numbers.
enum DecimalText {
  /// Reads `816901410.75`; `nil` for any other form, such as an exponent, a minus or many digits.
  ///
  /// The result is exact as long as the digits form a whole number up to 2^53 and the power of ten
  /// is at most 22, because then the single division rounds correctly.
  static func number(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Double? {
    var digits: UInt64 = 0
    var count = 0
    var afterPoint = -1
    for position in start..<end {
      let byte = bytes[position]
      if byte == 0x2E, afterPoint < 0, count > 0 {
        afterPoint = 0
        continue
      }
      guard byte >= 0x30, byte <= 0x39, digits < 1 << 53 else { return nil }
      digits = digits * 10 + UInt64(byte - 0x30)
      count += 1
      if afterPoint >= 0 { afterPoint += 1 }
    }
    guard count > 0, afterPoint != 0, digits <= 1 << 53, afterPoint < powers.count else {
      return nil
    }
    return afterPoint > 0 ? Double(digits) / powers[afterPoint] : Double(digits)
  }

  /// 1, 10, … 10^22, all of them exact.
  private static let powers: [Double] = (0...22).map { power in
    (0..<power).reduce(1) { value, _ in value * 10 }
  }
}
