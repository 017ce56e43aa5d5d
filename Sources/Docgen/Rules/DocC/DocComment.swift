import Diagnostics
import SwiftIndex

/// The text of a documentation comment as DocC reads it, with its places in the Swift file.
///
///     /// Opens ``Door``.      ->  Opens ``Door``.
///     /** Opens ``Door``. */   ->  Opens ``Door``.
enum DocComment {
  static func text(_ documentation: Documentation, in source: SourceText) -> DocCText? {
    guard let range = documentation.location.range else { return nil }
    var lines = (range.start.line...range.end.line).compactMap { number -> DocCText.Line? in
      let full = source.line(number)
      guard let start = contentStart(of: full) else { return nil }
      var text = full[start...]
      if let end = text.range(of: "*/") { text = text[..<end.lowerBound] }
      return DocCText.Line(
        text: String(text), number: number,
        shift: full.utf8.distance(from: full.startIndex, to: start))
    }
    let indents = lines.filter { $0.text.contains { !$0.isWhitespace } }
      .map { $0.text.prefix { $0 == " " }.count }
    let common = indents.min() ?? 0
    for index in lines.indices {
      let count = min(common, lines[index].text.prefix { $0 == " " }.count)
      lines[index].text = String(lines[index].text.dropFirst(count))
      lines[index].shift += count
    }
    return DocCText(path: documentation.location.file, lines: lines)
  }

  /// The start of the text of a comment's line; `nil` if the line is not part of a comment.
  private static func contentStart(of line: String) -> String.Index? {
    let rest = line.drop { $0 == " " || $0 == "\t" }
    for mark in ["///", "/**", "*/", "*"] where rest.hasPrefix(mark) {
      let isEnd = mark == "*/"
      return isEnd ? rest.startIndex : rest.index(rest.startIndex, offsetBy: mark.count)
    }
    return rest.hasPrefix("//") || rest.hasPrefix("@") ? nil : rest.startIndex
  }
}

extension String.SubSequence {
  fileprivate func range(of text: String) -> Range<String.Index>? {
    firstRange(of: text)
  }
}
