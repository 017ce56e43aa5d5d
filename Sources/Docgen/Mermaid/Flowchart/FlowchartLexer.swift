/// Cuts a flowchart into tokens exactly as the real lexer does: the first rule that fits wins.
///
/// The rules of a mode are in the function named after it, in the grammar's order. Rules that the
/// grammar has in every mode are in `everywhere`.
struct FlowchartLexer {
  enum Mode {
    case initial, headerDirection
    case text, ellipseText, trapezoidText
    case edgeText, thickEdgeText, dottedEdgeText
    case string, markdown
    case shapeData, shapeString
    case click, callbackName, callbackArguments
    case accTitle, accDescr, accDescrBlock
  }

  var scanner: ByteScanner
  var modes = ModeStack(Mode.initial)
  private var directions = DirectionFinder(ignoresCase: false, takesTopDown: true)
  private var isDone = false
  private var hasHeader = false
  /// The last `@` that ends an edge id in the run of characters up to `runEnd`.
  private var runEnd = -1
  private var lastID = -1

  init(_ bytes: [UInt8], at start: Int) {
    scanner = ByteScanner(bytes, at: start)
  }

  /// Continues at the end of a line, outside of all labels.
  mutating func recover(from offset: Int) {
    scanner.index = scanner.endOfLine(max(offset, 0))
    modes = ModeStack(.initial)
    isDone = false
  }

  /// The next token; after the end of the text always `end`.
  mutating func next() -> FlowchartToken {
    while true {
      let end = scanner.bytes.count
      if isDone { return FlowchartToken(.end, end..<end) }
      if scanner.isAtEnd {
        isDone = true
        return atEnd()
      }
      if let token = step() { return token }
    }
  }

  /// Some rules still match at the end of the text: those that accept an empty text.
  private mutating func atEnd() -> FlowchartToken {
    let end = scanner.bytes.count
    let kind: FlowchartTokenKind =
      switch modes.current {
      case .initial: .eof
      case .click: .click
      case .callbackName: .callbackName
      case .callbackArguments: .callbackArguments
      case .accTitle: .accTitleValue
      case .accDescr: .accDescrValue
      case .accDescrBlock: .accDescrBlock
      default: .end
      }
    return FlowchartToken(kind, end..<end)
  }

  private mutating func step() -> FlowchartToken? {
    switch modes.current {
    case .initial: initial()
    case .headerDirection: headerDirection()
    case .text, .ellipseText, .trapezoidText: text()
    case .edgeText, .thickEdgeText, .dottedEdgeText: edgeText()
    case .string, .markdown: string()
    case .shapeData, .shapeString: shapeData()
    case .click, .callbackName, .callbackArguments: interaction()
    case .accTitle: restOfLine(.accTitleValue)
    case .accDescr: restOfLine(.accDescrValue)
    case .accDescrBlock: accDescrBlock()
    }
  }
}

// MARK: - Pieces

extension FlowchartLexer {
  mutating func token(
    _ kind: FlowchartTokenKind, to end: Int, value: Range<Int>? = nil, push: Mode? = nil,
    pop: Bool = false
  ) -> FlowchartToken {
    let start = scanner.index
    advance(to: end, push: push, pop: pop)
    return FlowchartToken(kind, start..<end, value: value)
  }

  mutating func advance(to end: Int, push: Mode? = nil, pop: Bool = false) {
    scanner.index = end
    if pop { modes.pop() }
    if let push { modes.push(push) }
  }

  mutating func invalid() -> FlowchartToken {
    var end = scanner.index + 1
    while end < scanner.bytes.count, scanner.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return token(.invalid, to: min(end, scanner.bytes.count))
  }

  private mutating func restOfLine(_ kind: FlowchartTokenKind) -> FlowchartToken {
    let end = scanner.endOfLine(scanner.index)
    return token(kind, to: end, value: scanner.trimmed(scanner.index..<end), pop: true)
  }

  private mutating func accDescrBlock() -> FlowchartToken? {
    let start = scanner.index
    if scanner.byte(start) == UInt8(ascii: "}") {
      advance(to: start + 1, pop: true)
      return nil
    }
    let end = scanner.find(UInt8(ascii: "}"), from: start) ?? scanner.bytes.count
    return token(.accDescrBlock, to: end, value: scanner.trimmed(start..<end))
  }
}

