import Diagnostics
import Markdown

/// A word of a paragraph's line, without punctuation around it.
struct PlainWord {
  var text: Substring
  /// Bytes before it in the line's text.
  var offset: Int

  /// Reads bytes: a page can have millions of words, and all that is cut off is ASCII.
  static func all(in line: String) -> [PlainWord] {
    let bytes = line.utf8
    return bytes.split(separator: UInt8(ascii: " ")).compactMap { part in
      var word = part.drop(while: isOpening)
      while let last = word.last, isClosing(last) { word = word.dropLast() }
      guard !word.isEmpty else { return nil }
      return PlainWord(
        text: Substring(word), offset: bytes.distance(from: bytes.startIndex, to: word.startIndex))
    }
  }

  private static func isOpening(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "*"), UInt8(ascii: "_"),
      UInt8(ascii: "\""), UInt8(ascii: "`"):
      true
    default: false
    }
  }

  private static func isClosing(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
      UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ")"), UInt8(ascii: "]"),
      UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "\""),
      UInt8(ascii: "`"):
      true
    default: false
    }
  }
}

extension CheckedPage {
  /// The words in paragraphs and HTML, outside code and links, for which a function of the words of a line and
  /// an index returns a value.
  func plainWords<Value>(
    _ value: ([PlainWord], Int) -> Value?
  ) -> [(span: CodeSpan, value: Value)] {
    // The code and links of each line that they are on.
    var markedRanges: [Int: [SourceRange]] = [:]
    for range in page.codeSpans.map(\.range) + page.links.map(\.range) {
      for line in range.start.line...max(range.start.line, range.end.line) {
        markedRanges[line, default: []].append(range)
      }
    }
    return page.blocks.indices.flatMap { index -> [(CodeSpan, Value)] in
      let block = page.blocks[index]
      guard block.kind == .paragraph || block.kind == .html, isWritten(block.range) else {
        return []
      }
      let lines = page.lines(of: block)
      if block.kind == .html, lines.first?.text.hasPrefix("<!--") == true { return [] }
      return lines.flatMap { line -> [(CodeSpan, Value)] in
        let words = PlainWord.all(in: line.text)
        return words.indices.compactMap { number in
          guard let value = value(words, number) else { return nil }
          let word = words[number]
          let range = SourceRange(
            line: line.start.line, column: line.start.column + word.offset,
            length: word.text.utf8.count)
          let isInside = markedRanges[line.start.line]?.contains {
            $0.start <= range.start && range.end <= $0.end
          }
          if isInside == true { return nil }
          let span = CodeSpan(
            text: String(word.text), range: range, contentRange: range, block: index)
          return (span, value)
        }
      }
    }
  }
}
