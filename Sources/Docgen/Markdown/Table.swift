package import Diagnostics

/// A table of a page in GitHub's sense, with the places of its cells.
///
///     | From | To |
///     |---|---|
///     | `a` | b |
package struct Table: Hashable, Sendable {
  package struct Cell: Hashable, Sendable {
    /// The text as written, without white space around it and with `\|` unescaped.
    package let text: String
    package let range: SourceRange
  }

  package let headings: [Cell]
  package let rows: [[Cell]]

  /// Returns `nil` if the second line is not `|---|---|` with as many cells as the first.
  package init?(_ lines: [Page.Line]) {
    guard lines.count > 1 else { return nil }
    let headings = Self.cells(of: lines[0])
    let rule = Self.cells(of: lines[1])
    guard rule.count == headings.count, lines[0].text.contains("|"),
      rule.allSatisfy({ Self.isRule($0.text) })
    else { return nil }
    self.headings = headings
    rows = lines.dropFirst(2).map(Self.cells)
  }

  /// `---`, `:--`, `:-:`
  private static func isRule(_ text: String) -> Bool {
    text.contains("-") && text.allSatisfy { $0 == "-" || $0 == ":" }
  }

  /// Cells are cut at each `|` without a backslash before it, also in code spans, as GitHub does
  /// it: a table has priority over the inlines in its cells.
  private static func cells(of line: Page.Line) -> [Cell] {
    let bytes = Array(line.text.utf8)
    var bounds = [-1]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "|") {
      if index > 0, bytes[index - 1] == UInt8(ascii: "\\") { continue }
      bounds.append(index)
    }
    bounds.append(bytes.count)
    var cells: [Cell] = []
    for (left, right) in zip(bounds, bounds.dropFirst()) {
      var (start, end) = (left + 1, right)
      while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
      while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
      // The texts before the first bar and after the last are not cells.
      if start == end, left < 0 || right == bytes.count { continue }
      cells.append(
        Cell(
          text: String(decoding: bytes[start..<end], as: UTF8.self).replacing("\\|", with: "|"),
          range: SourceRange(
            start: line.position(column: start + 1), end: line.position(column: end + 1))))
    }
    return cells
  }
}

extension Page {
  /// The table that a marker verifies: the block after it.
  package func table(of region: Region) -> Table? {
    guard region.kind == .verified, region.fences.isEmpty,
      let block = blocks.first(where: {
        $0.kind == .paragraph && $0.range.start.line == region.contentLines.lowerBound
      })
    else { return nil }
    return Table(lines(of: block))
  }
}
