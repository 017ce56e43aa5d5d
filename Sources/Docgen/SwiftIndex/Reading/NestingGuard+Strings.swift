/// String literals and their interpolations.
extension NestingGuard {
  mutating func openString(_ source: UnsafeBufferPointer<UInt8>, pounds: Int) {
    other()
    let quote = UInt8(ascii: "\"")
    let isMultiline = peek(source, 1) == quote && peek(source, 2) == quote
    let start = index - pounds
    index += isMultiline ? 3 : 1
    // `#"""#` is a quote.
    if isMultiline, peek(source, 0) != 0x0A, peek(source, 0) != 0x0D { isDoubtful = true }
    push(Frame(closer: quote, pounds: pounds, isMultiline: isMultiline), at: start)
  }

  mutating func scanString(_ source: UnsafeBufferPointer<UInt8>) {
    let frame = frames[frames.count - 1]
    switch source[index] {
    case 0x0A where !frame.isMultiline, 0x0D where !frame.isMultiline:
      isDoubtful = true
      pop()
      index += 1
    case UInt8(ascii: "\\"):
      var after = index + 1
      while after - index <= frame.pounds, after < source.count, source[after] == 0x23 {
        after += 1
      }
      let isEscape = after - index - 1 == frame.pounds
      if isEscape, after < source.count, source[after] == UInt8(ascii: "(") {
        index = after
        open(UInt8(ascii: "("), source)
      } else if isEscape, after < source.count, source[after] != 0x0A, source[after] != 0x0D {
        index = after + 1
      } else {
        index = after
      }
    case UInt8(ascii: "\""): closeString(source, frame)
    default: index += 1
    }
  }

  mutating func closeString(_ source: UnsafeBufferPointer<UInt8>, _ frame: Frame) {
    let quotes = frame.isMultiline ? 3 : 1
    for distance in 0..<(quotes + frame.pounds) {
      let expected: UInt8 = distance < quotes ? UInt8(ascii: "\"") : 0x23
      guard peek(source, distance) == expected else {
        index += 1
        return
      }
    }
    index += quotes + frame.pounds
    pop()
  }
}
