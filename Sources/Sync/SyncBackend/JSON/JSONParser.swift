/// Reads JSON (RFC 8259) strictly: no trailing comma, no repeated name, no bytes after the value.
struct JSONParser {
  /// Where and why a text is no JSON.
  struct Failure: Error, Hashable {
    /// Offset in bytes, from 0.
    var offset: Int
    /// What was expected there.
    var reason: String
  }

  private let input: [UInt8]
  private var position = 0
  private var depth = 0

  /// Arrays and objects inside each other beyond this number are refused.
  private static let maximumDepth = 64

  private init(_ input: [UInt8]) {
    self.input = input
  }

  static func parse(_ input: [UInt8]) throws(Failure) -> JSON {
    var parser = JSONParser(input)
    parser.skipSpace()
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == input.count else {
      throw parser.failure("nothing may follow the value")
    }
    return value
  }

  private var next: UInt8? { position < input.count ? input[position] : nil }

  private func failure(_ reason: String) -> Failure { Failure(offset: position, reason: reason) }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      position += 1
    }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(Failure) -> JSON {
    switch next {
    case UInt8(ascii: "{"):
      return .object(try nested { parser throws(Failure) in try parser.object() })
    case UInt8(ascii: "["):
      return .array(try nested { parser throws(Failure) in try parser.array() })
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func nested<Result>(
    _ body: (inout JSONParser) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard depth < JSONParser.maximumDepth else { throw failure("nested too deeply") }
    depth += 1
    let result = try body(&self)
    depth -= 1
    return result
  }

  private mutating func word(_ word: String, _ value: JSON) throws(Failure) -> JSON {
    guard input[position...].starts(with: word.utf8) else { throw failure("expected \(word)") }
    position += word.utf8.count
    return value
  }

  private mutating func array() throws(Failure) -> [JSON] {
    position += 1
    var elements: [JSON] = []
    skipSpace()
    if skip("]") { return elements }
    while true {
      skipSpace()
      elements.append(try value())
      skipSpace()
      if skip("]") { return elements }
      guard skip(",") else { throw failure("expected ',' or ']'") }
    }
  }

  private mutating func object() throws(Failure) -> JSONObject {
    position += 1
    var object = JSONObject()
    // A few names are compared one by one, which is quicker than hashing them.
    var names: Set<String> = []
    skipSpace()
    if skip("}") { return object }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("expected a name in quotes") }
      let name = try string()
      if object.members.count == 32 { names.formUnion(object.members.map(\.name)) }
      let isNew =
        object.members.count < 32 ? object[name] == nil : names.insert(name).inserted
      guard isNew else { throw failure("the name '\(name)' is repeated") }
      skipSpace()
      guard skip(":") else { throw failure("expected ':'") }
      skipSpace()
      object.append(name, try value())
      skipSpace()
      if skip("}") { return object }
      guard skip(",") else { throw failure("expected ',' or '}'") }
    }
  }
}

// MARK: - Numbers and strings

extension JSONParser {
  /// number = [ "-" ] ( "0" / digit1-9 *digit ) [ "." 1*digit ] [ ("e" / "E") [ "+" / "-" ] 1*digit ]
  private mutating func number() throws(Failure) -> String {
    let start = position
    _ = skip("-")
    if !skip("0") { try digits("expected a value") }
    if skip(".") { try digits("expected a digit after '.'") }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits("expected a digit of the exponent")
    }
    return String(decoding: input[start..<position], as: UTF8.self)
  }

  private mutating func digits(_ expectation: String) throws(Failure) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw failure(expectation) }
  }

  private mutating func string() throws(Failure) -> String {
    position += 1
    if let text = plainString() { return text }
    var bytes: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw failure("the text before is no UTF-8")
        }
        position += 1
        return text
      case UInt8(ascii: "\\"):
        position += 1
        bytes += String(try escape()).utf8
      case 0..<0x20:
        throw failure("a control character must be escaped")
      default:
        bytes.append(byte)
        position += 1
      }
    }
    throw failure("the text is not closed")
  }

  /// A string without escapes; nothing, and no step taken, where it is something else.
  private mutating func plainString() -> String? {
    var end = position
    while end < input.count, input[end] >= 0x20, input[end] != UInt8(ascii: "\\"),
      input[end] != UInt8(ascii: "\"")
    {
      end += 1
    }
    guard end < input.count, input[end] == UInt8(ascii: "\""),
      let text = String(validating: input[position..<end], as: UTF8.self)
    else { return nil }
    position = end + 1
    return text
  }

  private mutating func escape() throws(Failure) -> Character {
    guard let byte = next else { throw failure("the text is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return Character(try unicodeEscape())
    default:
      position -= 1
      throw failure("unknown escape")
    }
  }

  /// Four hexadecimal digits, or two such escapes that are one surrogate pair.
  private mutating func unicodeEscape() throws(Failure) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xdc00, skip("\\"), skip("u") else { throw failure("half a surrogate pair") }
    let second = try hexadecimal()
    guard (0xdc00..<0xe000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    else { throw failure("half a surrogate pair") }
    return scalar
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    guard position + 4 <= input.count else { throw failure("expected four hexadecimal digits") }
    var value: UInt32 = 0
    for byte in input[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("expected four hexadecimal digits")
      }
      value = value << 4 + UInt32(digit)
    }
    position += 4
    return value
  }
}
