package import Diagnostics

/// One block of a page: a paragraph, a heading, a list, a fence.
///
/// `Page.blocks` has them in document order, containers before their contents.
package struct Block: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case quote, list, item, paragraph, fence, indentedCode, html, thematicBreak
    case heading(level: Int)
  }

  package let kind: Kind
  /// From the first byte of the block to the end of its last line, line ending excluded.
  package internal(set) var range: SourceRange
  /// Index of the enclosing block; `nil` at the top level.
  package let parent: Int?
  /// The number of enclosing blocks.
  package let depth: Int
  /// Indices of the blocks inside: `index + 1 ..< end`.
  package internal(set) var end: Int
  /// The quote or item whose prefix its lines carry: the enclosing one.
  let container: Int?

  /// The lines it covers.
  package var lines: ClosedRange<Int> {
    range.start.line...max(range.start.line, range.end.line)
  }
}

/// A heading and the anchor GitHub gives it.
package struct Heading: Hashable, Sendable {
  package let level: Int
  /// The displayed text: without emphasis marks and HTML, code spans without backticks.
  package let text: String
  /// `#retry-and-backoff-1` without the `#`.
  package let anchor: String
  package let range: SourceRange
  /// Index in `Page.blocks`.
  package let block: Int
}

/// A fenced code block.
package struct Fence: Hashable, Sendable {
  /// The first word of the info string: `mermaid`.
  package let language: String
  /// The text after the first word, trimmed.
  package let attributes: String
  /// The content with LF line endings, each line without container prefix and fence indentation.
  package let literal: String
  /// The bytes of each line of the literal.
  let lineLengths: [Int]
  /// From the first fence character to the end of the closing fence (or of the last line).
  package private(set) var range: SourceRange
  /// The content's lines in the file: empty for an empty fence.
  package let contentLines: Range<Int>
  /// From the first byte of the first content line, including the prefix, to the end of the last
  /// line ending.
  package let contentBytes: Range<Int>
  /// `` ` `` or `~`.
  package let character: Character
  package let length: Int
  /// Columns before the opening fence within its container.
  package let indentation: Int
  package let isClosed: Bool
  /// Index in `Page.blocks`.
  package private(set) var block: Int

  /// The same fence of another reading of the page, at its place in this one.
  package func placed(at range: SourceRange, inBlock block: Int) -> Fence {
    var fence = self
    (fence.range, fence.block) = (range, block)
    return fence
  }

  /// The place in the file of a place in the literal (1-based line and byte column).
  ///
  ///     > ```mermaid
  ///     > graph TD        position(in: text, line: 1, column: 7)  ->  2:9
  package func position(in text: SourceText, line: Int, column: Int) -> SourcePosition {
    let fileLine = range.start.line + line
    let source = text.lineRange(fileLine).count
    guard line >= 1, line <= lineLengths.count else {
      return SourcePosition(line: fileLine, column: 1)
    }
    let shift = source - lineLengths[line - 1]
    return SourcePosition(line: fileLine, column: max(1, min(column + shift, source + 1)))
  }
}
