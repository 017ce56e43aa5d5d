/// Cuts a state diagram into tokens exactly like the real lexer: the first matching rule wins.
///
/// The rules of each mode are in the function with its name, in the grammar's order.
struct StateLexer: ModalLexer {
  typealias Kind = StateTokenKind

  enum Mode: LexerMode {
    case initial, structure, state, stateString, stateID
    case note, noteID, noteText, floatingNote, floatingNoteID
    case classDef, classDefStyles, classIDs, className, styleIDs, styleValue, scale
    case accTitle, accDescr, accDescrBlock
  }

  var scanner: ByteScanner
  var modes = ModeStack(Mode.initial)
  var directions = DirectionFinder(ignoresCase: true)
  var markers = StateMarkerFinder()
  var isDone = false
  /// The place of the last `state`, whose tokens begin after it.
  var stateStart = 0
  var comments: [Range<Int>] = []

  init(_ bytes: [UInt8], at start: Int) {
    scanner = ByteScanner(bytes, at: start)
  }

  /// Continues at the end of the line, in the body of a composite or outside of all.
  mutating func recover(from offset: Int, depth: Int) {
    scanner.index = scanner.endOfLine(max(offset, 0))
    modes = ModeStack(.initial)
    for _ in 0..<depth { modes.push(.structure) }
    isDone = false
  }

  /// Whether a name is read unchanged wherever a state may appear.
  ///
  /// Names with other characters are printed under an alias (see `Identifiers`).
  static func isPlainName(_ name: String) -> Bool {
    if name == StateDiagram.edge.text { return true }
    if ["acctitle", "accdescr"].contains(name.lowercased()) { return false }
    if name.utf8.contains(where: { "\"<".utf8.contains($0) }) { return false }
    // After `state` it would set the kind of the state before it.
    if StateMarkerFinder.isMarked(name) { return false }
    return reads(name)
  }

  /// Whether a name is read unchanged at the start of a line, whatever HTML does with it.
  static func reads(_ name: String) -> Bool {
    let bytes = PreparedText(Array(name.utf8)).bytes.dropLast() + [0x20, 0x0A]
    for mode in [Mode.initial, .structure] {
      var lexer = StateLexer(Array(bytes), at: 0)
      lexer.modes = ModeStack(mode)
      let token = lexer.next()
      guard token.kind == .id, token.value == 0..<name.utf8.count else { return false }
    }
    return true
  }

  /// The next token; after the end of the text always `end`.
  mutating func next() -> StateToken {
    while true {
      if isDone { return StateToken(.end, scanner.bytes.count..<scanner.bytes.count) }
      if scanner.isAtEnd { isDone = true }
      if let token = step(), token.kind != .skipped { return token }
    }
  }

  mutating func step() -> StateToken? {
    switch modes.current {
    case .initial: initial()
    case .structure: structure()
    case .state: state()
    case .stateString: stateString()
    case .stateID: stateID()
    case .note: note()
    case .noteID: noteID()
    case .noteText: noteText()
    case .floatingNote: floatingNote()
    case .floatingNoteID: floatingNoteID()
    case .classDef, .classIDs, .styleIDs, .scale: names()
    case .classDefStyles: restOfLine(.classDefStyles)
    case .className: restOfLine(.className)
    case .styleValue: restOfLine(.styleValue)
    case .accTitle: restOfLine(.accTitleValue)
    case .accDescr: restOfLine(.accDescrValue)
    case .accDescrBlock: accDescrBlock()
    }
  }
}

// MARK: - Pieces

extension StateLexer {
  /// The offset after a keyword and the white space that it requires.
  func spaced(_ word: StaticString, at start: Int? = nil) -> Int? {
    let start = start ?? scanner.index
    guard scanner.startsIgnoringCase(word, at: start) else { return nil }
    let end = start + word.utf8CodeUnitCount
    let next = scanner.skippingWhitespace(end)
    return next > end ? next : nil
  }

  /// White space (of one line or any) and comments; returns whether something was skipped.
  mutating func skip(lineFeeds: Bool) -> Bool {
    let start = scanner.index
    let end = lineFeeds ? scanner.skippingWhitespace(start) : scanner.skippingBlanks(start)
    if end > start {
      scanner.index = end
      return true
    }
    let byte = scanner.byte(start)
    if byte == UInt8(ascii: "#") || isPercentComment(start) {
      scanner.index = scanner.endOfLine(start)
      comments.append(start..<scanner.index)
      return true
    }
    return false
  }

  func isPercentComment(_ start: Int) -> Bool {
    scanner.starts("%%", at: start) && scanner.byte(start + 2) != UInt8(ascii: "{")
  }

  /// An identifier ends at a `%%`. One that begins with `%%` is dropped; then the result is `nil`.
  mutating func identifier(
    to end: Int, pop: Int = 0, push: Mode? = nil
  ) -> StateToken? {
    let start = scanner.index
    var stop = start
    while stop < end, !(scanner.byte(stop) == UInt8(ascii: "%") && scanner.starts("%%", at: stop)) {
      stop += 1
    }
    if stop < end, stop == start {
      scanner.index = end
      return nil
    }
    stop = min(stop, end)
    return token(.id, to: stop, value: scanner.trimmed(start..<stop), pop: pop, push: push)
  }
}
