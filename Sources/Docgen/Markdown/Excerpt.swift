internal import Diagnostics

/// Text from a file without container prefixes, with the origin of each line.
///
///     > <!-- a          bytes "<!-- a\nb -->"
///     > b -->           source(7) is the offset of `b` in the file
///
/// Both directions are a binary search among the lines, and exact within a line because the bytes
/// of a line are copied without changes.
struct Excerpt: Hashable, Sendable {
  private struct Line: Hashable, Sendable {
    /// Offset in `bytes` of the line's first byte.
    let start: Int
    /// Offset in the file of the same byte.
    let source: Int
  }

  /// Lines joined with LF.
  private(set) var bytes: [UInt8] = []
  private var lines: [Line] = []

  init() {}

  /// Adds the line at `range` of the file, without its ending.
  mutating func append(line range: Range<Int>, of text: SourceText) {
    if !lines.isEmpty { bytes.append(.newline) }
    lines.append(Line(start: bytes.count, source: range.lowerBound))
    bytes.append(contentsOf: text.bytes[range])
  }

  /// Adds the rest of a line; a partly consumed tab becomes its remaining spaces.
  ///
  /// The remaining spaces of a tab have no bytes of their own in the file, so their places are
  /// those of the bytes before the rest of the line.
  mutating func append(rest cursor: LineCursor, of text: SourceText) {
    let rest = cursor.rest(text.bytes)
    if !lines.isEmpty { bytes.append(.newline) }
    lines.append(Line(start: bytes.count, source: cursor.end - rest.count))
    bytes += rest
  }

  /// The place in the file of an offset in the excerpt.
  func source(_ offset: Int) -> Int {
    guard !lines.isEmpty else { return 0 }
    let line = lines[lineIndex(before: offset)]
    return line.source + offset - line.start
  }

  func position(_ offset: Int, _ text: SourceText) -> SourcePosition {
    text.position(of: source(offset))
  }

  func range(_ offsets: Range<Int>, _ text: SourceText) -> SourceRange {
    SourceRange(
      start: position(offsets.lowerBound, text), end: position(offsets.upperBound, text))
  }

  func string(_ offsets: Range<Int>) -> String {
    String(decoding: bytes[offsets], as: UTF8.self)
  }

  /// A part of the excerpt as an excerpt of its own.
  func slice(_ offsets: Range<Int>) -> Excerpt {
    var result = Excerpt()
    result.bytes = Array(bytes[offsets])
    result.lines = [Line(start: 0, source: source(offsets.lowerBound))]
    var index = lineIndex(before: offsets.lowerBound) + 1
    while index < lines.count, lines[index].start <= offsets.upperBound {
      let line = lines[index]
      result.lines.append(Line(start: line.start - offsets.lowerBound, source: line.source))
      index += 1
    }
    return result
  }

  /// Offset of the next occurrence of some bytes at or after `start`.
  func find(_ needle: [UInt8], from start: Int, before limit: Int? = nil) -> Int? {
    let limit = limit ?? bytes.count
    guard let first = needle.first, start >= 0 else { return nil }
    var index = start
    while index + needle.count <= limit {
      if bytes[index] == first, bytes[index..<(index + needle.count)].elementsEqual(needle) {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Index of the last line that begins at or before an offset.
  private func lineIndex(before offset: Int) -> Int {
    var low = 0
    var high = lines.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle].start <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
