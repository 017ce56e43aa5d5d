import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A line of the sources that a document gives for a name of the code.
///
///     [`apply(_:)`](../Sources/House/Door.swift#L18)
///     [`apply(_:)`](../Sources/House/Door.swift#L18-L28)
///     `apply(_:)` (`Door.swift:18`)
///     `apply(_:)` in `Sources/House/Door.swift:18:3`
///     `apply(_:)` (line 18)
struct LineReference {
  /// In the form of `CodeModel.symbol`.
  let name: String
  /// The one matching file of the sources.
  let file: String
  let lines: ClosedRange<Int>
  /// The place of the destination or the file's name.
  let range: SourceRange
  private let writing: Writing

  /// Whether the text gives the line of the name itself: `(line 18)`.
  var isRemark: Bool { if case .remark = writing { true } else { false } }

  private enum Writing {
    /// A link's destination before `#`, as written, and the page that contains it.
    case link(destination: String, page: String)
    /// A file in inline code, and the text after the line number.
    case codeSpan(path: String, rest: String)
    /// The numbers of lines in the file of the declaration.
    case remark
  }

  /// The same reference with another target.
  func text(to file: String, lines: ClosedRange<Int>) -> String {
    switch writing {
    case .link(let destination, let page):
      let path = file == self.file ? destination : ProjectContext.path(to: file, from: page)
      let end = lines.count > 1 ? "-L\(lines.upperBound)" : ""
      return "\(path)#L\(lines.lowerBound)\(end)"
    case .codeSpan(let path, let rest):
      let shown = file == self.file ? path : path.contains("/") ? file : FileName.last(of: file)
      return "\(shown):\(lines.lowerBound)" + (file == self.file ? rest : "")
    case .remark:
      return lines.count > 1 ? "\(lines.lowerBound)-\(lines.upperBound)" : "\(lines.lowerBound)"
    }
  }
}

extension LineReference {
  /// The possible texts between a name and its file.
  private static let joints: Set = ["", "(", "at", "(at", "in", "(in", ",", ":", "–", "—", "|"]

  /// All hand-written references on a page, links first.
  static func all(on page: CheckedPage) -> [LineReference] {
    let code = page.project.code
    let links = page.writtenLinks.compactMap { LineReference($0, on: page.page, code) }
    let spans = page.writtenCodeSpans
    let pairs = zip(spans, spans.dropFirst()).compactMap { name, file in
      LineReference(name, file, on: page.page, in: code)
    }
    return links + pairs + spans.compactMap { LineReference($0, on: page) }
  }

  private init?(_ link: Link, on page: Page, _ code: CodeModel) {
    guard !link.isImage, let range = link.destinationRange,
      let target = LinkTarget(link.destination),
      let lines = target.lines, let path = ProjectContext.path(target.path, from: page.path),
      code.lineCount(of: path) != nil,
      let name = CodeName(link.text)?.lookup ?? code.types(named: link.text).first?.qualifiedName
    else { return nil }
    let destination = link.destination.prefix { $0 != "#" }
    self.init(
      name: name, file: path, lines: lines, range: range,
      writing: .link(destination: String(destination), page: page.path))
  }

  private init?(_ name: CodeSpan, _ file: CodeSpan, on page: Page, in code: CodeModel) {
    guard name.block == file.block, let reference = FileName(file.text), let line = reference.line,
      reference.lastLine == nil, let symbol = CodeName(name.text),
      Self.joints.contains(page.text(between: name, and: file)),
      reference.files(in: code).count == 1, let path = reference.files(in: code).first
    else { return nil }
    let rest = file.text.drop { $0 != ":" }.dropFirst().drop { $0.isNumber }
    self.init(
      name: symbol.lookup, file: path, lines: line...line, range: file.contentRange,
      writing: .codeSpan(path: reference.path, rest: String(rest)))
  }
}

extension LineReference {
  /// The only declaration of a name, with the line that a remark after it gives.
  private init?(_ span: CodeSpan, on page: CheckedPage) {
    guard let name = CodeName(span.text) ?? CodeName(ofType: span.text),
      case let symbols = page.project.code.symbols(named: name.lookup), symbols.count == 1,
      let remark = page.lineRemark(after: span)
    else { return nil }
    self.init(
      name: name.lookup, file: symbols[0].location.file, lines: remark.lines, range: remark.range,
      writing: .remark)
  }
}

extension CheckedPage {
  /// The lines in a remark after inline code: `(line 18)`, `(lines 18-28)`.
  func lineRemark(after span: CodeSpan) -> (lines: ClosedRange<Int>, range: SourceRange)? {
    let text = text(after: span)
    guard text.hasPrefix("(") || text.dropFirst().hasPrefix("("),
      let match = text.prefixMatch(of: /\s?\((?:at |on |see )?[Ll]ines? ([0-9]+(?:[-–][0-9]+)?)\)/),
      case let numbers = match.1.split(whereSeparator: { "-–".contains($0) }).compactMap({ Int($0) }
      ),
      let first = numbers.first, let last = numbers.last, 0 < first, first <= last
    else { return nil }
    let before = text[..<match.1.startIndex].utf8.count
    let column = span.range.end.column + before
    let range = SourceRange(
      line: span.range.end.line, column: column, length: match.1.utf8.count)
    return (first...last, range)
  }
}

extension Page {
  /// The text between two code spans, without the white space around it.
  func text(between first: CodeSpan, and second: CodeSpan) -> String {
    guard first.range.end <= second.range.start else { return "…" }
    let text = source.text(
      in: SourceRange(start: first.range.end, end: second.range.start))
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
