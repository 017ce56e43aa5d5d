import Diagnostics
import Markdown
import SwiftIndex

extension WrongVersion {
  /// Tools in inline code whose version is another one in the nearest `Mintfile`.
  ///
  ///     `harbor/Crane@1.2.0`
  static func toolFindings(on page: CheckedPage) -> [Diagnostic] {
    let claims = page.writtenCodeSpans.compactMap { span -> (tool: String, span: CodeSpan)? in
      guard span.text.contains("@"), let tool = toolVersion(in: span.text) else { return nil }
      return (tool.name, span)
    }
    guard !claims.isEmpty, let index = page.context?.index else { return [] }
    let file = RepositoryIndex.foldersUp(from: page.page.path).map {
      $0.isEmpty ? "Mintfile" : $0 + "/Mintfile"
    }.first { index.files.contains($0) }
    guard let file, let text = index.repository.text(file) else { return [] }
    let versions = Dictionary(
      text.split(separator: "\n").compactMap { toolVersion(in: String($0)) },
      uniquingKeysWith: { $1 })
    return claims.compactMap { tool, span in
      guard let version = versions[tool], !span.text.hasSuffix("@" + version),
        !page.subject.isHistorical(at: span)
      else { return nil }
      return Diagnostic(
        rule: id, severity: severity, confidence: .medium,
        at: page.page.location(span.contentRange),
        "`\(file)` has `\(tool)` \(version)", caretLabel: "documented")
    }
  }

  /// `harbor/Crane@1.2.0` -> harbor/crane, 1.2.0
  private static func toolVersion(in text: String) -> (name: String, version: String)? {
    let parts = text.split(separator: "@")
    guard parts.count == 2, parts[0].split(separator: "/").count == 2,
      parts[1].first?.isNumber == true, !text.contains(" ")
    else { return nil }
    return (parts[0].lowercased(), String(parts[1]))
  }

  // Compiling an expression takes longer than matching it.
  nonisolated(unsafe) private static let unversioned =
    /\.package\(\s*(?:name:\s*"[^"]*"\s*,\s*)?url:\s*"[^"]*"\s*\)/

  /// Dependencies in Swift blocks without a version, which no manifest accepts.
  static func unversionedFindings(on page: CheckedPage) -> [Diagnostic] {
    page.examples.flatMap { example -> [Diagnostic] in
      let text = example.fence.literal
      guard text.contains(".package("), !page.subject.isHistorical(example.fence) else { return [] }
      return text.matches(of: unversioned).map { match in
        let before = text[..<match.range.lowerBound]
        let line = before.utf8.count { $0 == 0x0A } + 1
        let column = before.utf8.reversed().prefix { $0 != 0x0A }.count + 1
        let range = SourceRange(line: line, column: column, length: ".package".utf8.count)
        return Diagnostic(
          rule: id, severity: severity, confidence: .medium,
          at: page.location(of: range, in: example.fence),
          "`.package(url:)` needs a version, a branch or a commit", caretLabel: "documented")
      }
    }
  }
}
