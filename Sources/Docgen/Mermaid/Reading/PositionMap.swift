import Diagnostics

/// Turns offsets of the prepared text into places of the source.
///
/// Parsers ask for places in nearly ascending order, so the last run and line are remembered.
///
/// A run is a part of the source that was kept. The offset in a run and its start in the source
/// give the place; an offset in another run needs a binary search. Columns count bytes of UTF-8,
/// from 1.
struct PositionMap {
  let source: SourceText
  private let runs: [PreparedText.Run]
  private var run = 0
  private var line = 1
  private var lineStart = 0
  private var lineEnd: Int

  init(_ source: SourceText, _ prepared: PreparedText) {
    self.source = source
    self.runs = prepared.runs
    self.lineEnd = source.lineCount > 1 ? source.offset(ofLine: 2) : Int.max
  }

  /// The source range of a range of the prepared text.
  mutating func range(_ range: Range<Int>) -> SourceRange {
    let start = position(range.lowerBound)
    guard !range.isEmpty else { return SourceRange(start: start, end: start) }
    // The end is after the last byte, not before the next run.
    let last = position(range.upperBound - 1)
    return SourceRange(
      start: start, end: SourcePosition(line: last.line, column: last.column + 1))
  }

  mutating func position(_ code: Int) -> SourcePosition {
    place(ofSource: min(sourceOffset(code), source.bytes.count))
  }

  mutating func sourceOffset(_ code: Int) -> Int {
    if code < runs[run].code || (run + 1 < runs.count && code >= runs[run + 1].code) {
      var low = 0
      var high = runs.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if runs[middle].code <= code { low = middle } else { high = middle }
      }
      run = low
    }
    return runs[run].source + code - runs[run].code
  }

  /// The place of an offset of the source itself.
  mutating func place(ofSource offset: Int) -> SourcePosition {
    if offset < lineStart {
      line = source.position(of: offset).line
      lineStart = source.offset(ofLine: line)
      updateEnd()
    }
    var steps = 0
    while offset >= lineEnd {
      steps += 1
      if steps > 4 {
        line = source.position(of: offset).line
        lineStart = source.offset(ofLine: line)
      } else {
        line += 1
        lineStart = lineEnd
      }
      updateEnd()
    }
    return SourcePosition(line: line, column: offset - lineStart + 1)
  }

  mutating func range(ofSource range: Range<Int>) -> SourceRange {
    SourceRange(start: place(ofSource: range.lowerBound), end: place(ofSource: range.upperBound))
  }

  private mutating func updateEnd() {
    lineEnd = line < source.lineCount ? source.offset(ofLine: line + 1) : Int.max
  }
}
