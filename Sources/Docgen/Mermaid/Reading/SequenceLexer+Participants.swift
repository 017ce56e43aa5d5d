/// Participants in messages (`ACTOR` of the grammar).
extension SequenceLexer {
  /// A run of characters without special characters, then runs that may contain dashes, slashes and
  /// parentheses.
  ///
  /// Names may contain blanks and dashes: `my-app` is one name, and `my-)app` is `my` and an arrow.
  /// Returns `start` if no name begins there.
  func endOfActor(_ start: Int) -> Int {
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

  /// The places of a name: the lexer reads names differently in each.
  struct Uses: OptionSet {
    let rawValue: Int
    /// After `participant`, `activate` and similar words.
    static let declaration = Uses(rawValue: 1)
    /// Before an arrow, a comma or a colon.
    static let message = Uses(rawValue: 2)
    /// Before the `()` of an arrow.
    static let central = Uses(rawValue: 4)
  }

  /// Whether a name reads as itself wherever it is used.
  ///
  /// The lexer itself is asked, in each mode in which the name will be written: an exact answer,
  /// where rules about allowed characters would be an approximation.
  static func isPlainName(_ name: String, in uses: Uses) -> Bool {
    let bytes = Array(PreparedText(Array(name.utf8)).bytes.dropLast())
    func reads(before next: String, in modes: ModeStack<Mode>) -> Bool {
      var lexer = SequenceLexer(bytes + Array(next.utf8) + [0x0A], at: 0)
      lexer.modes = modes
      let token = lexer.next()
      return token.kind == .actor && token.value == 0..<name.utf8.count
    }
    if uses.contains(.declaration), !reads(before: "", in: ModeStack(.initial, .id)) {
      return false
    }
    if uses.contains(.central), !reads(before: "()", in: ModeStack(.initial)) { return false }
    return !uses.contains(.message)
      || ["->>", "--x", ": x", "-)"].allSatisfy { reads(before: $0, in: ModeStack(.initial)) }
  }
}

// MARK: - ID, ALIAS, LINE, CONFIG

extension SequenceLexer {
  mutating func id() -> SequenceToken {
    if scanner.isAtEnd { return token(.skipped, to: scanner.index) }
    if let blank = blank() { return blank }
    let start = scanner.index
    if scanner.starts("@{", at: start) { return token(.configStart, to: start + 2, push: .config) }
    if let end = endOfConfiguredID(start) { return trimmed(.actor, to: end) }
    if let end = endOfAliasedID(start) { return trimmed(.actor, to: end, push: .alias) }
    if let end = endOfPlainID(start) { return trimmed(.actor, to: end, pop: 1) }
    if scanner.bytes[start] == 0x0A { return character() }
    return token(.unreadable, to: scanner.endOfLine(start), pop: 1)
  }

  /// `[^<=>\-:\n,;@\s]+(?=@\{)`
  func endOfConfiguredID(_ start: Int) -> Int? {
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
  func endOfAliasedID(_ start: Int) -> Int? {
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
  func endOfPlainID(_ start: Int) -> Int? {
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

  static func endsID(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"), 0x0A, UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "@"):
      true
    default: false
    }
  }

  mutating func alias() -> SequenceToken {
    if let blank = blank() { return blank }
    if let end = word("as") { return token(.asWord, to: end, pop: 2, push: .line) }
    return token(.newline, to: scanner.index, pop: 2)
  }

  mutating func line() -> SequenceToken {
    if let blank = blank() { return blank }
    return trimmed(.restOfLine, to: endOfText(scanner.index), pop: 1)
  }

  mutating func config() -> SequenceToken {
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
