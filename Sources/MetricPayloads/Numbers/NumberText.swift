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

/// A text such as `1 530,5 ms`, taken apart.
struct QuantityText {
  var number: NumberText
  /// What stands before and behind the number, without white space.
  var label: String

  /// Takes a text apart; nothing if it does not have exactly one number.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    if let plain = Self.plain(text) {
      self = plain
      return
    }
    if Self.isPlainWord(text) { return nil }
    self.init(String(decoding: text, as: UTF8.self))
  }

  /// Takes a text apart; nothing if it does not have exactly one number.
  init?(_ text: String) {
    var reader = Reader()
    for scalar in text.unicodeScalars where !Self.isDirectionMark(scalar) {
      guard reader.take(scalar) else { return nil }
    }
    guard let number = reader.finished() else { return nil }
    self.number = number
    label = reader.label
  }

  private init(number: NumberText, label: String) {
    self.number = number
    self.label = label
  }

  /// `99409 kB`, `1,530 ms`: what nearly all texts look like.
  private static func plain(_ text: UnsafeBufferPointer<UInt8>) -> QuantityText? {
    var number = NumberText()
    var separator: NumberText.Separator?
    var position = 0
    while position < text.count, text[position] != 0x20 {
      let byte = text[position]
      position += 1
      if (0x30...0x39).contains(byte) {
        guard number.append(UInt64(byte - 0x30), behind: separator) else { return nil }
        separator = nil
      } else {
        guard separator == nil, number.digitCount > 0, byte == 0x2C || byte == 0x2E else {
          return nil
        }
        separator = byte == 0x2C ? .comma : .point
      }
    }
    guard number.digitCount > 0, separator == nil, position + 1 < text.count else { return nil }
    let label = UnsafeBufferPointer(rebasing: text[(position + 1)...])
    guard label.allSatisfy({ (0x41...0x7A).contains($0) }) else { return nil }
    return QuantityText(number: number, label: String(decoding: label, as: UTF8.self))
  }

  /// Whether a text has nothing but ASCII, and no digit.
  private static func isPlainWord(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.allSatisfy { $0 < 0x80 && !(0x30...0x39).contains($0) }
  }

  private static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

/// Takes scalars one after the other.
private struct Reader {
  private enum Place { case before, within, behind }

  private(set) var label = ""
  private var number = NumberText()
  private var place = Place.before
  /// What stands behind the latest digit, until it is known whether digits follow.
  private var held: [Unicode.Scalar] = []

  /// False if the text is none we know: a second number, or too many digits.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    if let digit = Self.digit(scalar) { return take(digit: digit) }
    switch place {
    case .before:
      if scalar == "-" || scalar == "\u{2212}" {
        number.isNegative = true
      } else {
        number.isNegative = false
        add(scalar)
      }
    case .within:
      if canHold(scalar) {
        held.append(scalar)
      } else {
        endNumber()
        add(scalar)
      }
    case .behind: add(scalar)
    }
    return true
  }

  mutating func finished() -> NumberText? {
    if place == .within { endNumber() }
    return number.digitCount == 0 ? nil : number
  }

  private mutating func take(digit: UInt64) -> Bool {
    guard place != .behind else { return false }
    place = .within
    defer { held = [] }
    return number.append(digit, behind: held.first.flatMap(Self.separator))
  }

  /// A separator, or one more space.
  private func canHold(_ scalar: Unicode.Scalar) -> Bool {
    guard let separator = Self.separator(scalar) else { return false }
    return held.isEmpty || separator == .space && held.allSatisfy { Self.separator($0) == .space }
  }

  private mutating func endNumber() {
    place = .behind
    for scalar in held { add(scalar) }
    held = []
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    let isSpace = scalar.isASCII ? scalar.value <= 0x20 : scalar.properties.isWhitespace
    if !isSpace { label.unicodeScalars.append(scalar) }
  }

  private static func digit(_ scalar: Unicode.Scalar) -> UInt64? {
    if scalar.isASCII {
      return (0x30...0x39).contains(scalar.value) ? UInt64(scalar.value - 0x30) : nil
    }
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
    else { return nil }
    return UInt64(value)
  }

  private static func separator(_ scalar: Unicode.Scalar) -> NumberText.Separator? {
    switch scalar {
    case ".": .point
    case ",": .comma
    case "'", "\u{2019}": .apostrophe
    case "\u{066B}": .arabicDecimal
    case "\u{066C}": .arabicThousands
    case "\u{060C}": .arabicComma
    case "\u{2E41}": .turnedComma
    case " ", "\u{A0}", "\u{202F}", "\u{2009}": .space
    default: nil
    }
  }
}
