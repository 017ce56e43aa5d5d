/// A parsed text such as `1 530,5 ms`.
struct QuantityText {
  var number: NumberText
  /// The text before and after the number, without white space.
  var label: String

  /// Parses a text; `nil` if it does not contain exactly one number.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    if let plain = Self.plain(text) {
      self = plain
      return
    }
    if Self.isPlainWord(text) { return nil }
    self.init(String(decoding: text, as: UTF8.self))
  }

  /// Parses a text; `nil` if it does not contain exactly one number.
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

  /// Parses `99409 kB` and `1,530 ms`, the form of nearly all texts.
  private static func plain(_ text: UnsafeBufferPointer<UInt8>) -> QuantityText? {
    var number = NumberText()
    var separator: NumberText.Separator?
    var position = 0
    while position < text.count, text[position] != 0x20 {
      let byte = text[position]
      position += 1
      if (0x30...0x39).contains(byte) {
        guard number.append(UInt64(byte - 0x30), after: separator) else { return nil }
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

  /// Whether a text consists of ASCII characters without digits.
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

/// Parses a text scalar by scalar.
private struct Reader {
  private enum Place { case before, within, behind }

  private(set) var label = ""
  private var number = NumberText()
  private var place = Place.before
  /// The scalars after the latest digit, until it is known whether more digits follow.
  private var held: [Unicode.Scalar] = []

  /// Adds a scalar; returns `false` for a second number or too many digits.
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
    return number.append(digit, after: held.first.flatMap(Self.separator))
  }

  /// Whether the scalar is a separator, or one more space after a space.
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
