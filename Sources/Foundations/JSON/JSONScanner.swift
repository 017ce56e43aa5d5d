import Basics

/// Skips the tokens of a JSON text (RFC 8259) and checks each of them: white space, strings,
/// numbers, words, and complete values.
///
/// It decodes nothing, and allocates only one byte for each level of nesting.
package struct JSONScanner {
  package let bytes: UnsafeBufferPointer<UInt8>
  /// Offset of the next byte.
  package var position: Int
  /// Whether `//` and `/* */` comments are accepted as white space.
  let allowsComments: Bool

  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0, allowsComments: Bool = false
  ) {
    self.bytes = bytes
    self.position = position
    self.allowsComments = allowsComments
  }

  package var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  func error(_ reason: String, at offset: Int? = nil) -> JSONError {
    JSONError(offset: offset ?? position, reason: reason)
  }

  /// Skips a character if it is next; returns whether it was.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Skips a word if it is next; returns whether it was.
  package mutating func take(word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for offset in 0..<count where bytes[position + offset] != word.utf8Start[offset] {
      return false
    }
    position += count
    return true
  }

  // MARK: - White space

  package mutating func skipSpace() throws(JSONError) {
    while let byte = next {
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case UInt8(ascii: "/") where allowsComments: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = position
    if take(word: "//") {
      while let byte = next, byte != 0x0A { position += 1 }
    } else if take(word: "/*") {
      while !take(word: "*/") {
        guard position < bytes.count else { throw error("the comment is not closed", at: start) }
        position += 1
      }
    } else {
      throw error("expected a value")
    }
  }

  // MARK: - Tokens

  /// Skips a string; returns the range of its text without quotes and whether it has escapes.
  package mutating func string() throws(JSONError) -> (text: Range<Int>, isEscaped: Bool) {
    let start = position
    guard take("\"") else { throw error("expected a string") }
    var isEscaped = false
    var isASCII = true
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let text = (start + 1)..<position
        let isValid =
          isASCII
          || UTF8Validation.firstInvalidOffset(in: UnsafeBufferPointer(rebasing: bytes[text]))
            == nil
        guard isValid else { throw error("the string is not UTF-8", at: start) }
        position += 1
        return (text, isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        _ = try escape()
      case 0..<0x20: throw error("a control character in a string must be escaped")
      default:
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
    throw error("the string is not closed", at: start)
  }

  /// escape = "\" ( one of "\/bfnrt or u with four hexadecimal digits, in pairs for surrogates )
  mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let letter = next else { throw error("the string is not closed") }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw error("unknown escape in a string", at: start)
    }
    let first = try hexadecimal(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take(word: "\\u") else {
      throw error("half of a surrogate pair", at: start)
    }
    let second = try hexadecimal(from: start)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw error("half of a surrogate pair", at: start) }
    return scalar
  }

  private mutating func hexadecimal(from start: Int) throws(JSONError) -> UInt32 {
    guard position + 4 <= bytes.count else {
      throw error("expected four hexadecimal digits", at: start)
    }
    var value: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("expected four hexadecimal digits", at: start)
      }
      value = value << 4 + UInt32(digit)
    }
    position += 4
    return value
  }

  /// Skips a number: [ "-" ] ( "0" / digit1-9 *digit ) [ "." 1*digit ] [ e [ sign ] 1*digit ]
  package mutating func number() throws(JSONError) {
    let start = position
    _ = take("-")
    let leading = position
    try digits(orElse: "expected a value")
    if bytes[leading] == UInt8(ascii: "0"), position > leading + 1 {
      throw error("a number has no leading zero", at: start)
    }
    if take(".") { try digits(orElse: "expected a digit") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits(orElse: "expected a digit")
    }
  }

  private mutating func digits(orElse reason: String) throws(JSONError) {
    let start = position
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    if position == start { throw error(reason) }
  }

  /// The text between the quotes of a valid string.
  package static func decoded(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, _ isEscaped: Bool
  ) -> String {
    let text = UnsafeBufferPointer(rebasing: text)
    guard isEscaped else { return String(decoding: text, as: UTF8.self) }
    var scanner = JSONScanner(text)
    var decoded: [UInt8] = []
    while let byte = scanner.next {
      if byte == UInt8(ascii: "\\"), let scalar = try? scanner.escape() {
        decoded.append(contentsOf: String(scalar).utf8)
      } else {
        decoded.append(byte)
        scanner.position += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  // MARK: - Values

  /// Skips a value and everything inside it, however deeply it nests.
  package mutating func skipValue() throws(JSONError) {
    var isObject: [Bool] = []
    while true {
      try skipSpace()
      switch next {
      case UInt8(ascii: "{"):
        position += 1
        try skipSpace()
        if !take("}") {
          isObject.append(true)
          try skipKey()
          continue
        }
      case UInt8(ascii: "["):
        position += 1
        try skipSpace()
        if !take("]") {
          isObject.append(false)
          continue
        }
      case UInt8(ascii: "\""): _ = try string()
      case UInt8(ascii: "t") where take(word: "true"): break
      case UInt8(ascii: "f") where take(word: "false"): break
      case UInt8(ascii: "n") where take(word: "null"): break
      default: try number()
      }
      guard try !closes(&isObject) else { return }
    }
  }

  /// Skips the comma, key or closing brackets after a value; returns whether all containers are
  /// closed.
  private mutating func closes(_ isObject: inout [Bool]) throws(JSONError) -> Bool {
    while let inObject = isObject.last {
      try skipSpace()
      if take(",") {
        if inObject { try skipKey() }
        return false
      }
      guard take(inObject ? "}" : "]") else {
        throw error(inObject ? "expected `,` or `}`" : "expected `,` or `]`")
      }
      isObject.removeLast()
    }
    return true
  }

  private mutating func skipKey() throws(JSONError) {
    try skipSpace()
    guard next == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
    _ = try string()
    try takeColon()
  }

  /// Skips the colon after a key.
  package mutating func takeColon() throws(JSONError) {
    try skipSpace()
    guard take(":") else { throw error("expected `:` after the key") }
  }
}
