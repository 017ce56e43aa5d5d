package import Diagnostics
import Markup
import Models
import SwiftCode

/// A file between backticks that is not there, or a line that it does not have.
///
/// A path counts when its first folder exists; a lone name when it ends in `.swift` or `.md`.
package enum UnknownFile: Rule {
  package static let id = "unknown-file"
  package static let severity = Diagnostic.Severity.error
  package static let isAboutCode = false
  package static let summary = "A file between backticks is not there, or lacks the line."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard let surroundings = page.surroundings else { return [] }
    return page.writtenCodeSpans.compactMap { span in
      guard let file = FileName(span.text), !surroundings.isIgnored(span.text),
        let (problem, help) = problem(with: file, page, surroundings)
      else { return nil }
      return Diagnostic(
        rule: id, severity: severity, at: page.page.location(span.contentRange), problem,
        caretLabel: "documented", evidence: help.map { [Evidence(.help, $0)] } ?? [])
    }
  }

  private static func problem(
    with file: FileName, _ page: CheckedPage, _ surroundings: Surroundings
  ) -> (String, String?)? {
    let lines = page.project.code.lineCounts
    let parts = file.path.split(separator: "/")
    guard let first = parts.first, !file.path.hasPrefix("/"), !first.hasPrefix(".") else {
      return nil
    }
    var path = file.path
    if parts.count == 1 && !path.hasSuffix("/") {
      guard path.hasSuffix(".swift") || path.hasSuffix(".md") else { return nil }
      let sources = file.files(in: page.project.code)
      if sources.isEmpty && !surroundings.hasFile(path) {
        let names = lines.keys.compactMap { $0.split(separator: "/").last.map(String.init) }
        return ("no file is called `\(path)`", near(path, names))
      }
      // Of several files of one name none can be asked for its lines.
      guard sources.count == 1, let only = sources.first else { return nil }
      path = only
    } else {
      guard surroundings.kind(String(first)) != nil else { return nil }
      if surroundings.kind(path) == nil {
        let folder = parts.dropLast().joined(separator: "/")
        let moved = lines.keys.filter { $0.hasSuffix("/" + file.name) }.sorted()
        let help = moved.first.map { "did you mean `\($0)`?" }
        return (
          "there is no `\(file.path)`",
          help ?? near(file.name, surroundings.names(folder), in: folder)
        )
      }
    }
    guard let line = file.line, let count = lines[path], line > count || line < 1 else {
      return nil
    }
    return ("`\(path)` has \(count.counted("line"))", nil)
  }

  /// The nearest name, as it has to be written.
  private static func near(_ name: String, _ names: [String], in folder: String = "") -> String? {
    let start = folder.isEmpty ? "" : folder + "/"
    return NearMiss.best(for: name, among: names).map { "did you mean `\(start)\($0)`?" }
  }
}
