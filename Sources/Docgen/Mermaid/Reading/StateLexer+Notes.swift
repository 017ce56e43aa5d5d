/// After `note`: `NOTE` of the grammar and the modes that it opens.
extension StateLexer {
  mutating func note() -> StateToken? {
    let start = scanner.index
    if scanner.isAtEnd { return nil }
    if let end = scanner.keywordIgnoringCase("left of", at: start) {
      return token(.leftOf, to: end, pop: 1, push: .noteID)
    }
    if let end = scanner.keywordIgnoringCase("right of", at: start) {
      return token(.rightOf, to: end, pop: 1, push: .noteID)
    }
    if scanner.byte(start) == UInt8(ascii: "\"") {
      return token(.skipped, to: start + 1, pop: 1, push: .floatingNote)
    }
    return character()
  }

  /// `\s*[^:\n\s\-]+`
  mutating func noteID() -> StateToken? {
    if scanner.isAtEnd { return nil }
    let start = scanner.skippingWhitespace(scanner.index)
    var end = start
    while end < scanner.bytes.count, scanner.bytes[end] != UInt8(ascii: ":"),
      scanner.bytes[end] != UInt8(ascii: "-"), ByteClasses.whitespace(scanner.bytes, end) == 0
    {
      end += 1
    }
    return end > start ? identifier(to: end, pop: 1, push: .noteText) : character()
  }

  /// `\s*:[^:\n;]+` without the first two characters, or everything up to `end note`.
  mutating func noteText() -> StateToken? {
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
        return token(.noteText, to: end, value: scanner.trimmed(value), pop: 1)
      }
    }
    guard let (end, close) = endOfNote(from: start) else { return character() }
    return token(.noteText, to: end, value: scanner.trimmed(start..<close), pop: 1)
  }

  /// The offsets after `end note` and after the text before it.
  ///
  /// `end note` counts only at the start of a line. Returns `nil` if the note is never closed.
  func endOfNote(from start: Int) -> (end: Int, close: Int)? {
    var line = scanner.endOfLine(start)
    while line < scanner.bytes.count {
      let word = scanner.skippingWhitespace(line + 1)
      if let end = scanner.keywordIgnoringCase("end note", at: word) { return (end, word) }
      line = scanner.endOfLine(max(word, line + 1))
    }
    return nil
  }

  func skippingCharacters(_ count: Int, from start: Int) -> Int {
    var index = start
    for _ in 0..<count where index < scanner.bytes.count {
      index += 1
      while index < scanner.bytes.count, scanner.bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    return index
  }

  mutating func floatingNote() -> StateToken? {
    let start = scanner.index
    let word = scanner.skippingWhitespace(start)
    if scanner.startsIgnoringCase("as", at: word) {
      return token(
        .asWord, to: scanner.skippingWhitespace(word + 2), pop: 1, push: .floatingNoteID)
    }
    if scanner.byte(start) == UInt8(ascii: "\""), !scanner.isAtEnd {
      scanner.index += 1
      return nil
    }
    let end = scanner.find(UInt8(ascii: "\""), from: start) ?? scanner.bytes.count
    return token(.noteText, to: end)
  }

  mutating func floatingNoteID() -> StateToken? {
    identifier(to: scanner.endOfLine(scanner.index), pop: 1)
  }
}
