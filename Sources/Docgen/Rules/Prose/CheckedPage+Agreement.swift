package import Diagnostics
import Markdown

extension CheckedPage {
  /// The numbers of names in inline code that the code has, and of links that lead somewhere: those
  /// that were checked without a finding, and without an exception.
  package func agreeing(besides findings: [Diagnostic]) -> (names: Int, links: Int) {
    let names = writtenCodeSpans.filter { UnknownSymbol.name(in: $0, on: self) != nil }
    let links = writtenLinks.filter { context != nil && LinkTarget($0.destination) != nil }
    return (
      count(names.map(\.contentRange), UnknownSymbol.id, findings: findings),
      count(links.map { $0.destinationRange ?? $0.range }, BrokenLink.id, findings: findings)
    )
  }

  private func count(
    _ places: [SourceRange], _ rule: RuleID, findings: [Diagnostic]
  ) -> Int {
    let wrong = Set(findings.filter { $0.rule == rule }.compactMap(\.location.range?.start))
    let excused = page.disables.filter { $0.rule.text == rule.rawValue }.map(\.covers)
    return places.count { place in
      !wrong.contains(place.start) && !excused.contains { $0.holds(place.start) }
    }
  }

  /// The errors among the page's findings that concern a region: those in it, and those in another
  /// file, such as its template, that keep it from being written.
  package func errors(in region: CheckedRegion, among findings: [Diagnostic]) -> [Diagnostic] {
    var elsewhere: [SourceLocation] = []
    if case .problem(let problems) = region.outcome {
      elsewhere = problems.map(\.location).filter { $0.file != page.path }
    }
    let range = region.region.range
    return findings.filter { finding in
      guard finding.severity == .error else { return false }
      if elsewhere.contains(finding.location) { return true }
      guard finding.location.file == page.path, let start = finding.location.range?.start else {
        return false
      }
      return range.start <= start && start <= range.end
    }
  }
}
