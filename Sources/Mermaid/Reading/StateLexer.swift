/// Cuts a state diagram into tokens exactly as the real lexer does: the first rule that fits wins.
///
/// The rules of each mode stand in the functions named after it, in the grammar's order.
///
/// One file past the usual length: the modes hand over to each other and are read side by side
/// with the grammar's table of rules.
struct StateLexer {
  enum Mode {
    case initial, structure, state, stateString, stateID
    case note, noteID, noteText, floatingNote, floatingNoteID
    case classDef, classDefStyles, classIDs, className, styleIDs, styleValue, scale
    case accTitle, accDescr, accDescrBlock
  }

  private(set) var scanner: ByteScanner
  private var modes: [Mode] = [.initial]
  private var directions = DirectionFinder(ignoresCase: true)
  private var markers = StateMarkerFinder()
  private var isDone = false
  /// Where the last `state` stood, whose tokens begin behind it.
  private(set) var stateStart = 0
  /// Comments that were met between tokens, in order.
  private(set) var comments: [Range<Int>] = []

  init(_ bytes: [UInt8], at start: Int) {
    scanner = ByteScanner(bytes, at: start)
  }

  /// Goes on at the end of the line, in the body of a composite or outside of all.
  mutating func recover(from offset: Int, depth: Int) {
    scanner.index = scanner.endOfLine(max(offset, 0))
    modes = [.initial] + [Mode](repeating: .structure, count: depth)
    isDone = false
  }

  mutating func takeComments() -> [Range<Int>] {
    defer { comments.removeAll(keepingCapacity: true) }
    return comments
  }

  /// Whether a name reads as itself, wherever a state may stand.
  static func isPlainName(_ name: String) -> Bool {
    if name == StateDiagram.edge.text { return true }
    if ["acctitle", "accdescr"].contains(name.lowercased()) { return false }
    if name.utf8.contains(where: { "\"<".utf8.contains($0) }) { return false }
    let bytes = PreparedText(Array(name.utf8)).bytes.dropLast() + [0x20, 0x0A]
    for mode in [Mode.initial, .structure] {
      var lexer = StateLexer(Array(bytes), at: 0)
      lexer.modes = [mode]
      let token = lexer.next()
      guard token.kind == .id, token.value == 0..<name.utf8.count else { return false }
    }
    return true
  }

  /// The next token; `end` for ever at the end of the text.
  mutating func next() -> StateToken {
    while true {
      if isDone { return StateToken(.end, scanner.bytes.count..<scanner.bytes.count) }
      if scanner.isAtEnd { isDone = true }
      if let token = step(), token.kind != .skipped { return token }
    }
  }

