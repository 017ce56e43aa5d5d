/// After `classDef`, `class`, `style` and `scale`.
extension StateLexer {
  mutating func names() -> StateToken? {
    if scanner.isAtEnd { return nil }
    switch modes.current {
    case .classDef: return classDefName()
    case .classIDs: return classIDs()
    case .styleIDs: return styleIDs()
    default: return scaleWidth()
    }
  }

  mutating func classDefName() -> StateToken {
    let start = scanner.index
    let word = scanner.skippingWord(start)
    let end = scanner.skippingWhitespace(word)
    guard word > start, end > word else { return character() }
    let isDefault = scanner.keywordIgnoringCase("default", at: start) == word
    return token(
      isDefault ? .classDefDefault : .classDefName, to: end, value: start..<word,
      pop: 1, push: .classDefStyles)
  }

  /// `(\w+)+((,\s*\w+)*)`
  mutating func classIDs() -> StateToken {
    let start = scanner.index
    var end = scanner.skippingWord(start)
    guard end > start else { return character() }
    while scanner.byte(end) == UInt8(ascii: ",") {
      let word = scanner.skippingWhitespace(end + 1)
      let next = scanner.skippingWord(word)
      guard next > word else { break }
      end = next
    }
    return token(.classIDs, to: end, pop: 1, push: .className)
  }

  /// `[\w,]+\s+`
  mutating func styleIDs() -> StateToken {
    let start = scanner.index
    var word = start
    while scanner.isWord(word) || scanner.byte(word) == UInt8(ascii: ",") { word += 1 }
    let end = scanner.skippingWhitespace(word)
    guard word > start, end > word else { return character() }
    return token(.styleIDs, to: end, value: start..<word, pop: 1, push: .styleValue)
  }

  mutating func scaleWidth() -> StateToken? {
    let start = scanner.index
    var end = start
    while end < scanner.bytes.count, ByteClasses.isDigit(scanner.bytes[end]) { end += 1 }
    if end > start { return token(.width, to: end) }
    let word = scanner.skippingWhitespace(start)
    if word > start, let end = scanner.keywordIgnoringCase("width", at: word) {
      return token(.widthWord, to: end, pop: 1)
    }
    return character()
  }
}
