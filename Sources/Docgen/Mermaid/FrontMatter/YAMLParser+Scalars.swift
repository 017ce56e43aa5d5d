extension YAMLParser {
  /// A scalar or a flow collection; null where none begins.
  mutating func scalar(
    above parent: Int, tag: String?, isFlow: Bool = false
  ) throws(YAMLError) -> YAMLValue {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return try flow()
    case UInt8(ascii: "\""): return .text(try quoted())
    case UInt8(ascii: "'") where !isJSON: return .text(try quoted())
    case UInt8(ascii: "|") where !isFlow, UInt8(ascii: ">") where !isFlow:
      return .text(try block(above: parent))
    default:
      let start = index
      guard let text = try plain(above: parent, isFlow: isFlow) else {
        if isJSON { throw error("a value is missing") }
        return .null
      }
      if tag == "!!str" { return .text(text) }
      let value = YAMLValue(plain: text)
      if isJSON, case .text = value { throw error("a text has no quotes", at: start) }
      return value
    }
  }

  // MARK: - Plain

  /// Whether a plain scalar can begin here.
  private func startsPlain(isFlow: Bool) -> Bool {
    if isBlank(at: index) { return false }
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"),
      UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""),
      UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
      return false
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      return !isBlank(at: index + 1) && !(isFlow && Self.isFlowSign(byte(at: index + 1)))
    default: return !Self.isFlowSign(byte)
    }
  }

  /// `,`, `[`, `]`, `{`, `}`
  static func isFlowSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }

  /// Words up to `: `, ` #` or, in a flow collection, its signs; over lines that are indented more
  /// than `parent`.
  mutating func plain(above parent: Int, isFlow: Bool) throws(YAMLError) -> String? {
    guard startsPlain(isFlow: isFlow) else { return nil }
    let start = index
    index = endOfPlain(isFlow: isFlow)
    let first = start..<index
    guard var breaks = continuation(above: parent, isFlow: isFlow) else {
      return String(decoding: bytes[first], as: UTF8.self)
    }
    var text = Array(bytes[first])
    while true {
      text += Self.folded(breaks)
      let end = endOfPlain(isFlow: isFlow)
      text += bytes[index..<end]
      index = end
      guard let more = continuation(above: parent, isFlow: isFlow) else {
        return String(decoding: text, as: UTF8.self)
      }
      breaks = more
    }
  }

  /// Goes to the next line of a plain scalar, and counts the line breaks before it; nothing, and
  /// goes nowhere, where there is none.
  private mutating func continuation(above parent: Int, isFlow: Bool) -> Int? {
    let before = (index, lineStart)
    if let breaks = lineBreaks(), !isAtEnd, isFlow || column > parent,
      byte != UInt8(ascii: "#"), !isMarker("---"), !isMarker("..."),
      !(isFlow && Self.isFlowSign(byte)), !isColon(at: index, isFlow: isFlow)
    {
      return breaks
    }
    (index, lineStart) = before
    return nil
  }

  private func isColon(at index: Int, isFlow: Bool) -> Bool {
    byte(at: index) == UInt8(ascii: ":")
      && (isBlank(at: index + 1) || (isFlow && Self.isFlowSign(byte(at: index + 1))))
  }

  /// The offset behind the last sign of the scalar on this line that is not blank.
  private func endOfPlain(isFlow: Bool) -> Int {
    var place = index
    var end = index
    while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D {
      if isColon(at: place, isFlow: isFlow) { break }
      if isFlow, Self.isFlowSign(bytes[place]) { break }
      if bytes[place] == UInt8(ascii: "#"), place > index, isBlank(at: place - 1) { break }
      place += 1
      if !isBlank(at: place - 1) { end = place }
    }
    return end
  }

  /// Goes over white space with line breaks, and counts these; nothing when there are none.
  private mutating func lineBreaks() -> Int? {
    var breaks = 0
    while isBlank(at: index), !isAtEnd {
      if byte == 0x0A || byte == 0x0D {
        breaks += 1
        lineStart = index + 1
      }
      index += 1
    }
    return breaks > 0 ? breaks : nil
  }

  /// One line break is a blank; more are one fewer.
  private static func folded(_ breaks: Int) -> [UInt8] {
    breaks == 1 ? [0x20] : [UInt8](repeating: 0x0A, count: breaks - 1)
  }

  // MARK: - Quoted

  mutating func quoted() throws(YAMLError) -> String {
    let (start, quote) = (index, byte)
    var text: [UInt8] = []
    index += 1
    while !isAtEnd {
      switch byte {
      case quote where quote == UInt8(ascii: "'") && byte(at: index + 1) == quote:
        text.append(quote)
        index += 2
      case quote:
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\") where quote == UInt8(ascii: "\""):
        try escape(into: &text)
      case 0x0A, 0x0D:
        if isJSON { throw error("a text ends on its line") }
        while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
        text += Self.folded(lineBreaks() ?? 1)
      default:
        text.append(byte)
        index += 1
      }
    }
    throw error("this quote is never closed", at: start, expected: ["`\(Character(.init(quote)))`"])
  }

  private static let escapes: [UInt8: String] = [
    0x30: "\0", 0x61: "\u{7}", 0x62: "\u{8}", 0x74: "\t", 0x09: "\t", 0x6E: "\n", 0x76: "\u{B}",
    0x66: "\u{C}", 0x72: "\r", 0x65: "\u{1B}", 0x20: " ", 0x22: "\"", 0x2F: "/", 0x5C: "\\",
    0x4E: "\u{85}", 0x5F: "\u{A0}", 0x4C: "\u{2028}", 0x50: "\u{2029}",
  ]

  private mutating func escape(into text: inout [UInt8]) throws(YAMLError) {
    let start = index
    let letter = byte(at: index + 1)
    index += 2
    if letter == 0x0A || letter == 0x0D {
      index -= 1
      _ = lineBreaks()
    } else if let known = Self.escapes[letter] {
      text += Array(known.utf8)
    } else {
      let count =
        switch letter {
        case UInt8(ascii: "x"): 2
        case UInt8(ascii: "u"): 4
        case UInt8(ascii: "U"): 8
        default: 0
        }
      let digits = bytes[min(index, bytes.count)...].prefix(count)
      guard count > 0, digits.count == count,
        let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw error("this escape is unknown", at: start) }
      index += count
      text += Array(String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8)
    }
  }

  // MARK: - Blocks

  /// `|` keeps line breaks, `>` folds them.
  private mutating func block(above parent: Int) throws(YAMLError) -> String {
    let folds = byte == UInt8(ascii: ">")
    index += 1
    var indent: Int?
    var chomping: UInt8 = 0
    while !isBlank(at: index) {
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "-"): chomping = byte
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        indent = max(parent, 0) + Int(byte - UInt8(ascii: "0"))
      default: throw error("this cannot stand behind `|` or `>`")
      }
      index += 1
    }
    while !isAtEnd, byte != 0x0A, byte != 0x0D {
      if byte == UInt8(ascii: "#"), isBlank(at: index - 1) {
        index = ByteScanner(bytes).endOfLine(index)
      } else if isBlank(at: index) {
        index += 1
      } else {
        throw misplaced()
      }
    }
    let lines = blockLines(&indent, above: parent)
    var text = folds ? Self.fold(lines) : lines.map { $0 + [0x0A] }.flatMap(\.self)
    if chomping != UInt8(ascii: "+") {
      while text.last == 0x0A { text.removeLast() }
      if chomping == 0, !text.isEmpty { text.append(0x0A) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The lines without their indentation, which the first that is not blank decides.
  private mutating func blockLines(_ indent: inout Int?, above parent: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    while index < bytes.count {
      let start = index + 1
      let end = ByteScanner(bytes).endOfLine(start)
      var first = start
      while first < end, bytes[first] == 0x20, first - start < indent ?? Int.max { first += 1 }
      let isEmpty = bytes[first..<end].allSatisfy { $0 == 0x20 }
      if !isEmpty {
        if indent == nil { indent = max(first - start, parent + 1) }
        if first - start < indent ?? 0 { break }
      }
      lines.append(isEmpty && first == end ? [] : Array(bytes[first..<end]))
      index = end
    }
    if index < bytes.count {
      index += 1
      lineStart = index
    }
    while lines.last?.isEmpty == true, index >= bytes.count { lines.removeLast() }
    return lines
  }

  /// Line breaks between two lines that are not indented further become blanks.
  private static func fold(_ lines: [[UInt8]]) -> [UInt8] {
    var text: [UInt8] = []
    var breaks = 0
    var wasFurther = false
    for (number, line) in lines.enumerated() {
      if line.isEmpty {
        breaks += 1
        continue
      }
      let isFurther = line[0] == 0x20 || line[0] == 0x09
      if number > 0, !text.isEmpty {
        let keeps = isFurther || wasFurther
        text +=
          keeps || breaks > 0
          ? [UInt8](repeating: 0x0A, count: breaks + (keeps ? 1 : 0)) : [0x20]
      } else {
        text += [UInt8](repeating: 0x0A, count: breaks)
      }
      text += line
      breaks = 0
      wasFurther = isFurther
    }
    return text + [UInt8](repeating: 0x0A, count: breaks + 1)
  }
}
