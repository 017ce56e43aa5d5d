package import Diagnostics
import Markdown

/// A link or an image on a page that leads to no file and no heading of the repository.
///
/// Links to other sites are not followed, nor those that lead out of the project. On pages that
/// GitHub shows, a missing file or heading is certain. Pages of DocC catalogs and of site generators
/// follow the rules of those programs.
package enum BrokenLink: Rule {
  package static let id = RuleID("broken-link")
  package static let severity = Diagnostic.Severity.error
  package static let isAboutCode = false
  package static let summary = "A relative link, an anchor or an image leads nowhere."
  package static let explanation = Explanation.document(
    """
    Relative links, images and anchors must lead to a file or heading of the repository. Pages of \
    DocC catalogs and of site generators follow the rules of those programs; what docgen cannot \
    know about them is a note. So is a link that resolves from a copy of the page in a sibling \
    folder. A section that the text names in quotes must be a heading of the page.
    """,
    "See [the windows](windows.md).",
    remedy: "Write the path from this document's folder, or the anchor of a heading.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard let context = page.context else { return [] }
    if DocCCatalog.folder(of: page.page.path) != nil {
      return DocCPageLinks(page, context).findings()
    }
    let check = LinkCheck(page, context)
    return sections(on: page)
      + page.writtenLinks.compactMap { link in
        check.problem(with: link).map { finding($0, link, on: page) }
      }
  }

  nonisolated(unsafe) private static let section = /\b[Ss]ee section ["“]([^"”]{4,60})["”]/

  /// "See section "Pier"" on a page without such a heading.
  private static func sections(on page: CheckedPage) -> [Diagnostic] {
    let text = String(decoding: page.page.source.bytes, as: UTF8.self)
    guard text.contains("ee section ") else { return [] }
    let headings = page.page.headings.map { $0.text.lowercased() }
    return page.page.blocks.filter { $0.kind == .paragraph && page.isWritten($0.range) }
      .flatMap(page.page.lines).compactMap { line in
        guard line.text.contains("ee section "), let match = line.text.firstMatch(of: section),
          case let name = match.1.lowercased(), !headings.contains(where: { $0.contains(name) })
        else { return nil }
        let before = line.text[..<match.1.startIndex].utf8.count
        let range = SourceRange(
          line: line.start.line, column: line.start.column + before, length: match.1.utf8.count)
        return Diagnostic(
          rule: id, severity: severity, confidence: .medium, at: page.page.location(range),
          "no heading of the page is called `\(match.1)`", caretLabel: "documented")
      }
  }

  private static func finding(
    _ problem: LinkProblem, _ link: Link, on page: CheckedPage
  ) -> Diagnostic {
    Diagnostic(
      rule: id, severity: severity, confidence: problem.confidence,
      at: page.page.location(link.destinationRange ?? link.range), problem.summary,
      evidence: problem.evidence, fixIts: fix(of: link, problem).map { [$0] } ?? [])
  }

  /// The replacement of a destination if it is certain and can be written without escapes.
  private static func fix(of link: Link, _ problem: LinkProblem) -> FixIt? {
    guard problem.isCertain, let help = problem.help, let range = link.destinationRange,
      !help.contains(where: { " ()<>\\".contains($0) })
    else { return nil }
    return FixIt(range: range, replacement: help, title: "replace with `\(help)`", isSafe: true)
  }
}
