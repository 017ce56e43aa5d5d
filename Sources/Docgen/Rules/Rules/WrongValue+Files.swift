import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Numbers that a page takes from a file.
///
///     Schema version: 17 (see `Store.swift`)       Store.swift has `schemaVersion: 18`
extension WrongValue {
  static func fileFindings(on page: CheckedPage) -> [Diagnostic] {
    let spans = page.writtenCodeSpans.filter { $0.text.hasSuffix(".swift") }
    guard !spans.isEmpty else { return [] }
    let claim =
      /([A-Za-z]+(?: [A-Za-z]+)+)(?:\*\*)?(?: is|:| =) ?(?:\*\*)?([0-9]+)(?:\*\*)?,? \(?(?:see|in|from) $/
    return spans.compactMap { span in
      guard let files = FileName(span.text)?.files(in: page.project.code), files.count == 1,
        let match = page.text(before: span).firstMatch(of: claim), let written = Int(match.2),
        let text = page.project.source(of: files[0]),
        let own = value(of: match.1, in: String(decoding: text.bytes, as: UTF8.self)),
        own.value != written
      else { return nil }
      return Diagnostic(
        rule: id, severity: severity,
        confidence: page.subject.isHistorical(at: span) ? .low : .medium,
        at: page.page.location(span.range),
        "`\(own.name)` is \(own.value) in `\(files[0])`, the page says \(written)",
        caretLabel: "documented")
    }
  }

  /// The only number after the last words of a text, written as one name: `schemaVersion: 18`.
  private static func value(of words: Substring, in text: String) -> (name: String, value: Int)? {
    let words = words.lowercased().split(separator: " ")
    for count in [3, 2] where words.count >= count {
      let parts = words.suffix(count)
      let name = parts[parts.startIndex] + parts.dropFirst().map(\.capitalized).joined()
      let values = Set(text.ranges(of: name).compactMap { number(after: $0, in: text) })
      if values.count == 1, let value = values.first { return (String(name), value) }
    }
    return nil
  }

  /// `18` of `schemaVersion: 18` and of `let schemaVersion: Int = 18`.
  private static func number(after place: Range<String.Index>, in text: String) -> Int? {
    if let before = text[..<place.lowerBound].last, before.isLetter || before.isNumber {
      return nil
    }
    let rest = text[place.upperBound...].prefix { $0 != "\n" }
    let number = /\s*(?::\s*U?Int\d*\s*=|=|:)\s*([0-9][0-9_]*)\b(?!\.)/
    return rest.prefixMatch(of: number).flatMap { Int($0.1.filter { $0 != "_" }) }
  }
}

extension Substring {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
