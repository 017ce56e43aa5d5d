extension ClassLexer {
  /// Strings, keywords, `<<`, `~` and backticks: they come before the rules of most modes.
  mutating func common() -> ClassToken? {
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
      if modes.current != .generic, modes.current != .literal {
        return token(.skipped, to: start + 1, push: .generic)
      }
      if modes.current == .literal { return token(.skipped, to: start + 1, push: .generic) }
    case UInt8(ascii: "`"):
      if modes.current != .literal, modes.current != .generic {
        return token(.skipped, to: start + 1, push: .literal)
      }
    default: break
    }
    return nil
  }

  /// Link targets, ends, lines, labels, words and single characters.
  mutating func words() -> ClassToken {
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
  mutating func label(_ start: Int) -> ClassToken? {
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

  mutating func single(_ start: Int) -> ClassToken {
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
      return whitespace() ?? character()
    default:
      return character()
    }
  }
}

// MARK: - class, namespace, call

extension ClassLexer {
  mutating func classHead() -> ClassToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.finish, to: start) }
    if let token = whitespace(pop: 1) { return token }
    if byte == UInt8(ascii: "}") { return token(.structStop, to: start + 1, pop: 2) }
    if byte == UInt8(ascii: "{") { return token(.structStart, to: start + 1, push: .classBody) }
    return common() ?? words()
  }

  mutating func classBody() -> ClassToken {
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

  mutating func namespaceHead() -> ClassToken {
    let start = scanner.index
    if scanner.isAtEnd { return token(.finish, to: start) }
    if let end = keyword("namespace") { return token(.namespace, to: end, push: .namespaceHead) }
    if let token = whitespace(pop: 1) { return token }
    if byte == UInt8(ascii: "{") { return token(.structStart, to: start + 1, push: .namespaceBody) }
    if byte == UInt8(ascii: "}"), modes.depth > 1 { return token(.skipped, to: start, pop: 1) }
    return common() ?? words()
  }

  mutating func namespaceBody() -> ClassToken {
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
  mutating func callbackName() -> ClassToken {
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
