/// Inside a composite (`struct` of the grammar) and after `state` (`STATE`).
extension StateLexer {
  mutating func structure() -> StateToken? {
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
      return token(.structStop, to: start + 1, pop: 1)
    }
    if let end = spaced("note") { return token(.note, to: end, push: .note) }
    if let token = element(start) { return token }
    if isArrow(start) { return token(.arrow, to: start + 3) }
    if scanner.starts("--", at: start) { return token(.concurrent, to: start + 2) }
    if scanner.starts(":::", at: start) { return token(.styleSeparator, to: start + 3) }
    return character()
  }
}

// MARK: - STATE

extension StateLexer {
  mutating func state() -> StateToken? {
    let start = scanner.index
    if scanner.isAtEnd { return nil }
    if skip(lineFeeds: false) { return nil }
    if let (kind, place, width) = markers.match(scanner, at: start) {
      return token(
        kind, to: place + width, value: scanner.trimmed(start..<place), pop: 1)
    }
    let byte = scanner.byte(start)
    if byte == UInt8(ascii: "\"") {
      return token(.skipped, to: start + 1, push: .stateString)
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
      return token(.skipped, to: start + 1, pop: 1)
    }
    if byte == UInt8(ascii: "{") {
      return token(.structStart, to: start + 1, pop: 1, push: .structure)
    }
    return character()
  }

  mutating func stateString() -> StateToken? {
    let start = scanner.index
    if scanner.byte(start) == UInt8(ascii: "\""), !scanner.isAtEnd {
      return token(.skipped, to: start + 1, pop: 1)
    }
    let end = scanner.find(UInt8(ascii: "\""), from: start) ?? scanner.bytes.count
    return token(.description, to: end)
  }

  mutating func stateID() -> StateToken? {
    var end = scanner.index
    while end < scanner.bytes.count, scanner.bytes[end] != 0x0A,
      scanner.bytes[end] != UInt8(ascii: "{")
    {
      end += 1
    }
    return identifier(to: end, pop: 1)
  }
}