// MARK: - Outside of labels

extension FlowchartLexer {
  /// `INITIAL` of the grammar.
  private mutating func initial() -> FlowchartToken? {
    let start = scanner.index
    let byte = scanner.byte(start)
    if byte == UInt8(ascii: "a"),
      let (rule, end) = AccessibilityRule.match(scanner, at: start, ignoresCase: false)
    {
      switch rule {
      case .title: return token(.accTitle, to: end, push: .accTitle)
      case .description: return token(.accDescr, to: end, push: .accDescr)
      case .block:
        advance(to: end, push: .accDescrBlock)
        return nil
      }
    }
    if scanner.starts("@{", at: start) {
      return token(.shapeData, to: start + 2, value: start..<start, push: .shapeData)
    }
    if let end = word("call", at: start) {
      advance(to: end, push: .callbackName)
      return nil
    }
    if openString() { return nil }
    if ByteClasses.isWord(byte), let word = keyword(start) { return word }
    if let click = word("click", at: start) {
      advance(to: click, push: .click)
      return nil
    }
    if let (direction, end) = directions.match(scanner, at: start) {
      return token(.direction(direction), to: end)
    }
    if let end = linkID(start) { return token(.linkID, to: end, value: start..<end - 1) }
    if let simple = simple(byte, at: start) { return simple }
    if let (kind, end, _) = link(start, inText: nil) {
      return token(kind, to: end, push: kind == .linkStart ? edgeMode(start) : nil)
    }
    return opener(start) ?? identifier(byte, at: start) ?? blank(start) ?? invalid()
  }

  /// Words with `\b` after them.
  private mutating func keyword(_ start: Int) -> FlowchartToken? {
    func end(_ word: StaticString) -> Int? { scanner.keyword(word, at: start) }
    if let end = end("style") { return token(.style, to: end) }
    if let end = end("default") { return token(.defaultWord, to: end) }
    if let end = end("linkStyle") { return token(.linkStyle, to: end) }
    if let end = end("interpolate") { return token(.interpolate, to: end) }
    if let end = end("classDef") { return token(.classDef, to: end) }
    if let end = end("class") { return token(.classWord, to: end) }
    if scanner.starts("href", at: start) {
      let width = ByteClasses.whitespace(scanner.bytes, start + 4)
      if width > 0 { return token(.href, to: start + 4 + width) }
    }
    let graph = end("flowchart-elk") ?? end("swimlane-beta") ?? end("graph") ?? end("flowchart")
    if let graph {
      defer { hasHeader = true }
      return token(.graph, to: graph, push: hasHeader ? nil : .headerDirection)
    }
    if let end = end("subgraph") { return token(.subgraph, to: end) }
    if let end = end("end") {
      return token(
        .subgraphEnd, to: scanner.skippingWhitespace(end), value: start..<end)
    }
    let target = end("_self") ?? end("_blank") ?? end("_parent") ?? end("_top")
    return target.map { token(.linkTarget, to: $0) }
  }

  /// A word and the white space that it needs.
  private func word(_ word: StaticString, at start: Int) -> Int? {
    guard scanner.starts(word, at: start) else { return nil }
    let end = start + word.utf8CodeUnitCount
    let next = scanner.skippingWhitespace(end)
    return next > end ? next : nil
  }

  /// `[^\s\"]+@(?=[^\{\"])`: up to the last such `@` before white space or a quote.
  private mutating func linkID(_ start: Int) -> Int? {
    if start >= runEnd {
      (runEnd, lastID) = (start, -1)
      while runEnd < scanner.bytes.count, scanner.bytes[runEnd] != UInt8(ascii: "\""),
        ByteClasses.whitespace(scanner.bytes, runEnd) == 0
      {
        if scanner.bytes[runEnd] == UInt8(ascii: "@"), runEnd + 1 < scanner.bytes.count,
          !"{\"".utf8.contains(scanner.bytes[runEnd + 1])
        {
          lastID = runEnd
        }
        runEnd += 1
      }
    }
    return lastID > start ? lastID + 1 : nil
  }

