/// The steps in their order.
extension PreparedText {
  /// CRLF and CR become LF.
  mutating func normalizeLineEnds() {
    var deleted: [Range<Int>] = []
    for index in bytes.indices where bytes[index] == 0x0D {
      if index + 1 < bytes.count, bytes[index + 1] == 0x0A {
        deleted.append(index..<index + 1)
      } else {
        bytes[index] = 0x0A
      }
    }
    delete(deleted)
  }

  /// `<a href="x">` -> `<a href='x'>`: `<(\w+)([^>]*)>` with `="([^"]*)"` in it.
  static func replaceQuotesInTags(_ bytes: inout [UInt8]) {
    var index = 0
    while index + 1 < bytes.count {
      guard bytes[index] == UInt8(ascii: "<"), ByteClasses.isWord(bytes[index + 1]) else {
        index += 1
        continue
      }
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return }
      var position = index + 1
      while position + 1 < end {
        guard bytes[position] == UInt8(ascii: "="), bytes[position + 1] == UInt8(ascii: "\"") else {
          position += 1
          continue
        }
        guard let close = bytes[(position + 2)..<end].firstIndex(of: UInt8(ascii: "\"")) else {
          break
        }
        bytes[position + 1] = UInt8(ascii: "'")
        bytes[close] = UInt8(ascii: "'")
        position = close + 1
      }
      index = end + 1
    }
  }

  /// `^([^\S\n\r]*)-{3}\s*\n(.*?)\n\1-{3}\s*\n+`
  mutating func removeFrontMatter() {
    var index = ByteScanner(bytes).skippingBlanks(0)
    guard starts(with: "---", at: index) else { return }
    let indent = Array(bytes[..<index])
    guard let open = fence(at: index, indent: []) else { return }
    // `\s*` takes the blank lines after the opening line, and gives the last one back if no later
    // line closes.
    var start = open
    var blank: Int?
    index = open
    while index < bytes.count {
      let width = ByteClasses.whitespace(bytes, index)
      if width == 0 { break }
      index += width
      if bytes[index - 1] == 0x0A { (blank, start) = (start, index) }
    }
    if let (line, end) = closing(from: start, indent: indent) {
      takeFrontMatter(start..<line, within: indent.count..<end)
    } else if let blank, let end = fence(at: start, indent: indent) {
      takeFrontMatter(blank..<start - 1, within: indent.count..<end)
    }
  }

  /// The end of the first line that is followed by a closing line, and the offset after that one.
  private func closing(from start: Int, indent: [UInt8]) -> (line: Int, end: Int)? {
    var start = start
    while let line = bytes[start...].firstIndex(of: 0x0A) {
      if let end = fence(at: line + 1, indent: indent) { return (line, end) }
      start = line + 1
    }
    return nil
  }

  private mutating func takeFrontMatter(_ content: Range<Int>, within range: Range<Int>) {
    frontMatter = Removed(
      range: sourceOffset(range.lowerBound)..<sourceOffset(range.upperBound),
      content: sourceOffset(content.lowerBound)..<sourceOffset(content.upperBound))
    delete([0..<range.upperBound])
  }

  /// The offset after `---` and its line feed if such a line begins at `index`.
  func fence(at index: Int, indent: [UInt8]) -> Int? {
    let start = index + indent.count
    guard start + 3 <= bytes.count, bytes[index..<start].elementsEqual(indent),
      bytes[start..<start + 3].allSatisfy({ $0 == UInt8(ascii: "-") })
    else { return nil }
    let end = ByteScanner(bytes).skippingBlanks(start + 3)
    return end < bytes.count && bytes[end] == 0x0A ? end + 1 : nil
  }

  /// `%%{ word: … }%%`: the word's value is one word, or anything up to `}%%`.
  ///
  /// A directive may be anywhere, also within a line. An unclosed one reaches to the end of the
  /// text, as in the real program.
  mutating func removeDirectives() {
    var deleted: [Range<Int>] = []
    var index = 0
    while let start = find("%%{", from: index) {
      guard let end = directiveEnd(start + 3) else {
        index = start + 3
        continue
      }
      let isClosed = bytes[start..<end].suffix(3).elementsEqual("}%%".utf8)
      let close = isClosed ? end - 2 : end
      directives.append(
        Removed(
          range: sourceOffset(start)..<sourceOffset(end),
          content: sourceOffset(start + 2)..<sourceOffset(max(close, start + 2)),
          isClosed: isClosed))
      deleted.append(start..<end)
      index = end
    }
    delete(deleted)
  }

  func directiveEnd(_ start: Int) -> Int? {
    var index = skipWhitespace(start)
    let word = index
    index = ByteScanner(bytes).skippingWord(word)
    guard index > word else { return nil }
    let colon = skipWhitespace(index)
    if colon < bytes.count, bytes[colon] == UInt8(ascii: ":") { index = colon + 1 }
    index = skipWhitespace(index)
    let value = ByteScanner(bytes).skippingWord(index)
    index = skipWhitespace(value > index ? value : find("}%%", from: index) ?? bytes.count)
    return starts(with: "}%%", at: index) ? index + 3 : index
  }

  /// `^\s*%%(?!{)[^\n]+\n?` on every line.
  mutating func removeCommentLines() {
    var deleted: [Range<Int>] = []
    var line = 0
    while line < bytes.count {
      let start = skipWhitespace(line)
      let end = start < bytes.count ? endOfLine(start) : bytes.count
      if starts(with: "%%", at: start), !starts(with: "{", at: start + 2), end > start + 2 {
        let next = min(end + 1, bytes.count)
        comments.append(
          Removed(
            range: sourceOffset(start)..<sourceOffset(end),
            content: sourceOffset(start + 2)..<sourceOffset(end)))
        deleted.append(line..<next)
        line = next
      } else {
        line = end + 1
      }
    }
    delete(deleted)
  }

  /// `}\s*\n` -> `}\n`, before a flowchart is read.
  mutating func removeWhitespaceAfterBraces() {
    var deleted: [Range<Int>] = []
    for index in bytes.indices where bytes[index] == UInt8(ascii: "}") {
      let end = skipWhitespace(index + 1)
      if let line = bytes[index + 1..<end].lastIndex(of: 0x0A), line > index + 1 {
        deleted.append(index + 1..<line)
      }
    }
    delete(deleted)
  }

  mutating func removeLeadingWhitespace() {
    let start = skipWhitespace(0)
    if start > 0 { delete([0..<start]) }
  }

  /// `style.*:\S*#.*;` loses its last `;`.
  mutating func dropLastSemicolon(ofLinesWith word: StaticString) {
    var deleted: [Range<Int>] = []
    var index = 0
    while let found = find(word, from: index) {
      let end = endOfLine(found)
      index = end + 1
      guard let last = bytes[found..<end].lastIndex(of: UInt8(ascii: ";")) else { continue }
      var colon = false
      for position in (found + word.utf8CodeUnitCount)..<max(last, found + word.utf8CodeUnitCount) {
        if bytes[position] == UInt8(ascii: ":") { colon = true }
        if ByteClasses.whitespace(bytes, position) > 0 { colon = false }
        if colon, bytes[position] == UInt8(ascii: "#") {
          deleted.append(last..<last + 1)
          break
        }
      }
    }
    delete(deleted)
  }

  /// A text with as many additional `;` as would be dropped from the ends of its lines.
  ///
  /// The inverse of `dropLastSemicolon`, for printing: a line such as `style a fill:#f00;` would
  /// lose its `;` when it is read again.
  static func guarded(_ text: String) -> String {
    // Compared by bytes: a combining mark after the last letter of a word would hide it.
    guard text.utf8.contains(UInt8(ascii: ";")),
      text.utf8.contains("style".utf8) || text.utf8.contains("classDef".utf8)
    else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { guarded(line: String($0)) }.joined(separator: "\n")
  }

  private static func guarded(line: String) -> String {
    // White space is lost at the start of a text, but not of a line.
    let scanner = ByteScanner(Array(line.utf8))
    let start = scanner.skippingWhitespace(0)
    let indent = String(decoding: scanner.bytes[..<start], as: UTF8.self)
    let line = String(decoding: scanner.bytes[start...], as: UTF8.self)
    let guarded = ["", ";", ";;"].map { line + $0 }.first { candidate in
      let prepared = PreparedText(Array(candidate.utf8)).bytes.dropLast()
      return Entities.written(prepared) == line
    }
    return indent + (guarded ?? line)
  }

  /// `#\w+;`
  static func markEntities(_ bytes: inout [UInt8]) {
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "#") else {
        index += 1
        continue
      }
      let start = index
      index += 1
      while index < bytes.count, ByteClasses.isWord(bytes[index]) { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: ";"), index > start + 1 {
        bytes[start] = PreparedText.entityStart
        bytes[index] = PreparedText.entityEnd
      }
    }
  }
}

// MARK: - Looking

extension PreparedText {
  func skipWhitespace(_ start: Int) -> Int { ByteScanner(bytes).skippingWhitespace(start) }

  func endOfLine(_ start: Int) -> Int { ByteScanner(bytes).endOfLine(start) }

  func starts(with word: StaticString, at index: Int) -> Bool {
    ByteScanner(bytes).starts(word, at: index)
  }

  func find(_ word: StaticString, from start: Int) -> Int? {
    word.withUTF8Buffer { buffer in
      guard let first = buffer.first else { return nil }
      var index = start
      while index + buffer.count <= bytes.count {
        if bytes[index] == first, bytes[index..<index + buffer.count].elementsEqual(buffer) {
          return index
        }
        index += 1
      }
      return nil
    }
  }
}
