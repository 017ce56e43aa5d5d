/// Reads JSON (RFC 8259) strictly, with positions; on request with `//` and `/* */` comments and
/// trailing commas, as configuration files have them.
///
/// Duplicate keys are refused. Nesting is bounded at 128.
package struct JSONParser {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private let allowsComments: Bool
  private static let deepest = 128

  package init(_ bytes: ArraySlice<UInt8>, allowsComments: Bool = false) {
    self.bytes = bytes
    self.index = bytes.startIndex
    self.allowsComments = allowsComments
  }

  /// The one value of the text. Offsets are those of the slice.
  package static func parse(
    _ bytes: ArraySlice<UInt8>, allowsComments: Bool = false
  ) throws(JSONError) -> JSONNode {
    var parser = JSONParser(bytes, allowsComments: allowsComments)
    let node = try parser.value(depth: 0)
    try parser.skipBlank()
    if parser.index < bytes.endIndex { throw parser.error("unexpected text behind the value") }
    return node
  }

  private var current: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private func error(_ reason: String, at offset: Int? = nil) -> JSONError {
    JSONError(offset: offset ?? index, reason: reason)
  }

  /// value = object / array / string / number / "true" / "false" / "null"
  private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
    try skipBlank()
    let start = index
    guard depth < Self.deepest else { throw error("nested more than \(Self.deepest) deep") }
    guard let byte = current else { throw error("the text ends where a value is expected") }
    let value: JSONNode.Value
    switch byte {
    case UInt8(ascii: "{"): value = try object(depth: depth)
    case UInt8(ascii: "["): value = try array(depth: depth)
    case UInt8(ascii: "\""): value = .text(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): value = try number()
    default: value = try word()
    }
    return JSONNode(value, start: start, end: index)
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONNode.Value {
    index += 1
    var members: [JSONMember] = []
    var keys: Set<String> = []
    while true {
      try skipBlank()
      if current == UInt8(ascii: "}"), members.isEmpty || allowsComments { break }
      guard current == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
      let keyStart = index
      let key = try string()
      guard keys.insert(key).inserted else { throw error("`\(key)` is given twice", at: keyStart) }
      try skipBlank()
      guard current == UInt8(ascii: ":") else { throw error("expected `:` behind the key") }
      index += 1
      members.append(JSONMember(key: key, keyStart: keyStart, node: try value(depth: depth + 1)))
      try skipBlank()
      if current == UInt8(ascii: ",") {
        index += 1
      } else if current == UInt8(ascii: "}") {
        break
      } else {
        throw error("expected `,` or `}`")
      }
    }
    index += 1
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONNode.Value {
    index += 1
    var elements: [JSONNode] = []
    while true {
      try skipBlank()
      if current == UInt8(ascii: "]"), elements.isEmpty || allowsComments { break }
      elements.append(try value(depth: depth + 1))
      try skipBlank()
      if current == UInt8(ascii: ",") {
        index += 1
      } else if current == UInt8(ascii: "]") {
        break
      } else {
        throw error("expected `,` or `]`")
      }
    }
    index += 1
    return .array(elements)
  }

  /// The text of a string whose opening quote stands at `index`; afterwards behind its closing one.
  private mutating func string() throws(JSONError) -> String {
    let start = index
    index += 1
    var run = index
    var text: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        text.append(contentsOf: bytes[run..<index])
        index += 1
        return try validated(text, from: start)
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[run..<index])
        text.append(contentsOf: Array(String(try escape()).utf8))
        run = index
      case 0..<0x20:
        throw error("a control character in a string must be escaped")
      default:
        index += 1
      }
    }
    throw error("the string is not closed", at: start)
  }

  private func validated(_ text: [UInt8], from start: Int) throws(JSONError) -> String {
    guard let valid = String(validating: text, as: UTF8.self) else {
      throw error("the string is not UTF-8", at: start)
    }
    return valid
  }

  /// escape = "\" ( one of "\/bfnrt or u with four hexadecimal digits, in pairs for surrogates )
  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let letter = current else { throw error("the string is not closed") }
    index += 1
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
    guard first < 0xDC00, bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    else { throw error("half of a surrogate pair", at: start) }
    index += 2
    let second = try hexadecimal(from: start)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw error("half of a surrogate pair", at: start) }
    return scalar
  }

  private mutating func hexadecimal(from start: Int) throws(JSONError) -> UInt32 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, let text = String(validating: digits, as: UTF8.self),
      text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let number = UInt32(text, radix: 16)
    else { throw error("expected four hexadecimal digits", at: start) }
    index += 4
    return number
  }

  /// number = [ "-" ] int [ "." digits ] [ e [ sign ] digits ]
  private mutating func number() throws(JSONError) -> JSONNode.Value {
    let start = index
    var isInteger = true
    if current == UInt8(ascii: "-") { index += 1 }
    let leading = index
    try digits()
    if bytes[leading] == UInt8(ascii: "0"), index > leading + 1 {
      throw error("a number has no leading zero", at: start)
    }
    if current == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isInteger = false
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw error("the number is out of range", at: start)
    }
    return .number(number)
  }

  private mutating func digits() throws(JSONError) {
    let start = index
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    if index == start { throw error("expected a digit") }
  }

  private mutating func word() throws(JSONError) -> JSONNode.Value {
    for (text, value) in [("true", JSONNode.Value.boolean(true)), ("false", .boolean(false))] {
      if take(text) { return value }
    }
    if take("null") { return .null }
    throw error("expected a value")
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  private mutating func skipBlank() throws(JSONError) {
    while let byte = current {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "/") where allowsComments: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = index
    if take("//") {
      while let byte = current, byte != 0x0A { _ = byte; index += 1 }
    } else if take("/*") {
      while index < bytes.endIndex {
        if take("*/") { return }
        index += 1
      }
      throw error("the comment is not closed", at: start)
    } else {
      throw error("expected a value")
    }
  }
}
