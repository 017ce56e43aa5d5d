package import Diagnostics

extension Page {
  /// One line of a block, without the prefixes of its containers.
  package struct Line: Hashable, Sendable {
    package let text: String
    /// The beginning of `text` in the file.
    package let start: SourcePosition

    /// The place in the file of a byte of `text` (1-based column).
    package func position(column: Int) -> SourcePosition {
      SourcePosition(line: start.line, column: start.column + column - 1)
    }
  }

  /// The lines of a block as written, without quote marks and indentation.
  ///
  /// Elements that cmark does not know are read from these: tables are paragraphs whose second line
  /// is `|---|---|`, and claims such as "24 methods" are in the text of paragraphs.
  ///
  ///     > | a |
  ///     > |---|        ->  "| a |" at 1:3, "|---|" at 2:3
  package func lines(of block: Block) -> [Line] {
    var containers = containers
    return block.lines.map { number in
      let cursor = containers.cursor(on: number, in: block.container, source).cursor
      let start = cursor.whiteSpace(source.bytes).end
      return Line(
        text: String(decoding: source.bytes[start..<cursor.end], as: UTF8.self),
        start: source.position(of: start))
    }
  }
}
