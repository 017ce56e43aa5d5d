import Diagnostics
import Markdown

/// Markdown as DocC reads it: without directives, their content without its indentation.
///
///     @Row {                        (blank)
///         @Column { A <doc:B> }     A <doc:B>
///     }                             (blank)
///
/// Every line keeps its number, so places in `page` can be given as places in the file.
struct DocCText: Sendable {
  struct Line: Sendable {
    var text: String
    /// 1-based, in the file.
    var number: Int
    /// The number of bytes that were removed from the start of the line.
    var shift: Int
  }

  /// `@Image(source: "sky.png", alt: "The sky")`
  struct Directive: Sendable {
    var name: String
    /// The values by their keys, and their places; a value without a key has the key "".
    var arguments: [(key: String, value: String, range: SourceRange)]
  }

  let page: Page
  let directives: [Directive]
  private let lines: [Line]

  init(path: String, lines: [Line]) {
    var reader = DirectiveReader(lines: lines)
    if lines.contains(where: { $0.text.contains("@") }) { reader.read() }
    self.lines = reader.lines
    directives = reader.directives
    let text = reader.lines.map(\.text).joined(separator: "\n")
    page = Page(path: path, bytes: Array(text.utf8))
  }

  /// A page of a catalog.
  init(_ page: Page) {
    let source = SourceText(bytes: page.markdown)
    let lines = (1...max(1, source.lineCount)).map {
      Line(text: source.line($0), number: $0, shift: 0)
    }
    self.init(path: page.path, lines: lines)
  }

  /// A place of `page` as a place in the file.
  func range(_ range: SourceRange) -> SourceRange {
    SourceRange(start: position(range.start), end: position(range.end))
  }

  private func position(_ place: SourcePosition) -> SourcePosition {
    guard lines.indices.contains(place.line - 1) else { return place }
    let line = lines[place.line - 1]
    return SourcePosition(line: line.number, column: place.column + line.shift)
  }
}

extension Page {
  /// The fences of a catalog's page that are inside of directives; CommonMark reads them as parts of a
  /// paragraph or of indented code.
  ///
  ///     @Column {
  ///         ```swift
  var fencesInDirectives: [Fence] {
    guard DocCCatalog.folder(of: path) != nil, source.bytes.contains(UInt8(ascii: "@")) else {
      return []
    }
    let text = DocCText(self)
    guard !text.directives.isEmpty else { return [] }
    let known = Set(fences.map(\.range.start.line))
    return text.page.fences.compactMap { fence in
      let line = fence.range.start.line
      guard !known.contains(line),
        let block = blocks.lastIndex(where: { $0.lines.contains(line) && $0.kind != .fence })
      else { return nil }
      return fence.placed(at: text.range(fence.range), inBlock: block)
    }
  }
}

/// Removes the directives from lines.
private struct DirectiveReader {
  var lines: [DocCText.Line]
  var directives: [DocCText.Directive] = []
  /// The indentation of the content of the open directives; `nil` until a line shows it. The
  /// content of comments is dropped.
  private var open: [(indent: Int?, isComment: Bool)] = []
  private var fence: Character?

  init(lines: [DocCText.Line]) { self.lines = lines }

  mutating func read() {
    var index = 0
    while index < lines.count {
      let trimmed = lines[index].text.drop { $0 == " " || $0 == "\t" }
      if let character = fence {
        if trimmed.hasPrefix(String(repeating: character, count: 3)) { fence = nil }
      } else if let character = trimmed.first, "`~".contains(character),
        trimmed.hasPrefix(String(repeating: character, count: 3))
      {
        fence = character
      } else if isDirective(trimmed), !isCode(index) {
        index = readDirective(at: index)
        continue
      } else if trimmed.hasPrefix("}"), !open.isEmpty {
        open.removeLast()
        blank(index)
        index += 1
        continue
      }
      outdent(index)
      index += 1
    }
  }

  /// Whether four spaces make a line an example outside of every directive.
  private func isCode(_ index: Int) -> Bool { open.isEmpty && lines[index].text.hasPrefix("    ") }

