/// A number as it is printed: runs of digits and what stands between them, not yet understood.
struct NumberText: Hashable {
  /// What may stand between digits; kinds of spaces and of apostrophes are one each.
  enum Separator: UInt8 {
    case point, comma, space, apostrophe, arabicDecimal, arabicThousands, arabicComma, turnedComma
  }

  var isNegative = false
  /// All digits in a row.
  var digits: UInt64 = 0
  /// How many digits there are, zeros in front included.
  var digitCount = 0
  /// How many digits each run has.
  var runs = ShortList()
  /// What stands between the runs, as raw values.
  var separators = ShortList()

  /// More digits than this are not read.
  static let mostDigits = 18

  /// A number in one run.
  init(digits: UInt64 = 0, count: Int = 0) {
    self.digits = digits
    digitCount = count
    if count > 0 { runs.append(count) }
  }

  var startsWithZero: Bool { digitCount > 0 && digits < Self.powers[digitCount - 1] }

  /// Adds a digit, behind a separator if one is given. False if that is more than is read.
  mutating func append(_ digit: UInt64, behind separator: Separator?) -> Bool {
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

/// Up to twelve numbers from 0 to 31, without an allocation: a payload has thousands of these.
struct ShortList: Hashable {
  private var bits: UInt64 = 0
  private(set) var count = 0

  subscript(index: Int) -> Int { Int(bits >> UInt64(5 * index) & 31) }
  var last: Int? { count > 0 ? self[count - 1] : nil }

  /// False if the list is full.
  @discardableResult mutating func append(_ number: Int) -> Bool {
    guard count < 12, (0...31).contains(number) else { return false }
    bits |= UInt64(number) << UInt64(5 * count)
    count += 1
    return true
  }

  mutating func incrementLast() { bits += 1 << UInt64(5 * (count - 1)) }
}
