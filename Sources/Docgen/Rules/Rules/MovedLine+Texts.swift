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
    var today: [String: FileLines] = [:]
    var earlier: [String: [FileLines]] = [:]
    return spans.compactMap { span in
      guard !named.contains(span.contentRange), let name = FileName(span.text),
        let first = name.line, let file = page.file(of: name),
        !page.subject.isHistorical(atLine: span.range.start.line),
        let text = repository.text(
          of: file, whenWritingLine: span.range.start.line, of: page.page.path)
      else { return nil }
      // Each text of a file is read once, however many lines of it the page gives.
      let known = earlier[file]?.first { $0.text == text }
      let then = known ?? FileLines(text)
      if known == nil { earlier[file, default: []].append(then) }
      let now = today[file] ?? FileLines(page.text(of: file))
      today[file] = now
      guard let move = then.move(of: first...max(first, name.lastLine ?? first), to: now) else {
        return nil
      }
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
  fileprivate func text(of file: String) -> String {
    (context?.index.text(of: file)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }

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

/// The lines of a text, and the numbers of those that occur once.
private struct FileLines {
  let text: String
  private let lines: [Substring]
  private let numbers: [Substring: Int]

  init(_ text: String) {
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.drop { $0 == " " || $0 == "\t" }
    }
    numbers = Dictionary(zip(lines, 1...), uniquingKeysWith: { _, _ in 0 })
  }

  /// The last or first of some lines that is certain to be outside of them in a newer text.
  func move(of range: ClosedRange<Int>, to newer: FileLines) -> (old: Int, new: Int)? {
    guard range.lowerBound > 0, range.upperBound <= lines.count else { return nil }
    let followed = range.lazy.compactMap { number -> (old: Int, new: Int)? in
      let text = lines[number - 1]
      guard text.count(where: \.isLetter) > 3, numbers[text] == number,
        let place = newer.numbers[text], place > 0
      else { return nil }
      return (number, place)
    }
    return [followed.last, followed.first].compactMap(\.self).first { !range.contains($0.new) }
  }
}
