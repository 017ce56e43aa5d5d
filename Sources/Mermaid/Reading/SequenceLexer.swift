/// Cuts a sequence diagram into tokens exactly as the real lexer does: the first rule that fits
/// wins, in the mode that the tokens before have opened.
///
/// One file past the usual length: the modes hand over to each other and are read side by side
/// with the grammar's table of rules.
struct SequenceLexer {
  enum Mode {
    case initial, id, alias, line, config, accTitle, accDescr, accDescrBlock
  }

  private(set) var scanner: ByteScanner
  private var modes: [Mode] = [.initial]
  private var isDone = false
  /// Comments that were met between tokens, in order.
  private(set) var comments: [Range<Int>] = []

  init(_ bytes: [UInt8], at start: Int) {
    scanner = ByteScanner(bytes, at: start)
  }

  /// Goes on at the end of a line.
  mutating func recover(from offset: Int) {
    scanner.index = scanner.endOfLine(offset)
    modes = [.initial]
    isDone = false
  }

  mutating func takeComments() -> [Range<Int>] {
    defer { comments.removeAll(keepingCapacity: true) }
    return comments
  }

  /// The next token; `finish` for ever at the end of the text.
  mutating func next() -> SequenceToken {
    while true {
      if isDone { return SequenceToken(.finish, scanner.bytes.count..<scanner.bytes.count) }
      if scanner.isAtEnd { isDone = true }
      let token = step()
      if token.kind != .skipped { return token }
    }
  }

