import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Lines of a file that a page gives without a name, and whose text is on other lines today.
///
///     Migrations are registered in Harbor.swift:16-22.
///
/// The history has the text that the lines had when the page was written. Only lines whose text
/// occurs once, then and today, are followed.
extension MovedLine {
  /// `named` are the places of references that a name decides.
  static func textFindings(on page: CheckedPage, except named: [SourceRange]) -> [Diagnostic] {
    guard let repository = page.context?.repository else { return [] }
    let spans =
      page.writtenCodeSpans.filter { $0.text.utf8.contains(UInt8(ascii: ":")) }
      + page.plainWords { words, index -> Bool? in
        let word = words[index].text
        guard word.utf8.contains(UInt8(ascii: ":")) else { return nil }
        return FileName(String(word))?.line == nil ? nil : true
      }.map(\.span)
    return spans.compactMap { span in
      guard !named.contains(span.contentRange), let name = FileName(span.text),
        let first = name.line, let file = page.file(of: name),
        !page.subject.isHistorical(atLine: span.range.start.line),
        let then = repository.text(
          of: file, whenWritingLine: span.range.start.line, of: page.page.path),
        let today = page.context?.index.text(of: file),
        let move = LineMove(
          of: first...max(first, name.lastLine ?? first), from: then,
          to: String(decoding: today.bytes, as: UTF8.self))
      else { return nil }
      return Diagnostic(
        rule: id, severity: .warning, confidence: .medium,
        at: page.page.location(span.contentRange),
        "line \(move.old) of `\(name.name)` has moved to line \(move.new) since this was written",
        caretLabel: "documented",
        evidence: [
          Evidence(.declared, "the same text", at: SourceLocation(file: file, line: move.new))
        ])
    }
  }
}

extension CheckedPage {
  /// The file that a name means: the nearest above the page, or the only one.
  fileprivate func file(of name: FileName) -> String? {
    guard let context else { return nil }
    let above = RepositoryIndex.foldersUp(from: page.path).lazy
      .map { $0.isEmpty ? name.path : $0 + "/" + name.path }
    if let file = above.first(where: { context.kind($0) == .file }) { return file }
    let files = context.repository?.files(endingIn: name.path) ?? []
    return files.count == 1 ? files[0] : nil
  }
}

/// A line whose text is outside of some lines of a newer file.
private struct LineMove {
  var old: Int
  var new: Int

  /// The first or last of the lines that is certain to have moved away from them.
  init?(of lines: ClosedRange<Int>, from old: String, to new: String) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    guard lines.lowerBound > 0, lines.upperBound <= old.count else { return nil }
    func only(_ text: Substring, in lines: [Substring]) -> Int? {
      guard let first = lines.firstIndex(of: text), lines.lastIndex(of: text) == first else {
        return nil
      }
      return first + 1
    }
    let followed = lines.lazy.compactMap { number -> LineMove? in
      let text = old[number - 1]
      guard text.count(where: \.isLetter) > 3, only(text, in: old) != nil,
        let place = only(text, in: new)
      else { return nil }
      return LineMove(old: number, new: place)
    }
    guard
      let move = [followed.first, followed.last].compactMap(\.self)
        .last(where: { !lines.contains($0.new) })
    else { return nil }
    self = move
  }

  private init(old: Int, new: Int) { (self.old, self.new) = (old, new) }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.drop { $0 == " " || $0 == "\t" }
    }
  }
}
