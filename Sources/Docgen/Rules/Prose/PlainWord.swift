import Diagnostics
import Markdown

/// A word of a paragraph's line, without punctuation around it.
struct PlainWord {
  var text: Substring
  /// Bytes before it in the line's text.
  var offset: Int

  static func all(in line: String) -> [PlainWord] {
    line.split(separator: " ").compactMap { part in
      var word = part.drop { "([*_\"".contains($0) }
      while let last = word.last, ".,;:!?)]*_\"".contains(last) { word = word.dropLast() }
      guard !word.isEmpty else { return nil }
      return PlainWord(text: word, offset: line[..<word.startIndex].utf8.count)
    }
  }
}

extension CheckedPage {
  /// The words in paragraphs, outside code and links, for which a function of the words of a line and
  /// an index returns a value.
  func plainWords<Value>(
    _ value: ([PlainWord], Int) -> Value?
  ) -> [(span: CodeSpan, value: Value)] {
    let others = page.codeSpans.map(\.range) + page.links.map(\.range)
    return page.blocks.indices.flatMap { index -> [(CodeSpan, Value)] in
      let block = page.blocks[index]
      guard block.kind == .paragraph, isWritten(block.range) else { return [] }
      return page.lines(of: block).flatMap { line -> [(CodeSpan, Value)] in
        let words = PlainWord.all(in: line.text)
        return words.indices.compactMap { number in
          guard let value = value(words, number) else { return nil }
          let word = words[number]
          let range = SourceRange(
            line: line.start.line, column: line.start.column + word.offset,
            length: word.text.utf8.count)
          guard !others.contains(where: { $0.start <= range.start && range.end <= $0.end }) else {
            return nil
          }
          let span = CodeSpan(
            text: String(word.text), range: range, contentRange: range, block: index)
          return (span, value)
        }
      }
    }
  }
}
