/// A digest of the code in a Swift file. It ignores what does not change the meaning: comments,
/// white space between tokens, and a comma before a closing bracket.
///
/// The scanner recognizes comments (nested), string literals (raw, multi-line, interpolated) and
/// extended regular expressions `#/…/#`. The text of literals counts verbatim, and so does the rest
/// of the line after a quotation mark in `/…/`. The hash is FNV-1a with 64 bits.
///
/// The code is also divided into parts, so that a difference can be located. A declaration outside
/// of types is a part, as are the first line of a type and each member of a type. A part of several
/// lines ends with the line where its parentheses and braces are closed.
public struct CodeDigest: Hashable, Sendable {
  /// A declaration, or the beginning of one.
  public struct Part: Hashable, Sendable {
    /// The hash of its code and of the first line of the enclosing type, folded into 32 bits.
    public var digest: UInt32
    /// Its first line, from 1.
    public var line: Int
    /// The index of the part that begins the enclosing type, or of this part; `nil` outside of
    /// types and in extensions.
    var type: Int?
  }

  /// The hash of all code in the file.
  public private(set) var whole: UInt64
  /// The parts in the order of the file, without closing braces.
  public private(set) var parts: [Part]
  /// Whether the code has `#if` conditions, which make the order of its parts matter.
  var hasConditions: Bool
  /// The names of the types that the file declares.
  public private(set) var declaredTypes: Set<String>
  /// The names of the types that the file extends, up to the first dot.
  public private(set) var extendedTypes: Set<String>
  /// The capitalized words in its code: names of types that it may use.
  public private(set) var capitalized: Set<String>

  /// Reads the content of a Swift file, UTF-8. Code with syntax errors has a digest as well.
  public init(of bytes: [UInt8]) {
    var scanner = CodeScanner(bytes)
    scanner.scan()
    (whole, parts) = (scanner.whole.value, scanner.parts)
    hasConditions = scanner.hasConditions
    (declaredTypes, extendedTypes) = (scanner.declared, scanner.extended)
    capitalized = scanner.capitalized
  }
}

/// FNV-1a (Fowler, Noll, Vo) with 64 bits.
private struct FNV {
  var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// All bits folded into 32.
  var folded: UInt32 { UInt32(truncatingIfNeeded: value ^ (value >> 32)) }
}

