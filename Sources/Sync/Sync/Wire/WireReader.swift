import Basics

/// Reads JSON (RFC 8259) value by value, for frequent types.
///
///     var reader = WireReader(bytes)
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///       switch key {
///       case "id": id = try reader.string()
///       default: try reader.skipValue()
///       }
///     }
///
/// It stops at anything unexpected without a reason: `WireCoding` then uses Foundation's decoder,
/// which is thorough and slow.
public struct WireReader {
  /// The text does not have the common form.
  public struct Unexpected: Error {}

  let bytes: [UInt8]
  private(set) var position = 0
  /// Whether a comma must precede the next member or element.
  private var needsComma = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether only white space is left.
  mutating func isAtEnd() -> Bool {
    skipSpace()
    return position == bytes.count
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[position]) {
      position += 1
    }
  }

  /// The next byte that is not white space; 0 at the end.
  private mutating func peek() -> UInt8 {
    if position < bytes.count, bytes[position] > 0x20 { return bytes[position] }
    skipSpace()
    return position < bytes.count ? bytes[position] : 0
  }

  private mutating func take(_ character: Unicode.Scalar) throws(Unexpected) {
    guard peek() == UInt8(ascii: character) else { throw Unexpected() }
    position += 1
  }

  private mutating func take(word: StaticString) throws(Unexpected) {
    guard position + word.utf8CodeUnitCount <= bytes.count else { throw Unexpected() }
    for offset in 0..<word.utf8CodeUnitCount
    where bytes[position + offset] != word.utf8Start[offset] {
      throw Unexpected()
    }
    position += word.utf8CodeUnitCount
  }
}

// MARK: - Objects and arrays

extension WireReader {
  /// Enters an object.
  mutating func beginObject() throws(Unexpected) {
    try take("{")
    needsComma = false
  }

  /// The next name in the object; `nil` after the last one.
  mutating func nextKey() throws(Unexpected) -> String? {
    guard let name = try nextName() else { return nil }
    return try text(at: name)
  }

  /// The range of the next name in the object; `nil` after the last one.
  mutating func nextName() throws(Unexpected) -> Range<Int>? {
    guard try goesOn(to: "}") else { return nil }
    let name = try quoted()
    try take(":")
    return name
  }

  /// Whether a range contains this name.
  func holds(_ name: StaticString, at place: Range<Int>) -> Bool {
    guard place.count == name.utf8CodeUnitCount else { return false }
    for offset in 0..<place.count
    where bytes[place.lowerBound + offset] != name.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Skips the value of a member with an unknown name, which must be valid UTF-8.
  mutating func skipUnknownValue(of name: Range<Int>) throws(Unexpected) {
    _ = try text(at: name)
    try skipValue()
  }

  /// Enters an array.
  mutating func beginArray() throws(Unexpected) {
    try take("[")
    needsComma = false
  }

  /// Whether the array has another element; if not, skips its end.
  mutating func hasElement() throws(Unexpected) -> Bool {
    try goesOn(to: "]")
  }

  private mutating func goesOn(to end: Unicode.Scalar) throws(Unexpected) -> Bool {
    if peek() == UInt8(ascii: end) {
      position += 1
      needsComma = true
      return false
    }
    if needsComma { try take(",") }
    needsComma = true
    return true
  }

  /// Skips any value. Throws if the value is nested too deeply; Foundation then decides about it.
  mutating func skipValue(depth: Int = 0) throws(Unexpected) {
    guard depth < 64 else { throw Unexpected() }
    switch peek() {
    case UInt8(ascii: "{"):
      try beginObject()
      while try nextKey() != nil { try skipValue(depth: depth + 1) }
    case UInt8(ascii: "["):
      try beginArray()
      while try hasElement() { try skipValue(depth: depth + 1) }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "n"): try take(word: "null")
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try boolean()
    default: _ = try number()
    }
  }

  /// The bytes of any value.
  mutating func rawValue() throws(Unexpected) -> [UInt8] {
    _ = peek()
    let start = position
    try skipValue()
    return Array(bytes[start..<position])
  }
}

// MARK: - Values

extension WireReader {
  /// Skips a null; returns `false` if the next value is not null.
  mutating func isNull() throws(Unexpected) -> Bool {
    guard peek() == UInt8(ascii: "n") else { return false }
    try take(word: "null")
    return true
  }

  mutating func boolean() throws(Unexpected) -> Bool {
    if peek() == UInt8(ascii: "t") {
      try take(word: "true")
      return true
    }
    try take(word: "false")
    return false
  }

  /// A string without escapes; throws if it has any.
  mutating func string() throws(Unexpected) -> String {
    try text(at: try quoted())
  }

  private func text(at place: Range<Int>) throws(Unexpected) -> String {
    guard let text = UTF8Validation.text(bytes[place]) else { throw Unexpected() }
    return text
  }

  /// A value of a rare type, read with Foundation's decoder.
  mutating func value<Value: Decodable>(_ type: Value.Type) throws(Unexpected) -> Value {
    let raw = try rawValue()
    guard let value = try? WireCoding.decodeThoroughly(type, from: raw) else { throw Unexpected() }
    return value
  }

  mutating func optionalString() throws(Unexpected) -> String? {
    try isNull() ? nil : try string()
  }

  mutating func optionalTimestamp() throws(Unexpected) -> Timestamp? {
    try isNull() ? nil : try timestamp()
  }

  mutating func timestamp() throws(Unexpected) -> Timestamp {
    guard let value = Timestamp(rfc3339: bytes, in: try quoted()) else { throw Unexpected() }
    return value
  }

  mutating func number() throws(Unexpected) -> Double {
    guard let value = Double(try spelling()) else { throw Unexpected() }
    return value
  }

  mutating func integer() throws(Unexpected) -> Int64 {
    guard let value = Int64(try spelling()) else { throw Unexpected() }
    return value
  }

  /// The text of a number. Foundation rejects spellings that are not valid JSON.
  private mutating func spelling() throws(Unexpected) -> String {
    _ = peek()
    let start = position
    while position < bytes.count, WireReader.isPartOfNumber(bytes[position]) { position += 1 }
    let digits = bytes[start..<position].drop { $0 == UInt8(ascii: "-") }
    guard let first = digits.first, (48...57).contains(first), digits.last.map({ $0 > 47 }) == true,
      first != 48 || digits.count == 1 || digits.dropFirst().first == UInt8(ascii: ".")
    else { throw Unexpected() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// The range of a string's bytes.
  private mutating func quoted() throws(Unexpected) -> Range<Int> {
    try take("\"")
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      guard bytes[position] >= 0x20, bytes[position] != UInt8(ascii: "\\") else {
        throw Unexpected()
      }
      position += 1
    }
    guard position < bytes.count else { throw Unexpected() }
    position += 1
    return start..<(position - 1)
  }
}
