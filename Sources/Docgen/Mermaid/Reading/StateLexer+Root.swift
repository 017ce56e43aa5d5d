/// Outside of composites: `INITIAL` of the grammar.
extension StateLexer {
  mutating func initial() -> StateToken? {
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
      return token(.structStart, to: start + 1, pop: 1, push: .structure)
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
    return character()
  }

  /// Words that are not identifiers at the root: `click`, `href`, a string, `default`.
  mutating func reserved(_ start: Int) -> StateToken? {
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
  mutating func keywordStatement(_ start: Int, isRoot: Bool) -> StateToken? {
    switch scanner.byte(start) | 0x20 {
    case UInt8(ascii: "s"):
      if isRoot, let end = spaced("scale") { return token(.scale, to: end, push: .scale) }
      if let end = spaced("style") { return token(.styleWord, to: end, push: .styleIDs) }
      if let end = spaced("state") {
        stateStart = start
        return token(.skipped, to: end, push: .state)
      }
    case UInt8(ascii: "a") where isRoot:
      return accessibility(ignoresCase: true)
    case UInt8(ascii: "c"):
      if let end = spaced("classdef") { return token(.classDef, to: end, push: .classDef) }
      if let end = spaced("class") { return token(.classWord, to: end, push: .classIDs) }
    default: break
    }
    return nil
  }

  /// `[*]`, an identifier, or a label after its colon.
  mutating func element(_ start: Int) -> StateToken? {
    if scanner.starts("[*]", at: start) { return token(.edge, to: start + 3) }
    var end = start
    while end < scanner.bytes.count, isIdentifierByte(end) { end += 1 }
    if end > start {
      // A piece that begins with `%%` is dropped; the lexer continues after it.
      return identifier(to: end) ?? StateToken(.skipped, start..<end)
    }
    return label(start)
  }

  /// `[^:\n\s\-\{]`
  func isIdentifierByte(_ offset: Int) -> Bool {
    switch scanner.bytes[offset] {
    case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "{"): false
    default: ByteClasses.whitespace(scanner.bytes, offset) == 0
    }
  }

  /// `\s*:(?:[^:\n;]|:[^:\n;])+`
  mutating func label(_ start: Int) -> StateToken? {
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

  func isArrow(_ start: Int) -> Bool { scanner.starts("-->", at: start) }
}
