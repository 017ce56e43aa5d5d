import Diagnostics

/// Comments that are waiting to enter a tree: those that were removed before parsing and those that
/// a lexer found.
///
/// Both are in the order of the text; each statement takes the comments before it.
struct CommentQueue {
  private var removed: ArraySlice<PreparedText.Removed>
  private var met: ArraySlice<PreparedText.Removed> = []

  init(_ prepared: PreparedText) {
    removed = prepared.comments[...]
  }

  var isEmpty: Bool { removed.isEmpty && met.isEmpty }

  /// Adds a comment by its place in the source, with its `%%` or `#`.
  mutating func add(_ range: Range<Int>, signs: Int) {
    if met.isEmpty { met = [] }
    met.append(
      PreparedText.Removed(
        range: range, content: min(range.lowerBound + signs, range.upperBound)..<range.upperBound))
  }

  /// The next comment that begins before an offset of the source.
  ///
  /// Returns `nil` if no comment begins before the offset. Both lists are merged by their places.
  mutating func next(before offset: Int, _ map: inout PositionMap) -> Comment? {
    let first = removed.first?.range.lowerBound ?? Int.max
    let second = met.first?.range.lowerBound ?? Int.max
    guard min(first, second) < offset else { return nil }
    guard let comment = first < second ? removed.popFirst() : met.popFirst() else { return nil }
    let bytes = map.source.bytes
    var before = comment.range.lowerBound
    while before > 0, bytes[before - 1] == 0x20 || bytes[before - 1] == 0x09 { before -= 1 }
    let startsLine = before == 0 || bytes[before - 1] == 0x0A || bytes[before - 1] == 0x0D
    let scanner = ByteScanner(bytes)
    // A directive of several lines inside of the comment was removed from the text.
    let end = min(scanner.endOfLine(comment.content.lowerBound), comment.content.upperBound)
    let content = comment.content.lowerBound..<end
    return Comment(
      String(decoding: bytes[scanner.trimmed(content)], as: UTF8.self),
      isTrailing: !startsLine, range: map.range(ofSource: comment.range))
  }
}
