import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Environment variables of the project's own that no file of the repository mentions.
///
///     export HARBOR_PIER=3      nothing in the repository reads `HARBOR_PIER`
///
/// A variable is the project's own if it begins with the name of the package or of a product, or if
/// the repository has nearly all others of its list or table.
extension UnknownCommand {
  static func environmentFindings(on page: CheckedPage) -> [Diagnostic] {
    guard let context = page.context, let repository = context.repository,
      !page.subject.isHistorical
    else { return [] }
    let own = ownPrefixes(on: page)
    let listed = unknownSiblings(on: page, repository)
    var seen: Set<String> = []
    return EnvironmentVariable.all(on: page).compactMap { variable in
      let (name, line) = (variable.name, variable.range.start.line)
      let prefixes = own.filter(name.hasPrefix)
      guard !prefixes.isEmpty || listed.contains(name), !isKnown(name, repository),
        // `HARBOR_\(name)` is put together.
        !prefixes.contains(where: { isKnown($0, repository) }), !context.isIgnored(name),
        seen.insert(name).inserted,
        !page.subject.isHistorical(atLine: line)
      else { return nil }
      let wasRead = repository.hadWord(name, whenWritingLine: line, of: page.page.path) == true
      return Diagnostic(
        rule: id, severity: wasRead ? .error : .warning, confidence: wasRead ? .high : .medium,
        at: page.page.location(variable.range), "nothing in the repository reads `\(name)`",
        caretLabel: "documented",
        evidence: wasRead
          ? [Evidence(.help, "the sources had this word when the line was written")] : [])
    }
  }

  /// The unknown variables of lists in which at least three others, and most of them, are known.
  private static func unknownSiblings(
    on page: CheckedPage, _ repository: any RepositoryFacts
  ) -> Set<String> {
    page.enumerations.reduce(into: []) { found, list in
      let names = list.entries.compactMap { $0.names.first?.name }
        .filter { $0.contains(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/) }
      guard names.count > 3, names.count == list.entries.count else { return }
      let unknown = names.filter { !isKnown($0, repository) }
      if unknown.count * 4 <= names.count { found.formUnion(unknown) }
    }
  }

  private static func isKnown(_ name: String, _ repository: any RepositoryFacts) -> Bool {
    [.code, .comment, .text].contains { repository.contains(name, in: $0) }
  }

  /// The names of the package and its products as variables begin with them: `HARBOR_TOOLS_`.
  private static func ownPrefixes(on page: CheckedPage) -> Set<String> {
    let names = page.project.manifests.flatMap { manifest in
      [manifest.name].compactMap(\.self) + manifest.ownProducts.map(\.name)
        + manifest.targets.filter { $0.kind == .executableTarget }.map(\.name)
    }
    return Set(
      names.filter { $0.count > 2 && $0.lowercased() != "swift" }.flatMap { [$0, $0.kebabCase] }
        .map { $0.uppercased().replacing("-", with: "_") + "_" })
  }
}

/// A variable that inline code names, or that a shell block assigns.
private struct EnvironmentVariable {
  var name: String
  var range: SourceRange

  nonisolated(unsafe) private static let pattern = /\$?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=\S*)?/

  static func all(on page: CheckedPage) -> [EnvironmentVariable] {
    let spans = page.writtenCodeSpans.compactMap { span -> EnvironmentVariable? in
      guard let match = span.text.wholeMatch(of: pattern) else { return nil }
      return EnvironmentVariable(name: String(match.1), range: span.contentRange)
    }
    return spans
      + page.fences.filter { page.isWritten($0.range) }.flatMap { all(in: $0, page) }
  }

  private static func all(in fence: Fence, _ page: CheckedPage) -> [EnvironmentVariable] {
    guard ShellCommand.languages.contains(fence.language.lowercased()) else { return [] }
    let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
    let assignment = /\s*(?:\$ )?(?:export\s+)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/
    return lines.enumerated().compactMap { index, line in
      guard let name = line.prefixMatch(of: assignment)?.1 else { return nil }
      let start = fence.position(
        in: page.page.source, line: index + 1,
        column: line[..<name.startIndex].utf8.count + 1)
      return EnvironmentVariable(
        name: String(name),
        range: SourceRange(line: start.line, column: start.column, length: name.utf8.count))
    }
  }
}
