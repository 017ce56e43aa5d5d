/// Reads a line of Swift of which every byte is understood, from left to right.
struct PlainLine {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var place: Int

  init(_ bytes: [UInt8], in line: Range<Int>) {
    self.bytes = bytes
    (place, end) = (line.lowerBound, line.upperBound)
  }

  var isAtEnd: Bool { place == end }

  /// Whether the first word that is no modifier begins a type or an extension.
  var opensType: Bool {
    var reader = self
    reader.skipSpaces()
    while let word = reader.word() {
      guard reader.skipSpaces() else { return false }
      // `class func` is none.
      if Self.types.contains(where: { reader.is(word, $0) }) { return reader.name() != nil }
      guard Self.headWords.contains(where: { reader.is(word, $0) }) else { return false }
    }
    return false
  }

  /// Whether there was at least one.
  @discardableResult
  mutating func skipSpaces() -> Bool {
    let start = place
    while place < end, bytes[place] == 0x20 { place += 1 }
    return place > start
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard place < end, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// Letters, digits and `_` of ASCII.
  mutating func word() -> Range<Int>? {
    let start = place
    while place < end, Self.isWordByte(bytes[place]) { place += 1 }
    return place > start ? start..<place : nil
  }

  /// A word that can be nothing but a name.
  mutating func name() -> Range<Int>? {
    guard let word = word(), !Self.isDigit(bytes[word.lowerBound]),
      !Self.reserved.contains(String(decoding: bytes[word], as: UTF8.self))
    else { return nil }
    return word
  }

  /// `429`, `1_000.5`, `true`, `"text"`, `.zero`, `nil`, `[]`; a string without escapes, on one line.
  mutating func literal() -> (PlainProperty.Literal, Range<Int>)? {
    guard place < end else { return nil }
    let start = place
    if bytes[start] == UInt8(ascii: "\"") {
      place += 1
      while place < end, bytes[place] != UInt8(ascii: "\"") {
        guard (0x20..<0x7F).contains(bytes[place]), bytes[place] != UInt8(ascii: "\\") else {
          return nil
        }
        place += 1
      }
      return skip(UInt8(ascii: "\"")) ? (.string, start..<place) : nil
    }
    if skip(UInt8(ascii: ".")) { return name() == nil ? nil : (.member, start..<place) }
    if skip(UInt8(ascii: "[")) {
      _ = skip(UInt8(ascii: ":"))
      return skip(UInt8(ascii: "]")) ? (.empty, start..<place) : nil
    }
    guard Self.isDigit(bytes[start]) else {
      guard let word = word() else { return nil }
      if self.is(word, "nil") { return (.empty, word) }
      return self.is(word, "true") || self.is(word, "false") ? (.boolean, word) : nil
    }
    skipDigits()
    guard skip(UInt8(ascii: ".")) else { return (.integer, start..<place) }
    guard place < end, Self.isDigit(bytes[place]) else { return nil }
    skipDigits()
    return (.double, start..<place)
  }

  private mutating func skipDigits() {
    while place < end, Self.isDigit(bytes[place]) || bytes[place] == UInt8(ascii: "_") {
      place += 1
    }
  }

  func `is`(_ word: Range<Int>, _ text: StaticString) -> Bool {
    guard word.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { bytes[word].elementsEqual($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static let accessWords: [StaticString] = [
    "public", "private", "internal", "fileprivate", "package",
  ]
  private static let headWords = accessWords + ["final", "indirect"]
  private static let types: [StaticString] = ["enum", "struct", "class", "actor", "extension"]
  /// Words that are no names, or not everywhere.
  private static let reserved: Set<String> = [
    "_", "Any", "Protocol", "Self", "Type", "any", "as", "associatedtype", "async", "await",
    "borrowing", "break", "case", "catch", "class", "consume", "consuming", "continue", "copy",
    "default", "defer", "deinit", "do", "each", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "isolated", "let", "nil", "nonisolated", "operator", "package", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "sending", "some", "static",
    "struct", "subscript", "super", "switch", "then", "throw", "throws", "true", "try",
    "typealias", "unsafe", "var", "where", "while", "yield",
  ]
}
