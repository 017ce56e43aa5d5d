/// Cuts a class diagram into tokens exactly like the real lexer: the first matching rule wins, in
/// the mode that the earlier tokens have opened.
struct ClassLexer: ModalLexer {
  typealias Kind = ClassTokenKind

  enum Mode: LexerMode {
    case initial, string, literal, generic, classHead, classBody, namespaceHead, namespaceBody
    case callbackName, callbackArguments, accTitle, accDescr, accDescrBlock
  }

  var scanner: ByteScanner
  var modes = ModeStack(Mode.initial)
  var directions = DirectionFinder(ignoresCase: false)
  var isDone = false
  var comments: [Range<Int>] = []

  /// A text without `classDiagram` may end at places where one with it may not.
  private let hasHeader: Bool

  init(_ bytes: [UInt8], at start: Int, hasHeader: Bool = true) {
    scanner = ByteScanner(bytes, at: start)
    self.hasHeader = hasHeader
  }

  /// Continues at the end of a line, within the given number of namespaces.
  ///
  /// Modes are reset to those of `depth` open namespaces, because an error within a class must not
  /// close the namespace around it.
  mutating func recover(from offset: Int, depth: Int) {
    scanner.index = scanner.endOfLine(offset)
    modes = ModeStack(.initial)
    for _ in 0..<depth {
      modes.push(.namespaceHead)
      modes.push(.namespaceBody)
    }
    isDone = false
  }

  /// Continues after braces within a body if the next brace still closes that body; otherwise at
  /// the end of their line.
  mutating func skipBraces(from open: Int) {
    func isBrace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") }
    var depth = 0
    var index = open
    repeat {
      depth += scanner.bytes[index] == UInt8(ascii: "{") ? 1 : -1
      index = scanner.bytes[(index + 1)...].firstIndex(where: isBrace) ?? scanner.bytes.count
    } while depth > 0 && index < scanner.bytes.count
    let isNested = depth == 0 && scanner.byte(index) == UInt8(ascii: "}")
    scanner.index =
      isNested
      ? scanner.bytes[..<index].lastIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? index
      : scanner.endOfLine(open)
  }

  /// The next token; at the end of the text always `finish`, or `beyond` without a header.
  mutating func next() -> ClassToken {
    while true {
      if isDone {
        let end = scanner.bytes.count
        return ClassToken(hasHeader ? .finish : .beyond, end..<end)
      }
      if scanner.isAtEnd {
        isDone = true
        if hasHeader, modes.current == .string {
          return token(.unclosedString, to: scanner.index)
        }
      }
      let token = step()
      if token.kind != .skipped { return token }
    }
  }

  mutating func step() -> ClassToken {
    switch modes.current {
    case .initial: initial()
    case .string: delimited(UInt8(ascii: "\""), .string)
    case .literal: common() ?? delimited(UInt8(ascii: "`"), .literal)
    case .generic: common() ?? delimited(UInt8(ascii: "~"), .generic)
    case .classHead: classHead()
    case .classBody: classBody()
    case .namespaceHead: namespaceHead()
    case .namespaceBody: namespaceBody()
    case .callbackName: callbackName()
    case .callbackArguments: delimited(UInt8(ascii: ")"), .callbackArguments)
    case .accTitle: restOfLine(.accTitleValue)
    case .accDescr: restOfLine(.accDescrValue)
    case .accDescrBlock: accDescrBlock()
    }
  }
}

// MARK: - Pieces

extension ClassLexer {
  /// Everything up to a character that closes the mode.
  mutating func delimited(_ sign: UInt8, _ kind: ClassTokenKind) -> ClassToken {
    let start = scanner.index
    if !scanner.isAtEnd, scanner.bytes[start] == sign {
      return token(.skipped, to: start + 1, pop: 1)
    }
    let end = scanner.find(sign, from: start) ?? scanner.bytes.count
    // Backticks have at least one character between them.
    if kind == .literal, end == start { return token(.finish, to: end) }
    return token(kind, to: end)
  }

  /// `\s*(\r?\n)+`, or white space alone.
  mutating func whitespace(pop: Int = 0) -> ClassToken? {
    let start = scanner.index
    let end = scanner.skippingWhitespace(start)
    guard end > start else { return nil }
    guard let line = scanner.bytes[start..<end].lastIndex(of: 0x0A) else {
      return token(.skipped, to: end)
    }
    return token(.newline, to: line + 1, pop: pop)
  }

  func keyword(_ word: StaticString) -> Int? { scanner.keyword(word, at: scanner.index) }

  var byte: UInt8 { scanner.byte(scanner.index) }
}

// MARK: - INITIAL

extension ClassLexer {
  mutating func initial() -> ClassToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.finish, to: start) }
    if let (direction, end) = directions.match(scanner, at: start) {
      return token(.direction(direction), to: end)
    }
    if scanner.starts("%%", at: start) { return comment() }
    if byte == UInt8(ascii: "a"), let token = accessibility(ignoresCase: false) { return token }
    if let token = whitespace() { return token }
    if let end = keyword("classDiagram-v2") ?? keyword("classDiagram") {
      return token(.diagram, to: end)
    }
    if scanner.starts("[*]", at: start) { return token(.edge, to: start + 3) }
    if scanner.starts("call", at: start) {
      let end = scanner.skippingWhitespace(start + 4)
      if end > start + 4 { return token(.skipped, to: end, push: .callbackName) }
    }
    if let end = keyword("style") { return token(.style, to: end) }
    if let end = keyword("classDef") { return token(.classDef, to: end) }
    if let end = keyword("namespace") { return token(.namespace, to: end, push: .namespaceHead) }
    if let end = keyword("class") { return token(.classWord, to: end, push: .classHead) }
    if let token = common() { return token }
    switch byte {
    case UInt8(ascii: ":"): return label(start) ?? token(.colon, to: start + 1)
    case UInt8(ascii: ","): return token(.comma, to: start + 1)
    case UInt8(ascii: "#"): return token(.hash, to: start + 1)
    default: return words()
    }
  }

  /// A comment includes the line feeds after it.
  mutating func comment() -> ClassToken {
    let start = scanner.index
    var end = scanner.endOfLine(start)
    comments.append(start..<end)
    while scanner.byte(end) == 0x0A, end < scanner.bytes.count { end += 1 }
    return token(.skipped, to: end)
  }
}
