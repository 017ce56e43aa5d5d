internal import Diagnostics

/// A block quote or list item, reduced to the prefix that is removed from the lines within it.
struct Container: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// One `>` and the space after it.
    case quote
    /// The indentation, in columns, of lines that belong to the item.
    case item(columns: Int)
  }

  let kind: Kind
  /// Index of the enclosing container.
  let parent: Int?
  /// The line of its `>` or list marker.
  let line: Int
  /// The beginning of its content on that line.
  let opening: LineCursor
}

/// Every container of a page; computes the rest of a line inside of them.
///
/// CommonMark removes the prefix of a container from each line before it looks at the content, and
/// libcmark keeps no record of the removed columns. The same removal is repeated here, so that a
/// place in the content can be converted into a place in the file:
///
///     - > text        containers: item (2 columns), quote     cursor at `t`, column 4
///       > more        the prefix "  > " is removed            cursor at `m`, column 4
///
/// Cost: for each line the depth of its containers. The path to the last container is kept, because
/// consecutive questions are nearly always about the same one.
struct Containers: Sendable {
  private(set) var all: [Container] = []
  /// The path to the most recently used container; most queries are about the same one.
  private var path: (of: Int, indices: [Int]) = (-1, [])
  /// Offset of the text after a byte order mark.
  private let bodyStart: Int

  init(bodyStart: Int) {
    self.bodyStart = bodyStart
  }

  /// Offsets of a line without its ending and without the byte order mark.
  func lineRange(_ line: Int, _ text: SourceText) -> Range<Int> {
    let range = text.lineRange(line)
    guard line == 1, range.upperBound >= bodyStart else { return range }
    return bodyStart..<range.upperBound
  }

  /// The beginning of a container's content on a line; `inside` is whether the line has the
  /// complete prefix (a lazy continuation line does not).
  mutating func cursor(
    on line: Int, in container: Int?, _ text: SourceText
  ) -> (cursor: LineCursor, inside: Bool) {
    guard let container else { return (LineCursor(line: lineRange(line, text)), true) }
    if all[container].line == line { return (all[container].opening, true) }
    if path.of != container {
      path = (container, indices(to: container))
    }
    var cursor = LineCursor(line: lineRange(line, text))
    for index in path.indices where !enter(all[index].kind, &cursor, bytes: text.bytes) {
      return (cursor, false)
    }
    return (cursor, true)
  }

  /// Adds the quote with its `>` at a place of its first line; returns its index.
  mutating func addQuote(line: Int, parent: Int?, _ text: SourceText) -> Int {
    var cursor = cursor(on: line, in: parent, text).cursor
    _ = enter(.quote, &cursor, bytes: text.bytes)
    return add(Container(kind: .quote, parent: parent, line: line, opening: cursor))
  }

  /// Adds the list item with its marker on a line; returns its index.
  ///
  /// By the rules of CommonMark, the content begins after one to four columns of white space; with
  /// five or more, or an empty first line, it begins one column after the marker.
  mutating func addItem(line: Int, parent: Int?, _ text: SourceText) -> Int {
    var cursor = cursor(on: line, in: parent, text).cursor
    let bytes = text.bytes
    let indent = cursor.whiteSpace(bytes)
    cursor.advance(bytes: indent.end - cursor.offset, bytes)
    let width = Self.markerWidth(cursor, bytes)
    cursor.advance(bytes: width, bytes)
    let behind = cursor.whiteSpace(bytes)
    var padding = width + 1
    if behind.columns >= 1, behind.columns < 5, behind.end < cursor.end {
      padding = width + behind.columns
      cursor.advance(bytes: behind.end - cursor.offset, bytes)
    } else {
      cursor.advance(columns: min(behind.columns, 1), bytes)
    }
    let kind = Container.Kind.item(columns: indent.columns + padding)
    return add(Container(kind: kind, parent: parent, line: line, opening: cursor))
  }

  /// The prefix that a new line inside a container gets: `> ` of quotes, the indentation of items.
  ///
  /// It is copied from a line that has it, so that `>  ` keeps its spacing; if the line opens the
  /// container (`- text`), the marker becomes spaces.
  mutating func prefix(of container: Int?, like line: Int, _ text: SourceText) -> String {
    guard let container else { return "" }
    var prefix = ""
    var cursor = LineCursor(line: lineRange(line, text))
    for index in indices(to: container) {
      let start = cursor
      if all[index].line == line {
        cursor = all[index].opening
      } else if !enter(all[index].kind, &cursor, bytes: text.bytes) {
        return plainPrefix(of: container)
      }
      prefix += Self.prefix(all[index].kind, from: start, to: cursor, text.bytes)
    }
    return prefix
  }

  /// Indices of a container and its enclosing ones, outermost first.
  func indices(to container: Int) -> [Int] {
    var indices = [container]
    while let last = indices.last, let parent = all[last].parent { indices.append(parent) }
    return indices.reversed()
  }

  private mutating func add(_ container: Container) -> Int {
    all.append(container)
    return all.count - 1
  }

  private func plainPrefix(of container: Int) -> String {
    indices(to: container).map { index in
      switch all[index].kind {
      case .quote: "> "
      case .item(let columns): String(repeating: " ", count: columns)
      }
    }.joined()
  }

  private static func prefix(
    _ kind: Container.Kind, from start: LineCursor, to end: LineCursor, _ bytes: [UInt8]
  ) -> String {
    switch kind {
    case .item:
      return String(repeating: " ", count: end.column - start.column)
    case .quote:
      let indent = start.whiteSpace(bytes).columns
      return String(repeating: " ", count: indent) + "> "
    }
  }

  /// Removes one container's prefix from a line that continues it; returns `false` if the line
  /// lacks it.
  ///
  /// A blank line has the prefix of an item whatever its indentation is.
  private func enter(
    _ kind: Container.Kind, _ cursor: inout LineCursor, bytes: [UInt8]
  ) -> Bool {
    switch kind {
    case .quote:
      let indent = cursor.whiteSpace(bytes, upTo: 4)
      guard indent.columns <= 3, indent.end < cursor.end, bytes[indent.end] == UInt8(ascii: ">")
      else { return false }
      cursor.advance(bytes: indent.end + 1 - cursor.offset, bytes)
      if let next = cursor.peek(bytes), next.isBlank { cursor.advance(columns: 1, bytes) }
      return true
    case .item(let columns):
      let indent = cursor.whiteSpace(bytes, upTo: columns)
      if indent.columns >= columns {
        cursor.advance(columns: columns, bytes)
        return true
      }
      guard indent.end == cursor.end else { return false }
      cursor.advance(bytes: indent.end - cursor.offset, bytes)
      return true
    }
  }

  /// The bytes of `-`, `*`, `+`, `12.` or `12)`.
  private static func markerWidth(_ cursor: LineCursor, _ bytes: [UInt8]) -> Int {
    var index = cursor.offset
    while index < cursor.end, (0x30...0x39).contains(bytes[index]) { index += 1 }
    return index + 1 - cursor.offset
  }
}
