package import Diagnostics

/// The place of a part of a tree, in sixteen bytes. It has no meaning: all values are equal.
///
///     @Location package var range: SourceRange?
///
/// The size matters because large diagrams consist mostly of places. Lines and columns are limited
/// to 2,147,483,647.
@propertyWrapper
package struct Location: Hashable, Sendable {
  private var startLine: Int32 = 0
  private var startColumn: Int32 = 0
  private var endLine: Int32 = 0
  private var endColumn: Int32 = 0

  package init(wrappedValue: SourceRange?) {
    self.wrappedValue = wrappedValue
  }

  /// Lines count from 1: a line of 0 means `nil`.
  package var wrappedValue: SourceRange? {
    get {
      guard startLine > 0 else { return nil }
      return SourceRange(
        start: SourcePosition(line: Int(startLine), column: Int(startColumn)),
        end: SourcePosition(line: Int(endLine), column: Int(endColumn)))
    }
    set {
      startLine = Int32(clamping: newValue?.start.line ?? 0)
      startColumn = Int32(clamping: newValue?.start.column ?? 0)
      endLine = Int32(clamping: newValue?.end.line ?? 0)
      endColumn = Int32(clamping: newValue?.end.column ?? 0)
    }
  }

  package static func == (left: Location, right: Location) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