  private func isDirective(_ line: Substring) -> Bool {
    guard line.hasPrefix("@"), let first = line.dropFirst().first, first.isUppercase else {
      return false
    }
    let rest = line.dropFirst().drop { $0.isLetter }
    return rest.isEmpty || rest.first == "(" || rest.first == " " || rest.first == "{"
  }

  private mutating func blank(_ index: Int) { lines[index].text = "" }

  /// Removes the indentation that belongs to the directives around a line.
  private mutating func outdent(_ index: Int) {
    guard let last = open.indices.last else { return }
    if open.contains(where: \.isComment) { return blank(index) }
    let indent = lines[index].text.prefix { $0 == " " || $0 == "\t" }.count
    if indent == lines[index].text.count { return }
    let expected = open[last].indent ?? indent
    open[last].indent = expected
    remove(min(indent, expected), from: index)
  }

  private mutating func remove(_ count: Int, from index: Int) {
    lines[index].text = String(lines[index].text.dropFirst(count))
    lines[index].shift += count
  }

  /// Reads a directive with its arguments, which may take several lines; returns the next line.
  private mutating func readDirective(at start: Int) -> Int {
    let text = lines[start].text
    let at = text.firstIndex(of: "@") ?? text.startIndex
    let name = text[text.index(after: at)...].prefix { $0.isLetter }
    var directive = DocCText.Directive(name: String(name), arguments: [])
    var (line, place) = (start, name.endIndex)
    let rest = text[place...].drop { $0 == " " }
    if rest.hasPrefix("(") {
      (line, place) = readArguments(of: &directive, from: start, rest.index(after: rest.startIndex))
    }
    directives.append(directive)
    let last = lines[line].text
    let behind = last[place...].drop { $0 == " " || $0 == "\t" }
    for passed in start..<line { blank(passed) }
    guard behind.hasPrefix("{") else {
      // The rest of the line after a directive without a body is plain text.
      keep(behind, of: line)
      return line + 1
    }
    var inner = behind.dropFirst().drop { $0 == " " || $0 == "\t" }
    let isComment = name == "Comment"
    if inner.isEmpty {
      open.append((nil, isComment))
      blank(line)
      return line + 1
    }
    while inner.last == " " || inner.last == "\t" { inner = inner.dropLast() }
    if inner.hasSuffix("}") { inner = inner.dropLast() } else { open.append((nil, isComment)) }
    if isComment { inner = "" }
    keep(inner, of: line)
    return isDirective(inner) ? line : line + 1
  }

  private mutating func keep(_ rest: Substring, of line: Int) {
    let text = lines[line].text
    lines[line].shift += text.utf8.distance(from: text.startIndex, to: rest.startIndex)
    lines[line].text = String(rest)
  }

  /// Reads `key: "value"` until the closing parenthesis.
  private mutating func readArguments(
    of directive: inout DocCText.Directive, from start: Int, _ place: String.Index
  ) -> (line: Int, place: String.Index) {
    var line = start
    var place = place
    var key = ""
    while line < min(start + 12, lines.count) {
      let text = lines[line].text
      if line > start { place = text.startIndex }
      while place < text.endIndex {
        let character = text[place]
        if character == ")" { return (line, text.index(after: place)) }
        if character == ":" || character == "," || character == " " || character == "\t" {
          place = text.index(after: place)
          continue
        }
        let isQuoted = character == "\""
        let first = isQuoted ? text.index(after: place) : place
        let end = text[first...].firstIndex { isQuoted ? $0 == "\"" : ":,) ".contains($0) }
        let last = end ?? text.endIndex
        let word = String(text[first..<last])
        if !isQuoted, text[last...].first == ":" {
          key = word
        } else {
          let column = text.utf8.distance(from: text.startIndex, to: first) + 1
          let begin = SourcePosition(
            line: lines[line].number, column: column + lines[line].shift)
          directive.arguments.append(
            (
              key, word,
              SourceRange(
                start: begin,
                end: SourcePosition(line: begin.line, column: begin.column + word.utf8.count))
            ))
          key = ""
        }
        place = isQuoted && last < text.endIndex ? text.index(after: last) : last
      }
      line += 1
    }
    return (start, lines[start].text.endIndex)
  }
}
