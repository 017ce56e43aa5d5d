import Diagnostics
import Markdown
import Models
import SwiftIndex

/// The query of a finding to the history of the code.
struct BlameQuestion: Sendable {
  let page: String
  /// The places in the code that the finding names.
  let places: [SourceLocation]
  /// Words that the document has and the code no longer has.
  let removed: [String]
  /// Words that the document lacks and the code has.
  let new: [String]
  private let sources: [String: SourceText]

  /// Returns `nil` for findings that are not about differences between documents and code.
  init?(_ finding: Diagnostic, project: Project) {
    guard finding.category == .drift || finding.category == .handEdit,
      let page = project.pages.first(where: { $0.path == finding.location.file })
    else { return nil }
    self.page = page.path
    places = finding.evidence.filter { $0.kind == .declared }.compactMap(\.location)
      .filter { project.model.sources[$0.file] != nil && $0.range != nil }
    sources = project.model.sources
    let code = project.model.code
    var documented: [String] = []
    var expected: [String] = []
    if let diff = finding.diff {
      for line in diff.split(separator: "\n") {
        if line.hasPrefix("-") { documented += Self.words(line.dropFirst()) }
        if line.hasPrefix("+") { expected += Self.words(line.dropFirst()) }
      }
    } else if let range = finding.location.range, range.start.line == range.end.line {
      let line = Array(page.source.line(range.start.line).utf8)
      let (start, end) = (range.start.column - 1, min(range.end.column - 1, line.count))
      if start >= 0, start < end {
        documented = Self.words(Substring(String(decoding: line[start..<end], as: UTF8.self)))
      }
    }
    removed = documented.filter { !code.mentions($0) }
    new = expected.filter { !documented.contains($0) && code.mentions($0) }
  }

  /// Possible names: at least three letters, digits and underscores.
  static func words(_ text: Substring) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      .filter { $0.utf8.count >= 3 && $0.contains { !$0.isNumber } }.map(String.init)
  }

  /// The newest related commit, with its place.
  ///
  /// Returns `nil` if no commit after the last change of the page is related.
  func answer(_ history: ChangeHistory, _ lines: inout LineHistory) -> Evidence? {
    if let evidence = newest(history, places.map { ($0, nil) }, lines: &lines) { return evidence }
    for (words, changes) in [(removed, history.removals), (new, history.additions)] {
      let found = words.compactMap { changes[$0] }.min { $0.index < $1.index }
      if let found {
        return Evidence(
          changedBy: history.commits[found.index].commit, at: SourceLocation(file: found.file))
      }
    }
    let extents = places.map { place in (place, extent(of: place)) }
    if let evidence = newest(history, extents, lines: &lines) { return evidence }
    let files = places.compactMap { place in
      history.files[place.file].map { (index: $0, file: place.file) }
    }
    return files.min { $0.index < $1.index }.map {
      Evidence(changedBy: history.commits[$0.index].commit, at: SourceLocation(file: $0.file))
    }
  }

  private func newest(
    _ history: ChangeHistory, _ places: [(SourceLocation, ClosedRange<Int>?)],
    lines: inout LineHistory
  ) -> Evidence? {
    var best: (index: Int, place: SourceLocation)?
    for (place, extent) in places {
      guard let line = place.range?.start.line,
        let change = lines.newest(in: place.file, extent ?? line...line)
      else { continue }
      if change.index < best?.index ?? .max {
        best = (change.index, SourceLocation(file: place.file, line: change.line))
      }
    }
    return best.map { Evidence(changedBy: history.commits[$0.index].commit, at: $0.place) }
  }

  /// The lines of the declaration on a line: those after it that are indented more, or blank, and
  /// the comment above.
  ///
  /// Indentation replaces syntax here: a declaration ends before the first line that is not
  /// indented more than its own.
  private func extent(of place: SourceLocation) -> ClosedRange<Int>? {
    guard let source = sources[place.file], let line = place.range?.start.line,
      line <= source.lineCount
    else { return nil }
    func indentation(_ number: Int) -> Int? {
      let text = source.line(number)
      let rest = text.drop { $0 == " " || $0 == "\t" }
      return rest.isEmpty ? nil : text.utf8.count - rest.utf8.count
    }
    let own = indentation(line) ?? 0
    var (first, last) = (line, line)
    while last < source.lineCount, indentation(last + 1) ?? .max > own { last += 1 }
    while first > 1, source.line(first - 1).drop(while: { $0 == " " }).hasPrefix("//") {
      first -= 1
    }
    return first...last
  }
}