/// Passes the significant bytes of Swift code to two hashes.
private struct CodeScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private(set) var whole = FNV()
  private(set) var parts: [CodeDigest.Part] = []
  private(set) var declared: Set<String> = []
  private(set) var extended: Set<String> = []
  private(set) var capitalized: Set<String> = []
  private(set) var hasConditions = false

  private var part = FNV()
  /// The line where the part begins; `nil` before its first byte.
  private var partLine: Int?
  /// The keyword of the type or extension that the part declares, if any.
  private var partKeyword: String?
  /// The enclosing type or extension: the index of its part, and whether it is a type.
  private var body: (index: Int, digest: FNV, isType: Bool)?
  private var braces = 0
  private var brackets = 0
  private var last: UInt8 = 0
  private var hasGap = false
  private var hasComma = false
  /// The last word, if it is a keyword before a type's name.
  private var typeKeyword: String?
  /// The string literals around an interpolation, each with the number of brackets open before it.
  private var interpolated: [(quote: Quote, brackets: Int)] = []

  /// The delimiter of a string literal: `#"""`.
  private struct Quote {
    var hashes: Int
    var isMultiline: Bool
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func scan() {
    while index < bytes.count { scanCode() }
    endPart()
  }

  private func byte(_ offset: Int = 0) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  private mutating func scanCode() {
    switch byte() {
    case 0x0A:
      hasGap = true
      if brackets == 0, braces == 0 || braces == 1 && isInTypeBody { endPart() }
      advance()
    case 0x20, 0x09, 0x0D:
      hasGap = true
      advance()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "\\") where byte(1) == UInt8(ascii: "/"):
      // Inside a regular expression `/…/`, which is scanned like code.
      emit(byte())
      advance()
      take(1)
    case UInt8(ascii: "\""): openString(hashes: 0)
    case UInt8(ascii: "#"): scanHashes()
    case UInt8(ascii: ","):
      if hasComma { add(UInt8(ascii: ",")) }
      hasComma = true
      advance()
    case let byte where Self.isWord(byte): scanWord()
    case let byte:
      typeKeyword = nil
      bracket(byte)
      emit(byte)
      advance()
      if byte == UInt8(ascii: ")") { closeInterpolation() }
    }
  }

  private static let typeKeywords: Set<String> = [
    "class", "struct", "enum", "actor", "protocol", "extension", "typealias",
  ]

  private mutating func scanWord() {
    let start = index
    while Self.isWord(byte()), index < bytes.count {
      emit(byte())
      index += 1
    }
    let isCapitalized = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[start])
    let mayBeKeyword = (4...9).contains(index - start)
    guard typeKeyword != nil || isCapitalized || mayBeKeyword else { return }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    if typeKeyword == "extension" {
      extended.insert(word)
    } else if typeKeyword != nil {
      declared.insert(word)
    }
    if isCapitalized { capitalized.insert(word) }
    typeKeyword = mayBeKeyword && Self.typeKeywords.contains(word) ? word : nil
    if braces == 0 { partKeyword = partKeyword ?? typeKeyword }
  }

  private mutating func advance() {
    if bytes[index] == 0x0A { line += 1 }
    index += 1
  }

  /// Counts brackets and braces.
  private mutating func bracket(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): braces += 1
    case UInt8(ascii: "}"): braces = max(0, braces - 1)
    case UInt8(ascii: "("), UInt8(ascii: "["): brackets += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): brackets = max(0, brackets - 1)
    default: break
    }
  }

  // MARK: - Hashing

  /// Adds a byte of code, after the preceding gap or comma if that is significant.
  private mutating func emit(_ byte: UInt8) {
    if hasComma, byte != UInt8(ascii: ")"), byte != UInt8(ascii: "]") {
      addBetween(UInt8(ascii: ","))
    } else if hasGap, Self.isWord(last), Self.isWord(byte), !hasComma {
      addBetween(0x20)
    }
    (hasComma, hasGap) = (false, false)
    add(byte)
  }

  /// Adds a separator, which cannot begin a part.
  private mutating func addBetween(_ byte: UInt8) {
    if partLine == nil { whole.add(byte) } else { add(byte) }
  }

  private mutating func add(_ byte: UInt8) {
    if partLine == nil { partLine = line }
    whole.add(byte)
    part.add(byte)
    last = byte
  }

  private var isInTypeBody: Bool { body != nil || partKeyword != nil }

  private mutating func endPart() {
    if let start = partLine, !(braces == 0 && body != nil) {
      let isType = body?.isType ?? (partKeyword.map { $0 != "extension" } ?? false)
      let type = isType ? body?.index ?? parts.count : nil
      if body == nil, braces == 1 { body = (parts.count, part, isType) }
      parts.append(CodeDigest.Part(digest: part.folded, line: start, type: type))
    }
    if braces == 0 { body = nil }
    (part, partLine, partKeyword) = (body?.digest ?? FNV(), nil, nil)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  // MARK: - Comments

  private mutating func skipLine() {
    while index < bytes.count, byte() != 0x0A { advance() }
    hasGap = true
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        advance()
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        advance()
      }
      advance()
    } while depth > 0 && index < bytes.count
    hasGap = true
  }

  // MARK: - Literals

  /// Scans `#"…"#`, `#/…/#`, or a directive or macro.
  private mutating func scanHashes() {
    var hashes = 1
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    let next = byte(hashes)
    guard next == UInt8(ascii: "\"") || next == UInt8(ascii: "/") else {
      if byte(1) == UInt8(ascii: "i"), byte(2) == UInt8(ascii: "f") { hasConditions = true }
      emit(UInt8(ascii: "#"))
      return advance()
    }
    take(hashes)
    if next == UInt8(ascii: "\"") { return openString(hashes: hashes) }
    take(1)
    while index < bytes.count, !(byte() == UInt8(ascii: "/") && hasHashes(hashes, after: 1)) {
      take(1)
    }
    take(1 + hashes)
  }

  /// Adds bytes verbatim.
  private mutating func take(_ count: Int) {
    for _ in 0..<count where index < bytes.count {
      if hasComma { emit(byte()) } else { add(byte()) }
      advance()
    }
    hasGap = false
  }

  private func hasHashes(_ count: Int, after offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  private mutating func openString(hashes: Int) {
    let isMultiline = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    take(isMultiline ? 3 : 1)
    scanString(Quote(hashes: hashes, isMultiline: isMultiline))
  }

  /// Scans the text of a literal to its end or to an interpolation. An unterminated literal ends
  /// with its line.
  private mutating func scanString(_ quote: Quote) {
    while index < bytes.count {
      switch byte() {
      case 0x0A where !quote.isMultiline: return
      case UInt8(ascii: "\\") where hasHashes(quote.hashes, after: 1):
        take(1 + quote.hashes)
        guard byte() == UInt8(ascii: "(") else {
          take(1)
          continue
        }
        interpolated.append((quote, brackets))
        brackets += 1
        return take(1)
      case UInt8(ascii: "\"") where isEnd(of: quote):
        return take((quote.isMultiline ? 3 : 1) + quote.hashes)
      default: take(1)
      }
    }
  }

  private func isEnd(of quote: Quote) -> Bool {
    let count = quote.isMultiline ? 3 : 1
    return (0..<count).allSatisfy { byte($0) == UInt8(ascii: "\"") }
      && hasHashes(quote.hashes, after: count)
  }

  /// Continues with the enclosing literal after the closing parenthesis of an interpolation.
  private mutating func closeInterpolation() {
    guard let (quote, open) = interpolated.last, brackets <= open else { return }
    interpolated.removeLast()
    scanString(quote)
  }
}
