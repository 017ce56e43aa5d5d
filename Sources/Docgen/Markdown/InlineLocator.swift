internal import Diagnostics

/// Finds the real positions of the inline nodes of one paragraph or heading.
///
/// libcmark parses a paragraph as one string, its lines joined and their indentation removed, and
/// reports "line" and column as `line = newlines it noticed`, `column = bytes since the last
/// noticed newline + the paragraph's own column`. It does not notice the newlines of a hard break
/// written with a backslash, of a link's destination, title or label, and those of link reference
/// definitions before the text. It also does not know the indentation of continuation lines. The
/// locator keeps the same string and the same count, and so converts a reported column back into
/// the offset in the string, and that into the offset in the file.
struct InlineLocator {
  /// The paragraph's string.
  let content: Excerpt
  /// The number that libcmark adds to every column.
  private let columnBase: Int
  /// Offset of the first byte after the last newline that libcmark noticed.
  private var anchor: Int
  /// End of the last located node.
  private(set) var cursor: Int

  /// The number of lines up to the end of the last located node.
  var linesUpToCursor: Int {
    1 + content.bytes[..<min(cursor, content.bytes.count)].count { $0 == .newline }
  }

  /// `skipping` is the length of link reference definitions before the text, which are not inlines.
  init(content: Excerpt, columnBase: Int, skipping: Int) {
    self.content = content
    self.columnBase = columnBase
    self.anchor = skipping
    self.cursor = skipping
  }

  func offset(ofColumn column: Int) -> Int {
    min(max(anchor + column - 1 - columnBase, 0), content.bytes.count)
  }

  /// Passes text, which ends on the line on which it begins.
  ///
  /// libcmark reports text that ends in unmatched backticks as one byte too long.
  mutating func passText(endColumn: Int) {
    let end = min(offset(ofColumn: endColumn) + 1, content.bytes.count)
    while cursor < end, content.bytes[cursor] != .newline { cursor += 1 }
  }

  /// Passes the line ending of a soft or hard break.
  mutating func passBreak(isHard: Bool) {
    guard let newline = content.find([.newline], from: cursor) else { return }
    let backslash = isHard && newline > 0 && content.bytes[newline - 1] == UInt8(ascii: "\\")
    cursor = newline + 1
    if !backslash { anchor = cursor }
  }

  /// Passes a code span whose content is reported to begin at a column.
  mutating func passCode(startColumn: Int) -> (whole: Range<Int>, content: Range<Int>)? {
    let bytes = content.bytes
    let inner = offset(ofColumn: startColumn)
    var start = inner
    while start > cursor, bytes[start - 1] == .backtick { start -= 1 }
    let length = inner - start
    guard length > 0 else { return nil }
    var index = inner
    while index < bytes.count {
      guard bytes[index] == .backtick else {
        index += 1
        continue
      }
      let runStart = index
      while index < bytes.count, bytes[index] == .backtick { index += 1 }
      if index - runStart == length {
        pass(start..<index)
        return (start..<index, inner..<runStart)
      }
    }
    return nil
  }

  /// Passes raw HTML.
  mutating func passHTML(startColumn: Int, literal: String) -> Range<Int>? {
    let wanted = Array(literal.utf8)
    let start = offset(ofColumn: startColumn)
    var found: Int?
    if start + wanted.count <= content.bytes.count,
      content.bytes[start..<(start + wanted.count)].elementsEqual(wanted)
    {
      found = start
    } else {
      found = content.find(wanted, from: cursor)
    }
    guard let found else { return nil }
    let range = found..<(found + wanted.count)
    pass(range)
    return range
  }

  /// Passes the end of a link, whose destination may contain newlines that libcmark did not notice.
  mutating func passLinkEnd(_ end: Int) {
    cursor = max(cursor, min(end, content.bytes.count))
  }

  private mutating func pass(_ range: Range<Int>) {
    if let last = content.bytes[range].lastIndex(of: .newline) { anchor = last + 1 }
    cursor = range.upperBound
  }
}
