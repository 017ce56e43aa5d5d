/// Cuts a class diagram into tokens exactly as the real lexer does: the first rule that fits wins,
/// in the mode that the tokens before have opened.
struct ClassLexer {
  enum Mode {
    case initial, string, literal, generic, classHead, classBody, namespaceHead, namespaceBody
    case callbackName, callbackArguments, accTitle, accDescr, accDescrBlock
  }

  private(set) var scanner: ByteScanner
  private var modes: [Mode] = [.initial]
  private var directions = DirectionFinder(ignoresCase: false)
  private var isDone = false
  /// Comments that were met between tokens, in order.
  private(set) var comments: [Range<Int>] = []

  init(_ bytes: [UInt8], at start: Int) {
    scanner = ByteScanner(bytes, at: start)
  }

  /// Goes on at the end of a line, within so many namespaces.
  mutating func recover(from offset: Int, depth: Int) {
    scanner.index = scanner.endOfLine(offset)
    modes = [.initial]
    for _ in 0..<depth { modes += [.namespaceHead, .namespaceBody] }
    isDone = false
  }

  mutating func takeComments() -> [Range<Int>] {
    defer { comments.removeAll(keepingCapacity: true) }
    return comments
  }

  /// The next token; `finish` for ever at the end of the text.
  mutating func next() -> ClassToken {
    while true {
      if isDone { return ClassToken(.finish, scanner.bytes.count..<scanner.bytes.count) }
      if scanner.isAtEnd {
        isDone = true
        if modes.last == .string { return token(.unclosedString, to: scanner.index) }
      }
      let token = step()
      if token.kind != .skipped { return token }
    }
  }

  private mutating func step() -> ClassToken {
    switch modes.last ?? .initial {
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
  private mutating func token(
    _ kind: ClassToken.Kind, to end: Int, value: Range<Int>? = nil, pop: Int = 0, push: Mode? = nil
  ) -> ClassToken {
    let start = scanner.index
    scanner.index = end
    if pop > 0 { modes.removeLast(min(pop, modes.count - 1)) }
    if let push { modes.append(push) }
    return ClassToken(kind, start..<end, value: value)
  }

  private mutating func restOfLine(_ kind: ClassToken.Kind) -> ClassToken {
    let end = scanner.endOfLine(scanner.index)
    return token(kind, to: end, value: scanner.trimmed(scanner.index..<end), pop: 1)
  }

  /// Everything up to a sign that closes the mode.
  private mutating func delimited(_ sign: UInt8, _ kind: ClassToken.Kind) -> ClassToken {
    let start = scanner.index
    if !scanner.isAtEnd, scanner.bytes[start] == sign {
      return token(.skipped, to: start + 1, pop: 1)
    }
    let end = scanner.find(sign, from: start) ?? scanner.bytes.count
    // Between backticks there is at least one character.
    if kind == .literal, end == start { return token(.finish, to: end) }
    return token(kind, to: end)
  }

  private mutating func unreadable() -> ClassToken {
    var end = min(scanner.index + 1, scanner.bytes.count)
    while end < scanner.bytes.count, scanner.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return token(.unreadable, to: end)
  }

  /// `\s*(\r?\n)+`, or white space alone.
  private mutating func whitespace(pop: Int = 0) -> ClassToken? {
    let start = scanner.index
    let end = scanner.skippingWhitespace(start)
    guard end > start else { return nil }
    guard let line = scanner.bytes[start..<end].lastIndex(of: 0x0A) else {
      return token(.skipped, to: end)
    }
    return token(.newline, to: line + 1, pop: pop)
  }

  private func keyword(_ word: StaticString) -> Int? { scanner.keyword(word, at: scanner.index) }

  private var byte: UInt8 { scanner.byte(scanner.index) }
}

// MARK: - INITIAL

extension ClassLexer {
  private mutating func initial() -> ClassToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.finish, to: start) }
    if let (direction, end) = directions.match(scanner, at: start) {
      return token(.direction(direction), to: end)
    }
    if scanner.starts("%%", at: start) { return comment() }
    if let token = accessibility(start) { return token }
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

  /// A comment takes the line feeds behind it.
  private mutating func comment() -> ClassToken {
    let start = scanner.index
    var end = scanner.endOfLine(start)
    comments.append(start..<end)
    while scanner.byte(end) == 0x0A, end < scanner.bytes.count { end += 1 }
    return token(.skipped, to: end)
  }

