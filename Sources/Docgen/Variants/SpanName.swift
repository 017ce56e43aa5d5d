import Traces

/// Makes the names of spans comparable: identifiers in them become `*`.
///
///     GET /users/4711/carts/9f1b2c3d4e5f60718293 -> GET /users/*/carts/*
///     a UUID, a hexadecimal number of 16 digits or more, a word that begins with a digit -> *
///     tabs and line breaks -> a space
///
/// The expressions mean the same in Swift, RE2, Java and PostgreSQL: no boundaries, no look-around.
/// `VariantQuery` applies them in the same order.
package enum SpanName {
  /// A regular expression, and the text that replaces what it matches.
  package struct Rule: Sendable {
    package var pattern: String
    /// The characters kept from the beginning of a match: 0 or 1 group.
    package var keepsFirstGroup: Bool
  }

  /// The expressions for identifiers, in the order in which they are applied.
  package static let rules = [
    Rule(
      pattern: "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
      keepsFirstGroup: false),
    Rule(pattern: "[0-9a-fA-F]{16,}", keepsFirstGroup: false),
    Rule(pattern: "(^|[^0-9A-Za-z_])[0-9][0-9A-Za-z_]*", keepsFirstGroup: true),
  ]

  /// The name with `*` for identifiers.
  package static func normalized(_ name: String) -> String {
    let cleaned = name.withoutSeparators
    guard cleaned.utf8.contains(where: isHexadecimal) else { return cleaned }
    var text = replacing(in: Array(cleaned.utf8), lengthOfUUID)
    text = replacing(in: text, lengthOfHexadecimal)
    return String(decoding: replacing(in: text, lengthOfNumberedWord), as: UTF8.self)
  }

  /// Replaces each leftmost match; `length` returns the length of a match at a place, 0 for none.
  private static func replacing(
    in text: [UInt8], _ length: ([UInt8], Int) -> Int
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      let matched = length(text, place)
      result.append(matched > 0 ? UInt8(ascii: "*") : text[place])
      place += max(1, matched)
    }
    return result
  }

  private static func lengthOfUUID(_ text: [UInt8], _ start: Int) -> Int {
    let groups = [8, 4, 4, 4, 12]
    guard start + 36 <= text.count else { return 0 }
    var place = start
    for (index, group) in groups.enumerated() {
      if index > 0 {
        guard text[place] == UInt8(ascii: "-") else { return 0 }
        place += 1
      }
      guard text[place..<place + group].allSatisfy(isHexadecimal) else { return 0 }
      place += group
    }
    return 36
  }

  private static func lengthOfHexadecimal(_ text: [UInt8], _ start: Int) -> Int {
    let length = text[start...].prefix(while: isHexadecimal).count
    return length >= 16 ? length : 0
  }

  private static func lengthOfNumberedWord(_ text: [UInt8], _ start: Int) -> Int {
    guard isDigit(text[start]), start == 0 || !isWord(text[start - 1]) else { return 0 }
    return text[start...].prefix(while: isWord).count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}
