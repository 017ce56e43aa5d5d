internal import Diagnostics

/// Finds where the inline nodes of one paragraph or heading really stand.
///
/// libcmark parses a paragraph as one string, its lines joined and their indentation removed, and
/// reports "line" and column as `line = newlines it noticed`, `column = bytes since the last noticed
/// newline + the paragraph's own column`. It does not notice the newlines of a hard break written
/// with a backslash, of a link's destination, title or label, nor those of link reference
/// definitions in front; and it does not know how far continuation lines were indented.
/// The locator keeps the same string and the same account, and so turns a reported column back into
/// the offset in the string, and that into the offset in the file.
struct InlineLocator {
  /// The paragraph's string.
  let content: Excerpt
  /// What libcmark adds to every column.
  private let columnBase: Int
  /// Offset of the first byte behind the last newline that libcmark noticed.
  private var anchor: Int
  /// End of the last node located.
  private(set) var cursor: Int

  /// The number of lines up to the end of the last node located.
  var linesUpToCursor: Int {
    1 + content.bytes[..<min(cursor, content.bytes.count)].count { $0 == .newline }
  }

  /// `skipping` is the length of link reference definitions in front, which are no inlines.
  init(content: Excerpt, columnBase: Int, skipping: Int) {
    self.content = content
    self.columnBase = columnBase
    self.anchor = skipping
    self.cursor = skipping
  }

  func offset(ofColumn column: Int) -> Int {
    min(max(anchor + column - 1 - columnBase, 0), content.bytes.count)
  }

  /// Passes text, which ends on the line it begins on.
  ///
  /// libcmark reports text that ends in backticks without partner as one byte longer than it is.
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

  /// Passes the end of a link, whose destination may hold newlines that libcmark did not notice.
  mutating func passLinkEnd(_ end: Int) {
    cursor = max(cursor, min(end, content.bytes.count))
  }

  private mutating func pass(_ range: Range<Int>) {
    if let last = content.bytes[range].lastIndex(of: .newline) { anchor = last + 1 }
    cursor = range.upperBound
  }
}
