import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Folders of packages that are no longer in the repository, since the manifest takes them from an
/// address.
///
///     `Packages/Quay/Sources`     .package(url: "https://example.com/Quay.git", from: "1.0.0")
extension UnknownFile {
  nonisolated(unsafe) private static let path =
    /(?:^|")(?<path>(?:Packages|LocalPackages|Vendor|Submodules|\.\.)\/(?<name>[\w.\-]+)(?:\/[\w.\-]*)*)/

  static func dependencyFindings(
    on page: CheckedPage, _ context: ProjectContext
  ) -> [Diagnostic] {
    let spans = page.writtenCodeSpans.filter { span in
      span.text.contains(path)
        && (!span.text.hasPrefix("../") || page.text(before: span).contains(/\bpath:? $/))
    }
    guard !spans.isEmpty, let repository = context.repository, let manifest = page.manifest,
      // `swift package edit` makes such a folder.
      !page.fences.contains(where: { $0.literal.contains("package edit") })
    else { return [] }
    return spans.compactMap { span in
      guard let match = span.text.firstMatch(of: path),
        let dependency = manifest.dependencies.first(where: { $0.name == String(match.name) }),
        !manifest.hasLocalPackage(named: dependency.name, in: context),
        !repository.isUntracked(String(match.path))
      else { return nil }
      let isHistorical = page.subject.isHistorical(at: span)
      return Diagnostic(
        rule: id, severity: severity, confidence: isHistorical ? .low : .medium,
        at: page.page.location(span.contentRange),
        "`\(match.path)` does not exist: the package `\(dependency.name)` comes from an address",
        caretLabel: "documented",
        evidence: [
          Evidence(
            .declared, "the dependency",
            at: SourceLocation(file: manifest.file, line: dependency.line, column: 1))
        ])
    }
  }
}

extension PackageManifest {
  /// Whether the repository has a folder of that name with a manifest.
  fileprivate func hasLocalPackage(named name: String, in context: ProjectContext) -> Bool {
    context.index.files(named: "Package.swift").contains { ("/" + $0).contains("/\(name)/") }
  }
}