  private mutating func accessibility(_ start: Int) -> ClassToken? {
    let isTitle = scanner.starts("accTitle", at: start)
    guard isTitle || scanner.starts("accDescr", at: start) else { return nil }
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

  private mutating func accDescrBlock() -> ClassToken {
    let start = scanner.index
    if !scanner.isAtEnd, scanner.bytes[start] == UInt8(ascii: "}") {
      return token(.skipped, to: start + 1, pop: 1)
    }
    let end = scanner.find(UInt8(ascii: "}"), from: start) ?? scanner.bytes.count
    return token(.accDescrBlock, to: end, value: scanner.trimmed(start..<end))
  }
}

// MARK: - Rules of every mode

extension ClassLexer {
  /// Strings, keywords, `<<`, `~` and backticks: they come before the rules of most modes.
  private mutating func common() -> ClassToken? {
    let start = scanner.index
    guard start < scanner.bytes.count else { return nil }
    switch byte {
    case UInt8(ascii: "\""):
      return token(.skipped, to: start + 1, push: .string)
    case UInt8(ascii: "c"):
      if let end = keyword("cssClass") { return token(.cssClass, to: end) }
      if let end = keyword("callback") { return token(.callback, to: end) }
      if let end = keyword("click") { return token(.click, to: end) }
    case UInt8(ascii: "l"):
      if let end = keyword("link") { return token(.link, to: end) }
    case UInt8(ascii: "n"):
      if let end = keyword("note for") { return token(.noteFor, to: end) }
      if let end = keyword("note") { return token(.note, to: end) }
    case UInt8(ascii: "h"):
      if let end = keyword("href") { return token(.href, to: end) }
    case UInt8(ascii: "<"):
      if scanner.starts("<<", at: start) { return token(.annotationStart, to: start + 2) }
    case UInt8(ascii: ">"):
      if scanner.starts(">>", at: start) { return token(.annotationEnd, to: start + 2) }
    case UInt8(ascii: "~"):
      if modes.last != .generic, modes.last != .literal {
        return token(.skipped, to: start + 1, push: .generic)
      }
      if modes.last == .literal { return token(.skipped, to: start + 1, push: .generic) }
    case UInt8(ascii: "`"):
      if modes.last != .literal, modes.last != .generic {
        return token(.skipped, to: start + 1, push: .literal)
      }
    default: break
    }
    return nil
  }

  /// Link targets, ends, lines, labels, words and single signs.
  private mutating func words() -> ClassToken {
    let start = scanner.index
    switch byte {
    case UInt8(ascii: "_"):
      for target: StaticString in ["_self", "_blank", "_parent", "_top"] {
        if let end = keyword(target) { return token(.linkTarget, to: end) }
      }
    case UInt8(ascii: "<"):
      let isExtension = scanner.starts("<|", at: start)
      return token(.end(isExtension ? .extending : .dependency), to: start + (isExtension ? 2 : 1))
    case UInt8(ascii: "|") where scanner.starts("|>", at: start):
      return token(.end(.extending), to: start + 2)
    case UInt8(ascii: ">"): return token(.end(.dependency), to: start + 1)
    case UInt8(ascii: "*"): return token(.end(.composition), to: start + 1)
    case UInt8(ascii: "o"):
      if let end = keyword("o") { return token(.end(.aggregation), to: end) }
    case UInt8(ascii: "(") where scanner.starts("()", at: start):
      return token(.end(.lollipop), to: start + 2)
    case UInt8(ascii: "-"):
      let isLine = scanner.starts("--", at: start)
      return token(isLine ? .solidLine : .minus, to: start + (isLine ? 2 : 1))
    case UInt8(ascii: "."):
      let isLine = scanner.starts("..", at: start)
      return token(isLine ? .dottedLine : .dot, to: start + (isLine ? 2 : 1))
    case UInt8(ascii: ":"):
      if let label = label(start) { return label }
    default: break
    }
    return single(start)
  }

