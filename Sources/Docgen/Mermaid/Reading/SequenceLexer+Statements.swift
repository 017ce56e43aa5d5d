/// The beginnings of statements: `INITIAL` of the grammar.
extension SequenceLexer {
  /// The order of the tests is that of the rules in the grammar, because its lexer takes the first
  /// rule that matches and not the longest match. So `par` is tested before `par_over`, and words
  /// need a boundary after them.
  mutating func initial() -> SequenceToken {
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

  /// `[^\}]%%[^\n]*`: the match includes one character before the percent characters.
  func isCommentBehindCharacter(_ start: Int) -> Bool {
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
  func number(_ start: Int) -> Int? {
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

  /// Only words with the right first letter are compared. `push` enters the state in which the rest
  /// of the line is read.
  mutating func keyword(_ start: Int, _ first: UInt8) -> SequenceToken? {
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
      return keywordInA()
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

  func word(_ word: StaticString) -> Int? {
    scanner.keywordIgnoringCase(word, at: scanner.index)
  }

  mutating func keywordInA() -> SequenceToken? {
    if let end = word("actor") { return token(.actorWord, to: end, push: .id) }
    if let end = word("alt") { return token(.block(.alt), to: end, push: .line) }
    if let end = word("and") { return token(.and, to: end, push: .line) }
    if let end = word("activate") { return token(.activate, to: end, push: .id) }
    if let end = word("autonumber") { return token(.autonumber, to: end) }
    return accessibility(ignoresCase: true)
  }

  /// `title\s[^#\n;]+`, `title:\s[^#\n;]+`
  mutating func title(_ start: Int) -> SequenceToken? {
    guard scanner.startsIgnoringCase("title", at: start) else { return nil }
    var space = start + 5
    if scanner.byte(space) == UInt8(ascii: ":") { space += 1 }
    let width = ByteClasses.whitespace(scanner.bytes, space)
    guard width > 0 else { return nil }
    let end = endOfText(space + width)
    guard end > space + width else { return nil }
    return token(.title, to: end, value: scanner.trimmed(space..<end))
  }

  /// `[^#\n;]*`
  func endOfText(_ start: Int) -> Int {
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
  mutating func sign(_ start: Int) -> SequenceToken {
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
    return character(.invalid)
  }
}
