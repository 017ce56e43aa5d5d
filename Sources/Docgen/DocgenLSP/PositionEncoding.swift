package import Diagnostics

/// The unit of a position's `character`.
package enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The encoding for a client with these offers: bytes if possible, since positions are counted in
  /// bytes here; otherwise UTF-16, which every client supports.
  package static func chosen(among offered: [String]) -> PositionEncoding {
    let known = offered.compactMap(PositionEncoding.init)
    return known.contains(.utf8) ? .utf8 : .utf16
  }

  /// The number of units of a text.
  package func units(in bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 + units(of: $1) }
  }

  /// The units of a scalar by its first byte; the other bytes add none. Bytes that are not UTF-8
  /// count by their bit pattern.
  private func units(of byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
    }
  }

  /// The number of bytes of a line before a character. A character within a scalar counts as the
  /// scalar's start, and one after the line as its end.
  ///
  ///     "aé😀b", character 4 in UTF-16  ->  7 bytes: after the emoji, which has two units
  package func bytes(before character: Int, in line: ArraySlice<UInt8>) -> Int {
    var (count, start) = (0, line.startIndex)
    for index in line.indices {
      if line[index] & 0xC0 != 0x80 {
        if count >= character { return (count == character ? index : start) - line.startIndex }
        start = index
      }
      count += units(of: line[index])
    }
    return (count <= character ? line.endIndex : start) - line.startIndex
  }
}

/// A place in a document in the protocol's form: line and character from 0.
package struct EditorPosition: Hashable, Comparable, Sendable {
  package var line: Int
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package static func < (left: EditorPosition, right: EditorPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// From `start` up to, not including, `end`.
package struct EditorRange: Hashable, Sendable {
  package var start: EditorPosition
  package var end: EditorPosition

  package init(start: EditorPosition, end: EditorPosition) {
    self.start = start
    self.end = end
  }
}

extension SourceText {
  /// The offset of a place, limited to its line and to the text.
  ///
  /// Editors may send positions after the end of a line, for example for a deleted line; they mean
  /// the end.
  package func offset(of position: EditorPosition, _ encoding: PositionEncoding) -> Int {
    if position.line < 0 { return 0 }
    guard position.line < lineCount else { return bytes.count }
    let line = lineRange(position.line + 1)
    return line.lowerBound + encoding.bytes(before: max(position.character, 0), in: bytes[line])
  }

  package func position(of position: EditorPosition, _ encoding: PositionEncoding)
    -> SourcePosition
  {
    self.position(of: offset(of: position, encoding))
  }

  package func range(of range: EditorRange, _ encoding: PositionEncoding) -> SourceRange {
    let start = position(of: range.start, encoding)
    return SourceRange(start: start, end: max(start, position(of: range.end, encoding)))
  }

  /// A place in the client's units; places after the end of a line become the line's end.
  package func editorPosition(
    of position: SourcePosition, _ encoding: PositionEncoding
  ) -> EditorPosition {
    let number = min(max(position.line, 1), lineCount)
    if position.line > lineCount {
      let last = lineRange(lineCount)
      return EditorPosition(line: number - 1, character: encoding.units(in: bytes[last]))
    }
    let line = lineRange(number)
    let end = min(line.lowerBound + max(position.column - 1, 0), line.upperBound)
    return EditorPosition(
      line: number - 1, character: encoding.units(in: bytes[line.lowerBound..<end]))
  }

  package func editorRange(
    of range: SourceRange, _ encoding: PositionEncoding
  ) -> EditorRange {
    EditorRange(
      start: editorPosition(of: range.start, encoding),
      end: editorPosition(of: max(range.start, range.end), encoding))
  }
}
