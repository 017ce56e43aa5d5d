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
    folder.
    """,
    "See [the windows](windows.md).",
    remedy: "Write the path from this document's folder, or the anchor of a heading.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard let context = page.context else { return [] }
    if DocCCatalog.folder(of: page.page.path) != nil {
      return DocCPageLinks(page, context).findings()
    }
    let check = LinkCheck(page, context)
    return page.writtenLinks.compactMap { link in
      check.problem(with: link).map { finding($0, link, on: page) }
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
