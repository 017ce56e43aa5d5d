import Basics
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

  /// The errors among the page's findings, for the regions that they concern.
  package func regionErrors(among findings: [Diagnostic]) -> RegionErrors {
    RegionErrors(findings, path: page.path)
  }
}

/// The errors on a page by their places.
package struct RegionErrors {
  private let path: String
  /// Those on the page, in its order.
  private let own: [(start: SourcePosition, finding: Diagnostic)]
  private let others: [SourceLocation: [Diagnostic]]

  fileprivate init(_ findings: [Diagnostic], path: String) {
    self.path = path
    let errors = findings.filter { $0.severity == .error }
    own = errors.filter { $0.location.file == path }
      .compactMap { error in error.location.range.map { ($0.start, error) } }
      .sorted { $0.0 < $1.0 }
    others = Dictionary(grouping: errors.filter { $0.location.file != path }, by: \.location)
  }

  /// Those that concern a region: those in it, and those in another file, such as its template, that
  /// keep it from being written.
  package func errors(in region: CheckedRegion) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if case .problem(let problems) = region.outcome {
      found = Set(problems.map(\.location)).flatMap { others[$0] ?? [] }
    }
    let range = region.region.range
    let first = own.partitioningIndex { $0.start >= range.start }
    return found + own[first...].prefix { $0.start <= range.end }.map(\.finding)
  }
}