  /// Digits and single characters.
  private mutating func simple(_ byte: UInt8, at start: Int) -> FlowchartToken? {
    if ByteClasses.isDigit(byte) {
      var end = start
      while ByteClasses.isDigit(scanner.byte(end)) { end += 1 }
      return token(.number, to: end)
    }
    switch byte {
    case UInt8(ascii: "#"): return token(.hash, to: start + 1)
    case UInt8(ascii: ":"):
      return scanner.starts(":::", at: start)
        ? token(.styleSeparator, to: start + 3) : token(.colon, to: start + 1)
    case UInt8(ascii: "&"): return token(.ampersand, to: start + 1)
    case UInt8(ascii: ";"): return token(.semicolon, to: start + 1)
    case UInt8(ascii: ","): return token(.comma, to: start + 1)
    case UInt8(ascii: "*"): return token(.asterisk, to: start + 1)
    default: return nil
    }
  }

  /// `NODE_STRING`, a letter beyond ASCII, and the characters that are tokens of their own.
  private mutating func identifier(_ byte: UInt8, at start: Int) -> FlowchartToken? {
    switch byte {
    case UInt8(ascii: "<"): return token(.sign, to: start + 1)
    case UInt8(ascii: "^"): return token(.up, to: start + 1)
    case UInt8(ascii: "\\") where scanner.byte(start + 1) == UInt8(ascii: "|"):
      return token(.sign, to: start + 2)
    case UInt8(ascii: "v") where !scanner.isWord(start + 1): return token(.down, to: start + 1)
    default: break
    }
    var end = start
    while isNodeByte(end) { end += 1 }
    if end > start { return token(.nodeString, to: end) }
    if byte == UInt8(ascii: "-") { return token(.minus, to: start + 1) }
    if byte >= 0x80, byte < PreparedText.entityStart,
      let end = LetterRules.end(scanner.bytes, start)
    {
      return token(.unicode, to: end)
    }
    return nil
  }

  /// ``[A-Za-z0-9!"\#$%&'*+\.`?\\_\/]``, or a `-` that no `>`, `-` or `.` follows.
  private func isNodeByte(_ offset: Int) -> Bool {
    guard offset < scanner.bytes.count else { return false }
    let byte = scanner.bytes[offset]
    if byte == UInt8(ascii: "-") {
      return offset + 1 < scanner.bytes.count
        && !">-.".utf8.contains(scanner.bytes[offset + 1])
    }
    return ByteClasses.isWord(byte) || "!\"#$%&'*+.`?\\/".utf8.contains(byte)
  }

  private mutating func blank(_ start: Int) -> FlowchartToken? {
    var end = start
    while scanner.byte(end) == 0x0A { end += 1 }
    if end > start { return token(.newline, to: end) }
    let width = ByteClasses.whitespace(scanner.bytes, start)
    return width > 0 ? token(.space, to: start + width) : nil
  }

  /// `dir` of the grammar: after the first word.
  private mutating func headerDirection() -> FlowchartToken? {
    if openString() { return nil }
    let start = scanner.index
    let word = scanner.skippingWhitespace(start)
    if let line = scanner.bytes[start..<word].lastIndex(of: 0x0A) {
      return token(.noDirection, to: line + 1, pop: true)
    }
    let names: [(StaticString, Direction)] = [
      ("LR", .leftToRight), ("RL", .rightToLeft), ("TB", .topToBottom), ("BT", .bottomToTop),
      ("TD", .topToBottom), ("BR", .bottomToTop), ("v", .topToBottom),
    ]
    for (name, direction) in names {
      if let end = scanner.keyword(name, at: word) {
        return token(.headerDirection(direction), to: end, value: word..<end, pop: true)
      }
    }
    let signs: [UInt8: Direction] = [
      UInt8(ascii: "<"): .rightToLeft, UInt8(ascii: ">"): .leftToRight,
      UInt8(ascii: "^"): .bottomToTop,
    ]
    if let direction = signs[scanner.byte(word)] {
      return token(
        .headerDirection(direction), to: word + 1, value: word..<word + 1, pop: true)
    }
    return everywhere(start) ?? invalid()
  }
}
