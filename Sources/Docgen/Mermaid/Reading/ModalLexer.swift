/// The pieces of the four lexers: tokens that open and close modes, and the rules that all grammars
/// have.
protocol ModalLexer {
  associatedtype Mode: LexerMode
  associatedtype Kind: LexerTokenKind

  var scanner: ByteScanner { get set }
  var modes: ModeStack<Mode> { get set }
  /// Comments found between tokens, in order.
  var comments: [Range<Int>] { get set }

  /// The next token; after the end of the text always the same.
  mutating func next() -> Token<Kind>
}

/// The modes that every grammar has.
protocol LexerMode {
  static var accTitle: Self { get }
  static var accDescr: Self { get }
  static var accDescrBlock: Self { get }
}

/// The tokens that every grammar has.
protocol LexerTokenKind: Equatable {
  static var accTitle: Self { get }
  static var accTitleValue: Self { get }
  static var accDescr: Self { get }
  static var accDescrValue: Self { get }
  static var accDescrBlock: Self { get }
  /// Consumed by the lexer, and invisible to the grammar.
  static var skipped: Self { get }
  /// No rule of the lexer matches.
  static var unreadable: Self { get }
  /// The character that closes a text of this kind; it is not a token.
  var closingSign: UInt8? { get }
}

extension LexerTokenKind {
  var closingSign: UInt8? { nil }
}

extension ModalLexer {
  mutating func token(
    _ kind: Kind, to end: Int, value: Range<Int>? = nil, pop: Int = 0, push: Mode? = nil
  ) -> Token<Kind> {
    let start = scanner.index
    scanner.index = end
    if pop > 0 { modes.pop(pop) }
    if let push { modes.push(push) }
    return Token(kind, start..<end, value: value)
  }

  /// A token whose value has no white space around it.
  mutating func trimmed(
    _ kind: Kind, to end: Int, pop: Int = 0, push: Mode? = nil
  ) -> Token<Kind> {
    token(kind, to: end, value: scanner.trimmed(scanner.index..<end), pop: pop, push: push)
  }

  mutating func restOfLine(_ kind: Kind) -> Token<Kind> {
    trimmed(kind, to: scanner.endOfLine(scanner.index), pop: 1)
  }

  /// One character as a token: `unreadable`, or the kind that a grammar has for it.
  mutating func character(_ kind: Kind = .unreadable) -> Token<Kind> {
    var end = min(scanner.index + 1, scanner.bytes.count)
    while end < scanner.bytes.count, scanner.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return token(kind, to: end)
  }

  /// `accTitle:`, `accDescr:` and `accDescr {`.
  mutating func accessibility(ignoresCase: Bool) -> Token<Kind>? {
    switch AccessibilityRule.match(scanner, at: scanner.index, ignoresCase: ignoresCase) {
    case (.title, let end)?: token(.accTitle, to: end, push: .accTitle)
    case (.description, let end)?: token(.accDescr, to: end, push: .accDescr)
    case (.block, let end)?: token(.skipped, to: end, push: .accDescrBlock)
    case nil: nil
    }
  }

  /// The text of `accDescr { text }`, and the brace that closes it.
  mutating func accDescrBlock() -> Token<Kind> {
    if !scanner.isAtEnd, scanner.bytes[scanner.index] == UInt8(ascii: "}") {
      return token(.skipped, to: scanner.index + 1, pop: 1)
    }
    let end = scanner.find(UInt8(ascii: "}"), from: scanner.index) ?? scanner.bytes.count
    return trimmed(.accDescrBlock, to: end)
  }
}