  /// `:[^:\n;]+`, `:::`
  private mutating func label(_ start: Int) -> ClassToken? {
    var end = start + 1
    while end < scanner.bytes.count, scanner.bytes[end] != UInt8(ascii: ":"),
      scanner.bytes[end] != 0x0A, scanner.bytes[end] != UInt8(ascii: ";")
    {
      end += 1
    }
    if end > start + 1 {
      return token(.label, to: end, value: scanner.trimmed((start + 1)..<end))
    }
    return scanner.starts(":::", at: start) ? token(.styleSeparator, to: start + 3) : nil
  }

  private mutating func single(_ start: Int) -> ClassToken {
    let word = scanner.skippingWord(start)
    if word > start { return token(.word, to: word) }
    switch byte {
    case UInt8(ascii: "+"): return token(.plus, to: start + 1)
    case UInt8(ascii: "%"): return token(.percent, to: start + 1)
    case UInt8(ascii: "="): return token(.equals, to: start + 1)
    case UInt8(ascii: "["): return token(.bracketOpen, to: start + 1)
    case UInt8(ascii: "]"): return token(.bracketClose, to: start + 1)
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: "?"), UInt8(ascii: "\\"),
      UInt8(ascii: "/"):
      return token(.punctuation, to: start + 1)
    case 0x80..<PreparedText.entityStart:
      if let end = LetterRules.end(scanner.bytes, start) { return token(.letter, to: end) }
      return whitespace() ?? unreadable()
    default:
      return unreadable()
    }
  }
}

// MARK: - class, namespace, call

extension ClassLexer {
  private mutating func classHead() -> ClassToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.finish, to: start) }
    if let token = whitespace(pop: 1) { return token }
    if byte == UInt8(ascii: "}") { return token(.structStop, to: start + 1, pop: 2) }
    if byte == UInt8(ascii: "{") { return token(.structStart, to: start + 1, push: .classBody) }
    return common() ?? words()
  }

  private mutating func classBody() -> ClassToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.endInStruct, to: start) }
    switch byte {
    case UInt8(ascii: "\""): return token(.skipped, to: start + 1, push: .string)
    case UInt8(ascii: "}"): return token(.structStop, to: start + 1, pop: 1)
    case UInt8(ascii: "{"): return token(.openInStruct, to: start + 1)
    case 0x0A: return token(.skipped, to: start + 1)
    default: break
    }
    if scanner.starts("[*]", at: start) { return token(.edge, to: start + 3) }
    var end = start
    while end < scanner.bytes.count, scanner.bytes[end] != 0x0A,
      scanner.bytes[end] != UInt8(ascii: "{"), scanner.bytes[end] != UInt8(ascii: "}")
    {
      end += 1
    }
    return token(.member, to: end, value: scanner.trimmed(start..<end))
  }

  private mutating func namespaceHead() -> ClassToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.finish, to: start) }
    if let end = keyword("namespace") { return token(.namespace, to: end, push: .namespaceHead) }
    if let token = whitespace(pop: 1) { return token }
    if byte == UInt8(ascii: "{") { return token(.structStart, to: start + 1, push: .namespaceBody) }
    if byte == UInt8(ascii: "}"), modes.count > 1 { return token(.skipped, to: start, pop: 1) }
    return common() ?? words()
  }

  private mutating func namespaceBody() -> ClassToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.endInStruct, to: start) }
    if let end = keyword("namespace") { return token(.namespace, to: end, push: .namespaceHead) }
    if byte == UInt8(ascii: "}") { return token(.structStop, to: start + 1, pop: 1) }
    if let token = whitespace() { return token }
    if scanner.starts("[*]", at: start) { return token(.edge, to: start + 3) }
    if let end = keyword("class") { return token(.classWord, to: end, push: .classHead) }
    return common() ?? words()
  }

  /// `\([\s]*\)`, `\(`, `[^(]*`
  private mutating func callbackName() -> ClassToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.callbackName, to: start) }
    guard byte == UInt8(ascii: "(") else {
      let end = scanner.find(UInt8(ascii: "("), from: start) ?? scanner.bytes.count
      return token(.callbackName, to: end, value: scanner.trimmed(start..<end))
    }
    let close = scanner.skippingWhitespace(start + 1)
    if scanner.byte(close) == UInt8(ascii: ")") { return token(.skipped, to: close + 1, pop: 1) }
    return token(.skipped, to: start + 1, pop: 1, push: .callbackArguments)
  }
}