  private mutating func step() -> SequenceToken {
    switch modes.last ?? .initial {
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
  @inline(__always)
  private mutating func token(
    _ kind: SequenceToken.Kind, to end: Int, value: Range<Int>? = nil, pop: Int = 0,
    push: Mode? = nil
  ) -> SequenceToken {
    let start = scanner.index
    scanner.index = end
    if pop > 0 { modes.removeLast(min(pop, modes.count - 1)) }
    if let push { modes.append(push) }
    return SequenceToken(kind, start..<end, value: value)
  }

  private mutating func trimmed(
    _ kind: SequenceToken.Kind, to end: Int, pop: Int = 0, push: Mode? = nil
  ) -> SequenceToken {
    token(kind, to: end, value: scanner.trimmed(scanner.index..<end), pop: pop, push: push)
  }

  private mutating func comment() -> SequenceToken {
    let start = scanner.index
    let end = scanner.endOfLine(start)
    comments.append(start..<end)
    return token(.skipped, to: end)
  }

  private mutating func restOfLine(_ kind: SequenceToken.Kind) -> SequenceToken {
    trimmed(kind, to: scanner.endOfLine(scanner.index), pop: 1)
  }

  private mutating func unreadable() -> SequenceToken {
    var end = min(scanner.index + 1, scanner.bytes.count)
    while end < scanner.bytes.count, scanner.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return token(.unreadable, to: end)
  }

  /// White space of one line, or a `#` comment.
  private mutating func blank() -> SequenceToken? {
    let start = scanner.index
    let end = scanner.skippingBlanks(start)
    if end > start { return token(.skipped, to: end) }
    return scanner.byte(start) == UInt8(ascii: "#") ? comment() : nil
  }
}

// MARK: - INITIAL

extension SequenceLexer {
  private mutating func initial() -> SequenceToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.newline, to: start) }
    let byte = scanner.bytes[start]
    if byte == 0x0A {
      var end = start
      while end < scanner.bytes.count, scanner.bytes[end] == 0x0A { end += 1 }
      return token(.newline, to: end)
    }
    let space = scanner.skippingWhitespace(start)
    if space > start { return token(.skipped, to: space) }
    if byte == UInt8(ascii: "#") { return comment() }
    if byte == UInt8(ascii: "%"), scanner.byte(start + 1) != UInt8(ascii: "{") { return comment() }
    if isCommentBehindCharacter(start) { return comment() }
    if let end = number(start) { return token(.number, to: end) }
    if let keyword = keyword(start, byte | 0x20) { return keyword }
    if byte == UInt8(ascii: ",") { return token(.comma, to: start + 1) }
    if byte == UInt8(ascii: ";") { return token(.newline, to: start + 1) }
    let actor = endOfActor(start)
    if actor > start { return trimmed(.actor, to: actor) }
    return sign(start)
  }

  /// `[^\}]%%[^\n]*`: one character before the percent signs goes with them.
  private func isCommentBehindCharacter(_ start: Int) -> Bool {
    let byte = scanner.bytes[start]
    let width: Int
    switch byte {
    case UInt8(ascii: "}"): return false
    case 0x00..<0x80, PreparedText.entityStart...: width = 1
    case 0xC0..<0xE0: width = 2
    case 0xE0..<0xF0: width = 3
    default: return false
    }
    return scanner.byte(start + width) == UInt8(ascii: "%")
      && scanner.starts("%%", at: start + width)
  }

  /// `([0-9]+(\.[0-9]{1,2})?|\.[0-9]{1,2})(?=[ \n]+)`
  private func number(_ start: Int) -> Int? {
    guard ByteClasses.isDigit(scanner.bytes[start]) || scanner.bytes[start] == UInt8(ascii: ".")
    else { return nil }
    var end = start
    while ByteClasses.isDigit(scanner.byte(end)) { end += 1 }
    if scanner.byte(end) == UInt8(ascii: ".") {
      let digits = end + 1
      end = digits
      while end < digits + 2, ByteClasses.isDigit(scanner.byte(end)) { end += 1 }
      if end == digits { return nil }
    }
    return scanner.byte(end) == 0x20 || scanner.byte(end) == 0x0A ? end : nil
  }

  private mutating func keyword(_ start: Int, _ first: UInt8) -> SequenceToken? {
    switch first {
    case UInt8(ascii: "b"):
      if let end = word("box") { return token(.box, to: end, push: .line) }
      if let end = word("break") { return token(.block(.breaking), to: end, push: .line) }
    case UInt8(ascii: "p"):
      if let end = word("participant") { return token(.participant, to: end, push: .id) }
      if let end = word("par") { return token(.block(.par), to: end, push: .line) }
      if let end = word("par_over") { return token(.block(.parOver), to: end, push: .line) }
      if let end = word("properties") { return token(.link(.properties), to: end) }
    case UInt8(ascii: "a"):
      return keywordInA(start)
    case UInt8(ascii: "c"):
      if let end = word("create") { return token(.create, to: end) }
      if let end = word("critical") { return token(.block(.critical), to: end, push: .line) }
    case UInt8(ascii: "d"):
      if let end = word("destroy") { return token(.destroy, to: end, push: .id) }
      if let end = word("details") { return token(.link(.details), to: end) }
      if let end = word("deactivate") { return token(.deactivate, to: end, push: .id) }
    case UInt8(ascii: "l"):
      if let end = word("loop") { return token(.block(.loop), to: end, push: .line) }
      if let end = word("left of") { return token(.leftOf, to: end) }
      if let end = word("links") { return token(.link(.links), to: end) }
      if let end = word("link") { return token(.link(.link), to: end) }
    case UInt8(ascii: "r"):
      if let end = word("rect") { return token(.block(.rect), to: end, push: .line) }
      if let end = word("right of") { return token(.rightOf, to: end) }
    case UInt8(ascii: "o"):
      if let end = word("opt") { return token(.block(.opt), to: end, push: .line) }
      if let end = word("option") { return token(.option, to: end, push: .line) }
      if let end = word("over") { return token(.over, to: end) }
      if let end = word("off") { return token(.off, to: end) }
    case UInt8(ascii: "e"):
      if let end = word("else") { return token(.elseWord, to: end, push: .line) }
      if let end = word("end") { return token(.end, to: end) }
    case UInt8(ascii: "n"):
      if let end = word("note") { return token(.note, to: end) }
    case UInt8(ascii: "t"):
      return title(start)
    case UInt8(ascii: "s"):
      if let end = word("sequencediagram") { return token(.diagram, to: end) }
    default: break
    }
    return nil
  }

  private func word(_ word: StaticString) -> Int? {
    scanner.keywordIgnoringCase(word, at: scanner.index)
  }

  private mutating func keywordInA(_ start: Int) -> SequenceToken? {
    if let end = word("actor") { return token(.actorWord, to: end, push: .id) }
    if let end = word("alt") { return token(.block(.alt), to: end, push: .line) }
    if let end = word("and") { return token(.and, to: end, push: .line) }
    if let end = word("activate") { return token(.activate, to: end, push: .id) }
    if let end = word("autonumber") { return token(.autonumber, to: end) }
    let isTitle = scanner.startsIgnoringCase("acctitle", at: start)
    guard isTitle || scanner.startsIgnoringCase("accdescr", at: start) else { return nil }
    let sign = scanner.skippingWhitespace(start + 8)
    switch scanner.byte(sign) {
    case UInt8(ascii: ":"):
      return token(
        isTitle ? .accTitle : .accDescr, to: scanner.skippingWhitespace(sign + 1),
        push: isTitle ? .accTitle : .accDescr)
    case UInt8(ascii: "{") where !isTitle:
      return token(.skipped, to: scanner.skippingWhitespace(sign + 1), push: .accDescrBlock)
    default:
      return nil
    }
  }

  /// `title\s[^#\n;]+`, `title:\s[^#\n;]+`
  private mutating func title(_ start: Int) -> SequenceToken? {
    guard scanner.startsIgnoringCase("title", at: start) else { return nil }
    var space = start + 5
    if scanner.byte(space) == UInt8(ascii: ":") { space += 1 }
    let width = ByteClasses.whitespace(scanner.bytes, space)
    guard width > 0 else { return nil }
    let end = endOfText(space + width)
    guard end > space + width else { return nil }
    return token(.title, to: end, value: scanner.trimmed(space..<end))
  }

  private mutating func accDescrBlock() -> SequenceToken {
    let start = scanner.index
    if !scanner.isAtEnd, scanner.bytes[start] == UInt8(ascii: "}") {
      return token(.skipped, to: start + 1, pop: 1)
    }
    return trimmed(
      .accDescrBlock, to: scanner.find(UInt8(ascii: "}"), from: start) ?? scanner.bytes.count)
  }

  /// `[^#\n;]*`
  private func endOfText(_ start: Int) -> Int {
    var end = start
    while end < scanner.bytes.count {
      switch scanner.bytes[end] {
      case 0x0A, UInt8(ascii: "#"), UInt8(ascii: ";"): return end
      default: end += 1
      }
    }
    return end
  }

  /// Arrows, texts, `+`, `-`, `()`; any other character is an empty statement.
  private mutating func sign(_ start: Int) -> SequenceToken {
    switch scanner.bytes[start] {
    case UInt8(ascii: ":"):
      let end = endOfText(start + 1)
      return token(.text, to: end, value: scanner.trimmed((start + 1)..<end))
    case UInt8(ascii: "+"):
      return token(.plus, to: start + 1)
    default:
      if let arrow = ArrowRules.match(scanner, start) {
        return token(.arrow(arrow), to: start + arrow.rawValue.utf8.count)
      }
    }
    if scanner.bytes[start] == UInt8(ascii: "-") { return token(.minus, to: start + 1) }
    if scanner.starts("()", at: start) { return token(.central, to: start + 2) }
    var end = start + 1
    while end < scanner.bytes.count, scanner.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return token(.invalid, to: end)
  }
}

