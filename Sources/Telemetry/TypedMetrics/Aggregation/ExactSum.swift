/// A sum of floating-point numbers without rounding, so that it does not depend on their order.
///
/// The sum is a fixed-point number wide enough for every finite `Double`: digits of 32 bits, the
/// lowest worth 2^-1074. Only the digits in use are stored. A digit may hold more than 32 bits
/// until carries are propagated, at the latest after 2^30 additions.
///
/// The method is Kulisch's long accumulator, with the delayed carries of Neal's superaccumulator
/// (Fast Exact Summation Using Small and Large Superaccumulators, 2015, arXiv:1505.05571).
/// Summation with compensation (Kahan) would be smaller, but its result depends on the order. Cost:
/// an addition changes three digits; a sum has at most about 70 digits of 8 bytes.
struct ExactSum: Hashable, Sendable {
  /// The position of `digits[0]`.
  private var lowest = 0
  private var digits: [Int64] = []
  private var additions = 0

  /// Adds a finite number.
  mutating func add(_ number: Double) {
    guard number.isFinite, number != 0 else { return }
    let exponent = Int(number.exponentBitPattern)
    let mantissa = number.significandBitPattern | (exponent > 0 ? 1 << 52 : 0)
    let shift = max(exponent, 1) - 1
    let sign: Int64 = number < 0 ? -1 : 1
    let (place, bits) = shift.quotientAndRemainder(dividingBy: 32)
    reserve(place, place + 2)
    let low = mantissa << UInt64(bits)
    let high = bits == 0 ? 0 : mantissa >> UInt64(64 - bits)
    let index = place - lowest
    digits[index] += sign * Int64(low & 0xFFFF_FFFF)
    digits[index + 1] += sign * Int64(low >> 32)
    digits[index + 2] += sign * Int64(high)
    additions += 1
    if additions >= 1 << 30 { normalize() }
  }

  /// Adds another sum.
  mutating func add(_ other: ExactSum) {
    guard !other.digits.isEmpty else { return }
    normalize()
    let other = other.normalized()
    reserve(other.lowest, other.lowest + other.digits.count)
    for (offset, digit) in other.digits.enumerated() {
      digits[other.lowest + offset - lowest] += digit
    }
    normalize()
  }

  /// The sum, rounded at most twice; the result depends only on the exact sum.
  var value: Double {
    let exact = normalized()
    guard let top = exact.digits.indices.last else { return 0 }
    var result = 0.0
    for (index, digit) in exact.digits.enumerated().reversed() {
      result += Double(sign: .plus, exponent: 32 * (index - top), significand: Double(digit))
    }
    let exponent = 32 * (exact.lowest + top) - 1074
    return Double(sign: .plus, exponent: exponent, significand: result)
  }

  /// The same sum with carries propagated and no zeros at the ends.
  func normalized() -> ExactSum {
    var copy = self
    copy.normalize()
    return copy
  }

  static func == (left: ExactSum, right: ExactSum) -> Bool {
    let (left, right) = (left.normalized(), right.normalized())
    return left.lowest == right.lowest && left.digits == right.digits
  }

  func hash(into hasher: inout Hasher) {
    let exact = normalized()
    hasher.combine(exact.lowest)
    hasher.combine(exact.digits)
  }

  private mutating func normalize() {
    additions = 0
    var carry: Int64 = 0
    for index in digits.indices.dropLast() {
      let digit = digits[index] + carry
      digits[index] = digit & 0xFFFF_FFFF
      carry = digit >> 32
    }
    if let last = digits.indices.last {
      digits[last] += carry
      // The top digit carries the sign and must stay small.
      while digits[digits.count - 1] > 0xFFFF_FFFF || digits[digits.count - 1] < -1 {
        let top = digits[digits.count - 1]
        digits[digits.count - 1] = top & 0xFFFF_FFFF
        digits.append(top >> 32)
      }
      trim()
    }
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    // A top digit of -1 above a digit with all bits set is redundant; each sum has one
    // representation.
    while digits.count > 1, digits.last == -1, digits[digits.count - 2] == 0xFFFF_FFFF {
      digits.removeLast()
      digits[digits.count - 1] = -1
    }
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    lowest = digits.isEmpty ? 0 : lowest + zeros
  }

  private mutating func reserve(_ from: Int, _ through: Int) {
    if digits.isEmpty {
      lowest = from
      digits = Array(repeating: 0, count: through - from + 1)
      return
    }
    if from < lowest {
      digits.insert(contentsOf: repeatElement(0, count: lowest - from), at: 0)
      lowest = from
    }
    let missing = through - lowest - digits.count + 1
    if missing > 0 { digits.append(contentsOf: repeatElement(0, count: missing)) }
  }
}

extension ExactSum: Codable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    lowest = try container.decode(Int.self)
    while !container.isAtEnd { digits.append(try container.decode(Int64.self)) }
    guard (0...80).contains(lowest), digits.count <= 80,
      digits.allSatisfy({ (-1...0xFFFF_FFFF).contains($0) })
    else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a sum")
    }
    normalize()
  }

  func encode(to encoder: any Encoder) throws {
    let exact = normalized()
    var container = encoder.unkeyedContainer()
    try container.encode(exact.lowest)
    for digit in exact.digits { try container.encode(digit) }
  }
}
