/// Measures the link reference definitions at the beginning of a paragraph.
///
///     [label]: destination "title"
///
/// libcmark drops them before it looks for inlines, without moving the paragraph's start.
///
/// Follows the section "Link reference definitions" of CommonMark. A paragraph may begin with
/// several definitions, and the text begins after the last valid one.
struct ReferenceDefinitions {
  private let bytes: [UInt8]
  private var index = 0

  /// The number of bytes of the definitions before a paragraph's text.
  static func length(in bytes: [UInt8]) -> Int {
    guard bytes.first == UInt8(ascii: "[") else { return 0 }
    var reader = ReferenceDefinitions(bytes: bytes)
    var length = 0
    while let next = reader.definition() { length = next }
    return length
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Parses one definition with its line ending; returns `nil` if there is none.
  private mutating func definition() -> Int? {
    guard label() else { return nil }
    skipWhiteSpaceAndNewline()
    guard destination() else { return nil }
    let behindDestination = index
    skipWhiteSpaceAndNewline()
    if index > behindDestination, title(), endOfLine() { return index }
    index = behindDestination
    return endOfLine() ? index : nil
  }

  /// Parses `[`, up to 999 bytes that are not all white space and contain no bare bracket, `]:`.
  private mutating func label() -> Bool {
    guard next == UInt8(ascii: "[") else { return false }
    index += 1
    let start = index
    var hasText = false
    while let byte = next, byte != UInt8(ascii: "]") {
      if byte == UInt8(ascii: "[") || index - start > 999 { return false }
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count, Self.isPunctuation(bytes[index + 1]) {
        index += 1
      }
      if !byte.isWhiteSpace { hasText = true }
      index += 1
    }
    guard hasText, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ":") else {
      return false
    }
    index += 2
    return true
  }

  /// `<…>` on one line, or a run without white space whose parentheses balance.
  private mutating func destination() -> Bool {
    guard let first = next else { return false }
    let start = index
    if first == UInt8(ascii: "<") {
      index += 1
      while let byte = next, byte != UInt8(ascii: ">") {
        if byte == .newline || byte == UInt8(ascii: "<") { return false }
        index += escapeLength
      }
      guard next != nil else { return false }
      index += 1
      return true
    }
    var depth = 0
    while let byte = next, !byte.isWhiteSpace, byte > 0x1F, byte != 0x7F {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") {
        depth -= 1
        if depth < 0 { break }
      }
      if depth > 32 { return false }
      index += escapeLength
    }
    return index > start && depth == 0
  }

  /// `"…"`, `'…'` or `(…)`.
  private mutating func title() -> Bool {
    let close: UInt8
    switch next {
    case UInt8(ascii: "\""): close = UInt8(ascii: "\"")
    case UInt8(ascii: "'"): close = UInt8(ascii: "'")
    case UInt8(ascii: "("): close = UInt8(ascii: ")")
    default: return false
    }
    index += 1
    while let byte = next, byte != close {
      if close == UInt8(ascii: ")"), byte == UInt8(ascii: "(") { return false }
      index += escapeLength
    }
    guard next != nil else { return false }
    index += 1
    return true
  }

  private mutating func endOfLine() -> Bool {
    while let byte = next, byte.isBlank { index += 1 }
    guard let byte = next else { return true }
    guard byte == .newline else { return false }
    index += 1
    return true
  }

  private mutating func skipWhiteSpaceAndNewline() {
    while let byte = next, byte.isBlank { index += 1 }
    guard next == .newline else { return }
    index += 1
    while let byte = next, byte.isBlank { index += 1 }
  }

  /// 2 for a backslash and the character that it escapes, otherwise 1.
  private var escapeLength: Int {
    guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count,
      Self.isPunctuation(bytes[index + 1])
    else { return 1 }
    return 2
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