// MARK: - ACTOR

extension SequenceLexer {
  /// A run of characters without signs, then runs that may hold dashes, slashes and parentheses.
  private func endOfActor(_ start: Int) -> Int {
    var end = start
    while end < scanner.bytes.count, !ArrowRules.endsFirstRun(scanner.bytes[end]) { end += 1 }
    guard end > start else { return start }
    while end < scanner.bytes.count {
      if ArrowRules.blocksActor(scanner, end) { return end }
      var run = end
      while scanner.byte(run) == UInt8(ascii: "-") { run += 1 }
      let dashes = run
      while run < scanner.bytes.count, !ArrowRules.endsRun(scanner.bytes[run]) { run += 1 }
      guard run > dashes else { return end }
      end = run
    }
    return end
  }

  /// Where a name stands: names are not read alike everywhere.
  struct Uses: OptionSet {
    let rawValue: Int
    /// Behind `participant`, `activate` and their like.
    static let declaration = Uses(rawValue: 1)
    /// Before an arrow, a comma or a colon.
    static let message = Uses(rawValue: 2)
    /// Before the `()` of an arrow.
    static let central = Uses(rawValue: 4)
  }

  /// Whether a name reads as itself wherever it is used.
  static func isPlainName(_ name: String, in uses: Uses) -> Bool {
    let bytes = Array(PreparedText(Array(name.utf8)).bytes.dropLast())
    func reads(before next: String, in modes: [Mode]) -> Bool {
      var lexer = SequenceLexer(bytes + Array(next.utf8) + [0x0A], at: 0)
      lexer.modes = modes
      let token = lexer.next()
      return token.kind == .actor && token.value == 0..<name.utf8.count
    }
    if uses.contains(.declaration), !reads(before: "", in: [.initial, .id]) { return false }
    if uses.contains(.central), !reads(before: "()", in: [.initial]) { return false }
    return !uses.contains(.message)
      || ["->>", "--x", ": x", "-)"].allSatisfy { reads(before: $0, in: [.initial]) }
  }
}

