import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Numbers of lines that a page gives for Swift files.
///
///     `Door.swift` (350 lines)
///     ├── Door.swift   (~350)  opens
///     HallDoor is a thin view (~350 lines)
extension WrongCount {
  /// A file with a number of lines that is more than a quarter away from its own.
  static func lineFindings(on page: CheckedPage) -> [Diagnostic] {
    let sizes = (spans(on: page) + types(on: page) + trees(on: page)).filter { !$0.isNear }
    // A number that another part of the page repeats is about the present.
    let present = Set(sizes.filter { !$0.isHistorical }.map { [$0.file, String($0.written)] })
    return sizes.map { size in
      let isPresent = present.contains([size.file, String(size.written)])
      return Diagnostic(
        rule: id, severity: severity, confidence: isPresent ? .medium : .low,
        at: page.page.location(size.range),
        "`\(size.file)` has \(size.count) lines, the page says \(size.written)",
        caretLabel: "documented")
    }
  }

  private struct Size {
    var file: String
    var count: Int
    var written: Int
    var range: SourceRange
    var isHistorical: Bool

    var isNear: Bool { abs(count - written) * 4 <= written }
  }

  /// `` `Door.swift` (350 lines) ``
  private static func spans(on page: CheckedPage) -> [Size] {
    let code = page.project.code
    return page.writtenCodeSpans.compactMap { span in
      guard span.text.hasSuffix(".swift"),
        let file = FileName(span.text)?.files(in: code),
        file.count == 1, let count = code.lineCount(of: file[0])
      else { return nil }
      guard let written = number(in: page.text(after: span).prefix(40), needsWord: true)
      else { return nil }
      return Size(
        file: file[0], count: count, written: written, range: span.range,
        isHistorical: page.subject.isHistorical(at: span))
    }
  }

  /// A type before the number of lines of the file that has its name; a name between them may be the
  /// subject.
  nonisolated(unsafe) private static let size = /[^.;()`A-Z]{0,60}\(~?([0-9][0-9,]*) lines\)/

  private static func types(on page: CheckedPage) -> [Size] {
    let code = page.project.code
    let plain = page.plainWords { words, index in
      CodeName.isCamelCase(String(words[index].text)) ? () : nil
    }
    return (page.writtenCodeSpans + plain.map(\.span)).compactMap { span in
      guard CodeName(ofType: span.text) != nil,
        let written = page.text(after: span).prefixMatch(of: size),
        let file = FileName(span.text + ".swift")?.files(in: code),
        file.count == 1, let count = code.lineCount(of: file[0])
      else { return nil }
      return Size(
        file: file[0], count: count, written: Int(written.1.filter(\.isNumber)) ?? 0,
        range: span.range, isHistorical: page.subject.isHistorical(at: span))
    }
  }

  /// The numbers after the files of a tree. Numbers without the word "lines" count only if most of
  /// at least three are near the files' own.
  private static func trees(on page: CheckedPage) -> [Size] {
    let code = page.project.code
    return UnknownFile.trees(on: page).flatMap { fence, place -> [Size] in
      func sizes(needsWord: Bool) -> [Size] {
        place.folders.flatMap { folder, entries in
          entries.compactMap { entry -> Size? in
            let file = (folder.isEmpty ? "" : folder + "/") + (entry.path.last ?? "")
            guard let count = code.lineCount(of: file),
              let written = number(in: entry.comment, needsWord: needsWord)
            else { return nil }
            let start = fence.position(in: page.page.source, line: entry.line, column: entry.column)
            return Size(
              file: file, count: count, written: written,
              range: SourceRange(
                line: start.line, column: start.column, length: entry.path.last?.utf8.count ?? 0),
              isHistorical: page.subject.isHistorical(fence))
          }
        }
      }
      let all = sizes(needsWord: false)
      return all.count > 2 && all.count(where: \.isNear) * 2 > all.count
        ? all : sizes(needsWord: true)
    }
  }

  /// `(~350)`, `(1,350 lines)`, `# 350 lines`
  private static func number(in text: Substring, needsWord: Bool) -> Int? {
    let start = text.drop { " #/—–-".contains($0) }
    guard let match = start.prefixMatch(of: /\(?~?([0-9][0-9,_]*)( lines| LOC)?\b/),
      !needsWord || match.2 != nil, match.2 != nil || start.hasPrefix("(")
    else { return nil }
    return Int(match.1.filter(\.isNumber))
  }
}