  private mutating func step() -> StateToken? {
    switch modes.last ?? .initial {
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
  private mutating func token(
    _ kind: StateToken.Kind, to end: Int, value: Range<Int>? = nil, push: Mode? = nil,
    pop: Bool = false
  ) -> StateToken {
    let start = scanner.index
    advance(to: end, push: push, pop: pop)
    return StateToken(kind, start..<end, value: value)
  }

  private mutating func advance(to end: Int, push: Mode? = nil, pop: Bool = false) {
    scanner.index = end
    if pop, modes.count > 1 { modes.removeLast() }
    if let push { modes.append(push) }
  }

  /// The offset behind white space that follows a keyword, which needs some.
  private func spaced(_ word: StaticString, at start: Int? = nil) -> Int? {
    let start = start ?? scanner.index
    guard scanner.startsIgnoringCase(word, at: start) else { return nil }
    let end = start + word.utf8CodeUnitCount
    let next = scanner.skippingWhitespace(end)
    return next > end ? next : nil
  }

  /// White space (of one line or any) and comments; whether something was skipped.
  private mutating func skip(lineFeeds: Bool) -> Bool {
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

  private func isPercentComment(_ start: Int) -> Bool {
    scanner.starts("%%", at: start) && scanner.byte(start + 2) != UInt8(ascii: "{")
  }

  /// An identifier ends at a `%%`; one that begins with it is dropped, nothing is returned then.
  private mutating func identifier(
    to end: Int, pop: Bool = false, push: Mode? = nil
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
    return token(.id, to: stop, value: scanner.trimmed(start..<stop), push: push, pop: pop)
  }

  private mutating func restOfLine(_ kind: StateToken.Kind) -> StateToken {
    let end = scanner.endOfLine(scanner.index)
    return token(kind, to: end, value: scanner.trimmed(scanner.index..<end), pop: true)
  }

  private mutating func invalid() -> StateToken {
    let start = scanner.index
    var end = start + 1
    while end < scanner.bytes.count, scanner.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return token(.invalid, to: min(end, scanner.bytes.count))
  }
}

// MARK: - INITIAL

extension StateLexer {
  private mutating func initial() -> StateToken? {
    let start = scanner.index
    if scanner.isAtEnd { return token(.newline, to: start) }
    if let early = reserved(start) { return early }
    if let (direction, end) = directions.match(scanner, at: start) {
      return token(.direction(direction), to: end)
    }
    if scanner.byte(start) == 0x0A {
      var end = start
      while scanner.byte(end) == 0x0A, end < scanner.bytes.count { end += 1 }
      return token(.newline, to: end)
    }
    if skip(lineFeeds: true) { return nil }
    if let statement = keywordStatement(start, isRoot: true) { return statement }
    if scanner.byte(start) == UInt8(ascii: "{") {
      return token(.structStart, to: start + 1, push: .structure, pop: true)
    }
    if let end = spaced("note") { return token(.note, to: end, push: .note) }
    if let end = spaced("statediagram-v2") ?? spaced("statediagram") {
      return token(.diagram, to: end)
    }
    if let end = scanner.keywordIgnoringCase("hide empty description", at: start) {
      return token(.hideEmpty, to: end)
    }
    if let token = element(start) { return token }
    if isArrow(start) { return token(.arrow, to: start + 3) }
    if scanner.starts(":::", at: start) { return token(.styleSeparator, to: start + 3) }
    return invalid()
  }

  /// Words that are no identifiers at the root: `click`, `href`, a string, `default`.
  private mutating func reserved(_ start: Int) -> StateToken? {
    switch scanner.byte(start) | 0x20 {
    case UInt8(ascii: "c"):
      if let end = scanner.keywordIgnoringCase("click", at: start) { return token(.click, to: end) }
    case UInt8(ascii: "h"):
      if let end = scanner.keywordIgnoringCase("href", at: start) { return token(.href, to: end) }
    case UInt8(ascii: "d"):
      if let end = scanner.keywordIgnoringCase("default", at: start) {
        return token(.defaultWord, to: end)
      }
    case UInt8(ascii: "\"") | 0x20:
      if scanner.byte(start) == UInt8(ascii: "\""),
        let close = scanner.find(UInt8(ascii: "\""), from: start + 1)
      {
        return token(.string, to: close + 1)
      }
    default: break
    }
    return nil
  }

  /// `accTitle`, `classDef`, `class`, `style`, `scale`, `state`: the words that open a mode.
  private mutating func keywordStatement(_ start: Int, isRoot: Bool) -> StateToken? {
    switch scanner.byte(start) | 0x20 {
    case UInt8(ascii: "s"):
      if isRoot, let end = spaced("scale") { return token(.scale, to: end, push: .scale) }
      if let end = spaced("style") { return token(.styleWord, to: end, push: .styleIDs) }
      if let end = spaced("state") {
        stateStart = start
        return token(.skipped, to: end, push: .state)
      }
    case UInt8(ascii: "a") where isRoot:
      return accessibility(start)
    case UInt8(ascii: "c"):
      if let end = spaced("classdef") { return token(.classDef, to: end, push: .classDef) }
      if let end = spaced("class") { return token(.classWord, to: end, push: .classIDs) }
    default: break
    }
    return nil
  }

  private mutating func accessibility(_ start: Int) -> StateToken? {
    if scanner.startsIgnoringCase("acctitle", at: start) {
      let colon = scanner.skippingWhitespace(start + 8)
      guard scanner.byte(colon) == UInt8(ascii: ":") else { return nil }
      return token(.accTitle, to: scanner.skippingWhitespace(colon + 1), push: .accTitle)
    }
    guard scanner.startsIgnoringCase("accdescr", at: start) else { return nil }
    let sign = scanner.skippingWhitespace(start + 8)
    switch scanner.byte(sign) {
    case UInt8(ascii: ":"):
      return token(.accDescr, to: scanner.skippingWhitespace(sign + 1), push: .accDescr)
    case UInt8(ascii: "{"):
      return token(.skipped, to: scanner.skippingWhitespace(sign + 1), push: .accDescrBlock)
    default:
      return nil
    }
  }

  private mutating func accDescrBlock() -> StateToken? {
    let start = scanner.index
    if scanner.byte(start) == UInt8(ascii: "}"), start < scanner.bytes.count {
      advance(to: start + 1, pop: true)
      return nil
    }
    let end = scanner.find(UInt8(ascii: "}"), from: start) ?? scanner.bytes.count
    return token(.accDescrBlock, to: end, value: scanner.trimmed(start..<end))
  }

  /// `[*]`, an identifier, or a label behind its colon.
  private mutating func element(_ start: Int) -> StateToken? {
    if scanner.starts("[*]", at: start) { return token(.edge, to: start + 3) }
    var end = start
    while end < scanner.bytes.count, isIdentifierByte(end) { end += 1 }
    if end > start {
      // A piece that begins with `%%` is dropped; the lexer goes on behind it.
      return identifier(to: end) ?? StateToken(.skipped, start..<end)
    }
    return label(start)
  }

  /// `[^:\n\s\-\{]`
  private func isIdentifierByte(_ offset: Int) -> Bool {
    switch scanner.bytes[offset] {
    case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "{"): false
    default: ByteClasses.whitespace(scanner.bytes, offset) == 0
    }
  }

  /// `\s*:(?:[^:\n;]|:[^:\n;])+`
  private mutating func label(_ start: Int) -> StateToken? {
    guard scanner.byte(start) == UInt8(ascii: ":") else { return nil }
    var end = start + 1
    while end < scanner.bytes.count {
      let byte = scanner.bytes[end]
      if byte == 0x0A || byte == UInt8(ascii: ";") { break }
      if byte == UInt8(ascii: ":") {
        let next = scanner.byte(end + 1)
        if end + 1 >= scanner.bytes.count || next == 0x0A || next == UInt8(ascii: ";")
          || next == UInt8(ascii: ":")
        {
          break
        }
        end += 1
      }
      end += 1
    }
    guard end > start + 1 else { return nil }
    return token(.label, to: end, value: scanner.trimmed((start + 1)..<end))
  }

  private func isArrow(_ start: Int) -> Bool { scanner.starts("-->", at: start) }
}

// MARK: - struct

extension StateLexer {
  private mutating func structure() -> StateToken? {
    let start = scanner.index
    if scanner.isAtEnd { return nil }
    if skip(lineFeeds: false) { return nil }
    if scanner.byte(start) == 0x0A {
      scanner.index += 1
      return nil
    }
    if let statement = keywordStatement(start, isRoot: false) { return statement }
    if let (direction, end) = directions.match(scanner, at: start) {
      return token(.direction(direction), to: end)
    }
    if scanner.byte(start) == UInt8(ascii: "}") {
      return token(.structStop, to: start + 1, pop: true)
    }
    if let end = spaced("note") { return token(.note, to: end, push: .note) }
    if let token = element(start) { return token }
    if isArrow(start) { return token(.arrow, to: start + 3) }
    if scanner.starts("--", at: start) { return token(.concurrent, to: start + 2) }
    if scanner.starts(":::", at: start) { return token(.styleSeparator, to: start + 3) }
    return invalid()
  }
}

// MARK: - STATE

extension StateLexer {
  private mutating func state() -> StateToken? {
    let start = scanner.index
    if scanner.isAtEnd { return nil }
    if skip(lineFeeds: false) { return nil }
    if let (kind, place, width) = markers.match(scanner, at: start) {
      return token(
        kind, to: place + width, value: scanner.trimmed(start..<place), pop: true)
    }
    let byte = scanner.byte(start)
    if byte == UInt8(ascii: "\"") {
      advance(to: start + 1, push: .stateString)
      return nil
    }
    // `\s*as\s+`: on the next line too.
    let word = scanner.skippingWhitespace(start)
    if let end = spaced("as", at: word) { return token(.asWord, to: end, push: .stateID) }
    if let end = markers.twoWords(scanner, at: start) { return token(.twoWords, to: end) }
    var end = start
    while end < scanner.bytes.count, scanner.bytes[end] != UInt8(ascii: "{"),
      ByteClasses.whitespace(scanner.bytes, end) == 0
    {
      end += 1
    }
    if end > start { return token(.compositeName, to: end) }
    if byte == 0x0A {
      advance(to: start + 1, pop: true)
      return nil
    }
    if byte == UInt8(ascii: "{") {
      return token(.structStart, to: start + 1, push: .structure, pop: true)
    }
    return invalid()
  }

  private mutating func stateString() -> StateToken? {
    let start = scanner.index
    if scanner.byte(start) == UInt8(ascii: "\""), !scanner.isAtEnd {
      advance(to: start + 1, pop: true)
      return nil
    }
    let end = scanner.find(UInt8(ascii: "\""), from: start) ?? scanner.bytes.count
    return token(.description, to: end)
  }

  private mutating func stateID() -> StateToken? {
    var end = scanner.index
    while end < scanner.bytes.count, scanner.bytes[end] != 0x0A,
      scanner.bytes[end] != UInt8(ascii: "{")
    {
      end += 1
    }
    return identifier(to: end, pop: true)
  }
}

// MARK: - NOTE

extension StateLexer {
  private mutating func note() -> StateToken? {
    let start = scanner.index
    if scanner.isAtEnd { return nil }
    if let end = scanner.keywordIgnoringCase("left of", at: start) {
      return token(.leftOf, to: end, push: .noteID, pop: true)
    }
    if let end = scanner.keywordIgnoringCase("right of", at: start) {
      return token(.rightOf, to: end, push: .noteID, pop: true)
    }
    if scanner.byte(start) == UInt8(ascii: "\"") {
      advance(to: start + 1, push: .floatingNote, pop: true)
      return nil
    }
    return invalid()
  }

  /// `\s*[^:\n\s\-]+`
  private mutating func noteID() -> StateToken? {
    if scanner.isAtEnd { return nil }
    let start = scanner.skippingWhitespace(scanner.index)
    var end = start
    while end < scanner.bytes.count, scanner.bytes[end] != UInt8(ascii: ":"),
      scanner.bytes[end] != UInt8(ascii: "-"), ByteClasses.whitespace(scanner.bytes, end) == 0
    {
      end += 1
    }
    return end > start ? identifier(to: end, pop: true, push: .noteText) : invalid()
  }

  /// `\s*:[^:\n;]+`, of which the first two characters are dropped, or all up to `end note`.
  private mutating func noteText() -> StateToken? {
    if scanner.isAtEnd { return nil }
    let start = scanner.index
    let colon = scanner.skippingWhitespace(start)
    if scanner.byte(colon) == UInt8(ascii: ":") {
      var end = colon + 1
      while end < scanner.bytes.count, scanner.bytes[end] != UInt8(ascii: ":"),
        scanner.bytes[end] != 0x0A, scanner.bytes[end] != UInt8(ascii: ";")
      {
        end += 1
      }
      if end > colon + 1 {
        let value = min(skippingCharacters(2, from: start), end)..<end
        return token(.noteText, to: end, value: scanner.trimmed(value), pop: true)
      }
    }
    guard let (end, close) = endOfNote(from: start) else { return invalid() }
    return token(.noteText, to: end, value: scanner.trimmed(start..<close), pop: true)
  }

  /// The offsets behind `end note` and behind the text before it.
  private func endOfNote(from start: Int) -> (end: Int, close: Int)? {
    var line = scanner.endOfLine(start)
    while line < scanner.bytes.count {
      let word = scanner.skippingWhitespace(line + 1)
      if let end = scanner.keywordIgnoringCase("end note", at: word) { return (end, word) }
      line = scanner.endOfLine(max(word, line + 1))
    }
    return nil
  }

  private func skippingCharacters(_ count: Int, from start: Int) -> Int {
    var index = start
    for _ in 0..<count where index < scanner.bytes.count {
      index += 1
      while index < scanner.bytes.count, scanner.bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    return index
  }

  private mutating func floatingNote() -> StateToken? {
    let start = scanner.index
    let word = scanner.skippingWhitespace(start)
    if scanner.startsIgnoringCase("as", at: word) {
      return token(
        .asWord, to: scanner.skippingWhitespace(word + 2), push: .floatingNoteID, pop: true)
    }
    if scanner.byte(start) == UInt8(ascii: "\""), !scanner.isAtEnd {
      scanner.index += 1
      return nil
    }
    let end = scanner.find(UInt8(ascii: "\""), from: start) ?? scanner.bytes.count
    return token(.noteText, to: end)
  }

  private mutating func floatingNoteID() -> StateToken? {
    identifier(to: scanner.endOfLine(scanner.index), pop: true)
  }
}

// MARK: - classDef, class, style, scale

extension StateLexer {
  private mutating func names() -> StateToken? {
    if scanner.isAtEnd { return nil }
    switch modes.last {
    case .classDef: return classDefName()
    case .classIDs: return classIDs()
    case .styleIDs: return styleIDs()
    default: return scaleWidth()
    }
  }

  private mutating func classDefName() -> StateToken {
    let start = scanner.index
    let word = scanner.skippingWord(start)
    let end = scanner.skippingWhitespace(word)
    guard word > start, end > word else { return invalid() }
    let isDefault = scanner.keywordIgnoringCase("default", at: start) == word
    return token(
      isDefault ? .classDefDefault : .classDefName, to: end, value: start..<word,
      push: .classDefStyles, pop: true)
  }

  /// `(\w+)+((,\s*\w+)*)`
  private mutating func classIDs() -> StateToken {
    let start = scanner.index
    var end = scanner.skippingWord(start)
    guard end > start else { return invalid() }
    while scanner.byte(end) == UInt8(ascii: ",") {
      let word = scanner.skippingWhitespace(end + 1)
      let next = scanner.skippingWord(word)
      guard next > word else { break }
      end = next
    }
    return token(.classIDs, to: end, push: .className, pop: true)
  }

  /// `[\w,]+\s+`
  private mutating func styleIDs() -> StateToken {
    let start = scanner.index
    var word = start
    while scanner.isWord(word) || scanner.byte(word) == UInt8(ascii: ",") { word += 1 }
    let end = scanner.skippingWhitespace(word)
    guard word > start, end > word else { return invalid() }
    return token(.styleIDs, to: end, value: start..<word, push: .styleValue, pop: true)
  }

  private mutating func scaleWidth() -> StateToken? {
    let start = scanner.index
    var end = start
    while end < scanner.bytes.count, ByteClasses.isDigit(scanner.bytes[end]) { end += 1 }
    if end > start { return token(.width, to: end) }
    let word = scanner.skippingWhitespace(start)
    if word > start, let end = scanner.keywordIgnoringCase("width", at: word) {
      return token(.widthWord, to: end, pop: true)
    }
    return invalid()
  }
}