// MARK: - ID, ALIAS, LINE, CONFIG

extension SequenceLexer {
  private mutating func id() -> SequenceToken {
    if scanner.isAtEnd { return token(.skipped, to: scanner.index) }
    if let blank = blank() { return blank }
    let start = scanner.index
    if scanner.starts("@{", at: start) { return token(.configStart, to: start + 2, push: .config) }
    if let end = endOfConfiguredID(start) { return trimmed(.actor, to: end) }
    if let end = endOfAliasedID(start) { return trimmed(.actor, to: end, push: .alias) }
    if let end = endOfPlainID(start) { return trimmed(.actor, to: end, pop: 1) }
    if scanner.bytes[start] == 0x0A { return unreadable() }
    return token(.unreadable, to: scanner.endOfLine(start), pop: 1)
  }

  /// `[^<=>\-:\n,;@\s]+(?=@\{)`
  private func endOfConfiguredID(_ start: Int) -> Int? {
    var end = start
    while end < scanner.bytes.count {
      switch scanner.bytes[end] {
      case UInt8(ascii: "@"):
        return end > start && scanner.byte(end + 1) == UInt8(ascii: "{") ? end : nil
      case UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "-"),
        UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: ";"):
        return nil
      default:
        if ByteClasses.whitespace(scanner.bytes, end) > 0 { return nil }
      }
      end += 1
    }
    return nil
  }

  /// `[^<>:\n,;@\s]+(?=\s+as\s)`
  private func endOfAliasedID(_ start: Int) -> Int? {
    var end = start
    while end < scanner.bytes.count, !Self.endsID(scanner.bytes[end]),
      ByteClasses.whitespace(scanner.bytes, end) == 0
    {
      end += 1
    }
    let word = scanner.skippingWhitespace(end)
    guard end > start, word > end, scanner.startsIgnoringCase("as", at: word),
      ByteClasses.whitespace(scanner.bytes, word + 2) > 0
    else { return nil }
    return end
  }

  /// `[^<>:\n,;@]+(?=\s*[\n;#]|$)`
  private func endOfPlainID(_ start: Int) -> Int? {
    var end = start
    var hash: Int?
    while end < scanner.bytes.count, !Self.endsID(scanner.bytes[end]) {
      if scanner.bytes[end] == UInt8(ascii: "#"), end > start { hash = end }
      end += 1
    }
    guard end > start else { return nil }
    let stop = scanner.byte(end)
    if end >= scanner.bytes.count || stop == 0x0A || stop == UInt8(ascii: ";") { return end }
    return hash
  }

  private static func endsID(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"), 0x0A, UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "@"):
      true
    default: false
    }
  }

  private mutating func alias() -> SequenceToken {
    if let blank = blank() { return blank }
    if let end = word("as") { return token(.asWord, to: end, pop: 2, push: .line) }
    return token(.newline, to: scanner.index, pop: 2)
  }

  private mutating func line() -> SequenceToken {
    if let blank = blank() { return blank }
    return trimmed(.restOfLine, to: endOfText(scanner.index), pop: 1)
  }

  private mutating func config() -> SequenceToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.skipped, to: start) }
    guard scanner.bytes[start] == UInt8(ascii: "}") else {
      return token(
        .configContent, to: scanner.find(UInt8(ascii: "}"), from: start) ?? scanner.bytes.count)
    }
    let word = scanner.skippingWhitespace(start + 1)
    if word > start + 1, scanner.startsIgnoringCase("as", at: word),
      ByteClasses.whitespace(scanner.bytes, word + 2) > 0
    {
      return token(.configEnd, to: start + 1, pop: 1, push: .alias)
    }
    return token(.configEnd, to: start + 1, pop: 2)
  }
}
