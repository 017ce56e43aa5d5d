/// A position in a text: line and column count from 1, the column in UTF-8 bytes, as in libcmark
/// and SwiftSyntax.
///
/// The column after the last byte of a line is valid: it is the end of a range, and the place of a
/// missing token.
package struct SourcePosition: Hashable, Comparable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first byte of a text.
  package static let start = SourcePosition(line: 1, column: 1)

  package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A half-open range from `start` to before `end`.
package struct SourceRange: Hashable, Comparable, Sendable {
  package var start: SourcePosition
  package var end: SourcePosition

  package init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// A range within one line: `length` bytes from `column`.
  package init(line: Int, column: Int, length: Int) {
    self.start = SourcePosition(line: line, column: column)
    self.end = SourcePosition(line: line, column: column + length)
  }

  package static func < (left: SourceRange, right: SourceRange) -> Bool {
    (left.start, left.end) < (right.start, right.end)
  }
}

/// A position in a file: `docs/sync.md:21:5`.
///
/// Locations without a range precede those with one in the same file.
package struct SourceLocation: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The displayed path: relative to the project's root if the file is inside it.
  package var file: String
  /// `nil` if the finding is about the complete file.
  package var range: SourceRange?

  package init(file: String, range: SourceRange? = nil) {
    self.file = file
    self.range = range
  }

  package init(file: String, line: Int, column: Int = 1) {
    self.init(file: file, range: SourceRange(line: line, column: column, length: 0))
  }

  package var description: String {
    guard let start = range?.start else { return file }
    return "\(file):\(start.line):\(start.column)"
  }

  package static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    if left.file != right.file { return left.file < right.file }
    switch (left.range, right.range) {
    case (nil, nil): return false
    case (nil, _): return true
    case (_, nil): return false
    case (let leftRange?, let rightRange?): return leftRange < rightRange
    }
  }
}
