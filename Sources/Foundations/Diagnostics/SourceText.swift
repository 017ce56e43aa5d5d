/// A text with the offsets of its lines, which converts byte offsets to positions and back.
///
/// Lines end at LF, CRLF or a lone CR, as in CommonMark.
///
/// The bytes need not be valid UTF-8: `line` and `text` replace invalid ones. Computing the lines
/// takes one pass when the value is created; every conversion takes logarithmic time.
package struct SourceText: Sendable {
  package let bytes: [UInt8]
  /// Offset of the first byte of each line; never empty.
  private let lineStarts: [Int]

  package init(_ text: String) {
    self.init(bytes: Array(text.utf8))
  }

  package init(bytes: [UInt8]) {
    self.bytes = bytes
    self.lineStarts = Self.lineStarts(bytes)
  }

  /// Reserves room for lines of 32 bytes, so that a short text needs one allocation.
  private static func lineStarts(_ bytes: [UInt8]) -> [Int] {
    var starts: [Int] = []
    starts.reserveCapacity(bytes.count / 32 + 4)
    starts.append(0)
    for index in bytes.indices where bytes[index] <= 0x0D {
      let byte = bytes[index]
      let next = index + 1
      if byte == 0x0A || (byte == 0x0D && (next == bytes.count || bytes[next] != 0x0A)) {
        starts.append(next)
      }
    }
    return starts
  }

  /// The number of lines; a final newline begins an empty last line.
  package var lineCount: Int { lineStarts.count }

  /// The bytes of a line (1-based) without its line ending; empty outside the text.
  package func line(_ number: Int) -> String {
    String(decoding: bytes[lineRange(number)], as: UTF8.self)
  }

  /// Offsets of a line (1-based) without its line ending; empty outside the text.
  package func lineRange(_ number: Int) -> Range<Int> {
    guard number >= 1, number <= lineStarts.count else { return bytes.count..<bytes.count }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The offset where a line (1-based) begins; the end of the text for a line after the last.
  package func offset(ofLine number: Int) -> Int {
    if number < 1 { return 0 }
    return number <= lineStarts.count ? lineStarts[number - 1] : bytes.count
  }

  /// The offset of a position, clamped to the text.
  package func offset(of position: SourcePosition) -> Int {
    min(offset(ofLine: position.line) + max(position.column - 1, 0), bytes.count)
  }

  /// The position of a byte offset, by binary search over the line starts.
  ///
  /// An offset after the end gives a column after the last line's end.
  package func position(of offset: Int) -> SourcePosition {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourcePosition(line: low + 1, column: offset - lineStarts[low] + 1)
  }

  /// The range of offsets; most ranges end on the line where they begin or a few lines later.
  package func range(of offsets: Range<Int>) -> SourceRange {
    let start = position(of: offsets.lowerBound)
    var line = start.line
    let last = min(line + 4, lineStarts.count)
    while line < last, lineStarts[line] <= offsets.upperBound { line += 1 }
    if line == last, line < lineStarts.count, lineStarts[line] <= offsets.upperBound {
      return SourceRange(start: start, end: position(of: offsets.upperBound))
    }
    let column = offsets.upperBound - lineStarts[line - 1] + 1
    return SourceRange(start: start, end: SourcePosition(line: line, column: column))
  }

  /// The text between two positions.
  package func text(in range: SourceRange) -> String {
    let start = offset(of: range.start)
    return String(decoding: bytes[start..<max(start, offset(of: range.end))], as: UTF8.self)
  }
}
