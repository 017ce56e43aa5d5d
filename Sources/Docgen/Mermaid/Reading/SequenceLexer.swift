/// Cuts a sequence diagram into tokens exactly like the real lexer: the first matching rule wins,
/// in the mode that the earlier tokens have opened.
struct SequenceLexer: ModalLexer {
  typealias Kind = SequenceTokenKind

  enum Mode: LexerMode {
    case initial, id, alias, line, config, accTitle, accDescr, accDescrBlock
  }

  var scanner: ByteScanner
  var modes = ModeStack(Mode.initial)
  var isDone = false
  var comments: [Range<Int>] = []

  init(_ bytes: [UInt8], at start: Int) {
    scanner = ByteScanner(bytes, at: start)
  }

  /// Continues at the end of a line.
  mutating func recover(from offset: Int) {
    scanner.index = scanner.endOfLine(offset)
    modes = ModeStack(.initial)
    isDone = false
  }

  /// The next token; after the end of the text always `finish`.
  mutating func next() -> SequenceToken {
    while true {
      if isDone { return SequenceToken(.finish, scanner.bytes.count..<scanner.bytes.count) }
      if scanner.isAtEnd { isDone = true }
      let token = step()
      if token.kind != .skipped { return token }
    }
  }

  mutating func step() -> SequenceToken {
    switch modes.current {
    case .initial: initial()
    case .id: id()
    case .alias: alias()
    case .line: line()
    case .config: config()
    case .accTitle: restOfLine(.accTitleValue)
    case .accDescr: restOfLine(.accDescrValue)
    case .accDescrBlock: accDescrBlock()
    }
  }
}

// MARK: - Pieces

extension SequenceLexer {
  mutating func comment() -> SequenceToken {
    let start = scanner.index
    let end = scanner.endOfLine(start)
    comments.append(start..<end)
    return token(.skipped, to: end)
  }

  /// White space of one line, or a `#` comment.
  mutating func blank() -> SequenceToken? {
    let start = scanner.index
    let end = scanner.skippingBlanks(start)
    if end > start { return token(.skipped, to: end) }
    return scanner.byte(start) == UInt8(ascii: "#") ? comment() : nil
  }
}
