/// Prints findings for people: location and summary, the source lines with carets, evidence, diff.
///
///     docs/sync.md:21:5: error: `idle --> syncing` is not declared [undeclared-transition]
///        |
///     21 |     idle --> syncing
///        |     ^~~~~~~~~~~~~~~~ documented
///        = declared  idle --> pulling    SyncState.swift:12
package struct TextFormat: Sendable {
  private let style: TextStyle
  private let sources: [String: SourceText]
  /// The number of lines shown before the one with carets.
  private static let context = 2
  /// The maximum number of bytes shown of a line.
  private let longestLine: Int

  /// Creates a format that quotes the texts in `sources`, keyed by the file names of the findings.
  /// Quoted lines are cut to `columns`, the width of the terminal.
  package init(
    style: TextStyle = .plain, sources: [String: SourceText] = [:], columns: Int? = nil
  ) {
    self.style = style
    self.sources = sources
    longestLine = columns.map { max(20, $0 - Self.marginWidth) } ?? 240
  }

  /// The columns before a quoted line and for the marks of omitted text: ` 123 | …`, `…`.
  private static let marginWidth = 9

  package func text(for diagnostics: [Diagnostic]) -> String {
    diagnostics.map(text).joined(separator: "\n")
  }

  /// Several findings about one thing, with a heading. Advice is not repeated.
  package func text(for diagnostics: [Diagnostic], heading: String) -> String {
    var given: Set<Evidence> = []
    let texts = diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.evidence.removeAll { item in
        [.note, .help, .fix].contains(item.kind) && !given.insert(item).inserted
      }
      return text(for: diagnostic)
    }
    return style.bold(visible(heading)) + "\n\n" + texts.joined(separator: "\n")
  }

  /// One line without a line break: place, severity, summary and rule.
  package func line(for diagnostic: Diagnostic) -> String {
    style.bold(visible("\(diagnostic.location):")) + " " + style.severity(diagnostic.severity)
      + ": " + visible(diagnostic.summary) + " " + style.dim("[\(diagnostic.rule)]")
  }

  package func text(for diagnostic: Diagnostic) -> String {
    var lines = [line(for: diagnostic)]
    let (quoted, margin) = quotation(for: diagnostic)
    lines += quoted
    lines += evidence(for: diagnostic, margin: margin)
    if let diff = diagnostic.diff { lines += changes(diff, margin: margin) }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Source lines

  private func quotation(for diagnostic: Diagnostic) -> (lines: [String], margin: String) {
    guard let range = diagnostic.location.range, let source = sources[diagnostic.location.file],
      range.start.line <= source.lineCount
    else { return ([], "  ") }
    let last = range.start.line
    let first = max(1, last - Self.context)
    let width = String(last).count
    let margin = String(repeating: " ", count: width + 1)
    let bar = style.dim("\(margin)|")
    var lines = [bar]
    for number in first...last {
      let padding = String(repeating: " ", count: width - String(number).count)
      let bytes = Array(source.line(number).utf8)
      let window = window(of: bytes, around: number == last ? range.start.column - 1 : 0)
      lines.append(style.dim("\(padding)\(number) |") + " " + visible(bytes, window))
    }
    lines.append("\(bar) \(carets(under: range, in: source, of: diagnostic))")
    return (lines, margin)
  }

  /// Columns are those of a terminal: a wide character takes two, and a tab has been replaced by
  /// blanks. A range of several lines is marked up to the end of its first line.
  private func carets(
    under range: SourceRange, in source: SourceText, of diagnostic: Diagnostic
  ) -> String {
    let bytes = Array(source.line(range.start.line).utf8)
    let start = min(max(range.start.column - 1, 0), bytes.count)
    let isOneLine = range.end.line == range.start.line
    let window = window(of: bytes, around: start)
    let last = isOneLine ? min(max(range.end.column - 1, start), bytes.count) : bytes.count
    let end = min(last, max(window.upperBound, start))
    let before = visible(bytes, window.lowerBound..<start, isEnd: false)
    let under = visible(String(decoding: bytes[start..<end], as: UTF8.self))
    let length = max(DisplayWidth.columns(of: under), 1)
    let mark = "^" + String(repeating: "~", count: length - 1)
    let indent = String(repeating: " ", count: DisplayWidth.columns(of: before))
    let label = diagnostic.caretLabel.map { " \(visible($0))" } ?? ""
    return indent + style.severity(diagnostic.severity, mark) + label
  }

  /// The part of a long line that is shown: complete characters around an offset.
  ///
  /// A third of the window precedes the finding, so that the reader sees its context on both sides.
  private func window(of bytes: [UInt8], around offset: Int) -> Range<Int> {
    guard bytes.count > longestLine else { return 0..<bytes.count }
    var start = min(max(offset - longestLine / 3, 0), bytes.count - longestLine)
    var end = start + longestLine
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return start..<end
  }

  private func visible(_ bytes: [UInt8], _ window: Range<Int>, isEnd: Bool = true) -> String {
    (window.lowerBound > 0 ? "…" : "") + visible(String(decoding: bytes[window], as: UTF8.self))
      + (isEnd && window.upperBound < bytes.count ? "…" : "")
  }

  private func visible(_ text: String) -> String { text.visible }

  // MARK: - Evidence and diff

  private func evidence(for diagnostic: Diagnostic, margin: String) -> [String] {
    let widest = diagnostic.evidence.map(\.kind.rawValue.count).max() ?? 0
    let texts = diagnostic.evidence.filter { $0.location != nil }.map(\.text.count)
    let column = min(texts.max() ?? 0, 40)
    return diagnostic.evidence.map { item in
      let kind = padded(item.kind.rawValue, to: widest)
      let place = item.location.map { "  " + style.dim(visible(shortened($0))) } ?? ""
      let text = visible(place.isEmpty ? item.text : padded(item.text, to: column))
      return "\(margin)= \(style.bold(kind))  \(text)\(place)"
    }
  }

  /// File and line: the column of a declaration is of no use to a reader.
  private func shortened(_ location: SourceLocation) -> String {
    guard let line = location.range?.start.line else { return location.file }
    return "\(location.file):\(line)"
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func changes(_ diff: String, margin: String) -> [String] {
    diff.split(separator: "\n", omittingEmptySubsequences: true).map { line in
      let text = visible(String(line))
      switch line.first {
      case "-": return "\(margin)  " + style.red(text)
      case "+": return "\(margin)  " + style.green(text)
      case "@": return "\(margin)  " + style.dim(text)
      default: return "\(margin)  " + text
      }
    }
  }
}
