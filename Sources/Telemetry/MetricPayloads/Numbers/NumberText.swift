/// A printed number before its interpretation: runs of digits with separators between them.
struct NumberText: Hashable {
  /// The separators that may occur between digits; variants of spaces and of apostrophes count as
  /// one.
  enum Separator: UInt8 {
    case point, comma, space, apostrophe, arabicDecimal, arabicThousands, arabicComma, turnedComma
  }

  var isNegative = false
  /// The value of all digits in sequence.
  var digits: UInt64 = 0
  /// The number of digits, including leading zeros.
  var digitCount = 0
  /// The number of digits in each run.
  var runs = ShortList()
  /// The raw values of the separators between the runs.
  var separators = ShortList()

  /// The maximum number of digits.
  static let mostDigits = 18

  /// Creates a number with a single run.
  init(digits: UInt64 = 0, count: Int = 0) {
    self.digits = digits
    digitCount = count
    if count > 0 { runs.append(count) }
  }

  var startsWithZero: Bool { digitCount > 0 && digits < Self.powers[digitCount - 1] }

  /// Adds a digit after an optional separator. Returns `false` if the number is too long.
  mutating func append(_ digit: UInt64, after separator: Separator?) -> Bool {
    guard digitCount < Self.mostDigits else { return false }
    if let separator {
      guard separators.append(Int(separator.rawValue)), runs.append(0) else { return false }
    } else if runs.count == 0 {
      runs.append(0)
    }
    runs.incrementLast()
    digits = digits * 10 + digit
    digitCount += 1
    return true
  }

  /// 1, 10, … 10^18
  static let powers: [UInt64] = (0...18).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}

/// Up to twelve numbers from 0 to 31, without an allocation, because a payload has thousands of
/// these.
struct ShortList: Hashable {
  private var bits: UInt64 = 0
  private(set) var count = 0

  subscript(index: Int) -> Int { Int(bits >> UInt64(5 * index) & 31) }
  var last: Int? { count > 0 ? self[count - 1] : nil }

  /// Appends a number; returns `false` if the list is full.
  @discardableResult mutating func append(_ number: Int) -> Bool {
    guard count < 12, (0...31).contains(number) else { return false }
    bits |= UInt64(number) << UInt64(5 * count)
    count += 1
    return true
  }

  mutating func incrementLast() { bits += 1 << UInt64(5 * (count - 1)) }
}
