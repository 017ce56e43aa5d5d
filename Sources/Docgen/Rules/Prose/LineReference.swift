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
struct LineReference {
  /// In the form of `CodeModel.symbol`.
  let name: String
  /// The one matching file of the sources.
  let file: String
  let lines: ClosedRange<Int>
  /// The place of the destination or the file's name.
  let range: SourceRange
  private let writing: Writing

  private enum Writing {
    /// A link's destination before `#`, as written, and the page that contains it.
    case link(destination: String, page: String)
    /// A file in inline code, and the text after the line number.
    case codeSpan(path: String, rest: String)
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
    return links + pairs
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

extension Page {
  /// The text between two code spans, without the white space around it.
  func text(between first: CodeSpan, and second: CodeSpan) -> String {
    guard first.range.end <= second.range.start else { return "…" }
    let text = source.text(
      in: SourceRange(start: first.range.end, end: second.range.start))
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
