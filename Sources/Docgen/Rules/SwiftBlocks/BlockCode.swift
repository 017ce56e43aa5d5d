package import Diagnostics
import Markdown
package import SwiftIndex

/// Code of a page with the places of its bytes.
package struct BlockCode: Sendable {
  package let text: String
  package let syntax: BlockSyntax
  /// The place in the file of a byte.
  private let position: @Sendable (_ offset: Int) -> SourcePosition
  /// The file, which is a Swift file for a documentation comment.
  private let file: SourceText

  init(_ text: String, in file: SourceText, position: @escaping @Sendable (Int) -> SourcePosition) {
    (self.text, self.file, self.position) = (text, file, position)
    syntax = BlockSyntax(text)
  }

  init(_ fence: Fence, _ source: SourceText, _ origin: CommentOrigin?) {
    let text = SourceText(bytes: Array(fence.literal.utf8))
    self.init(fence.literal, in: origin?.file ?? source) { offset in
      let place = text.position(of: min(offset, text.bytes.count))
      let position = fence.position(in: source, line: place.line, column: place.column)
      return origin?.position(position) ?? position
    }
  }

  init(_ setup: SetupCode, _ source: SourceText, _ origin: CommentOrigin?) {
    self.init(setup.text, in: origin?.file ?? source) { offset in
      let position = setup.position(ofOffset: offset, in: source)
      return origin?.position(position) ?? position
    }
  }

  /// From the place of a byte to the place after the last of a range.
  package func range(_ offsets: Range<Int>) -> SourceRange {
    SourceRange(start: position(offsets.lowerBound), end: position(offsets.upperBound))
  }

  /// The text of the file before the code on the line of a byte, with the code's indentation.
  ///
  ///     > 1. print(door)  ->  "> 1. "
  func linePrefix(at offset: Int) -> String {
    let before = text.utf8.prefix(offset)
    let start = before.lastIndex(of: 0x0A).map { text.utf8.index(after: $0) } ?? text.startIndex
    let place = position(text.utf8.distance(from: text.startIndex, to: start))
    let indentation = text[start...].prefix { $0 == " " || $0 == "\t" }
    return file.line(place.line).utf8.prefix(place.column - 1).reduce(into: "") {
      $0.unicodeScalars.append(Unicode.Scalar($1))
    } + indentation
  }

  /// The word or character at a byte.
  package func word(at offset: Int) -> SourceRange {
    let bytes = Array(text.utf8)
    let start = min(max(0, offset), bytes.count)
    var end = start
    while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
    if end == start, start < bytes.count, bytes[start] != 0x0A { end += 1 }
    return range(start..<end)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

/// The place in a Swift file of the Markdown in a documentation comment.
struct CommentOrigin: Sendable {
  let file: SourceText
  /// The file's line of the first line of Markdown.
  let firstLine: Int
  /// The columns before each line's text.
  let shifts: [Int]

  func position(_ place: SourcePosition) -> SourcePosition {
    let index = min(max(place.line - 1, 0), shifts.count - 1)
    return SourcePosition(line: place.line + firstLine - 1, column: place.column + shifts[index])
  }
}
