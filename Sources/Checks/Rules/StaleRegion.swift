package import Diagnostics
import Diagrams
import Markup
import Models

/// A generated region that no longer is what its source gives.
package enum StaleRegion: Rule {
  package static let id = "stale-region"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A generated region is not what docgen would write."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.flatMap { checked -> [Diagnostic] in
      guard case .generated(let expected) = checked.outcome, !checked.region.isHandEdited else {
        return []
      }
      let comparison = RegionComparison(checked.region, expected)
      return comparison.isAgreeing ? [] : findings(checked.region, comparison, on: page)
    }
  }

  /// One finding for each element that differs, the last with the whole change.
  private static func findings(
    _ region: Region, _ comparison: RegionComparison, on page: CheckedPage
  ) -> [Diagnostic] {
    var findings = comparison.differences.map { finding($0, region, page) }
    if findings.isEmpty {
      findings.append(
        Diagnostic(
          rule: id, severity: severity, at: page.page.location(comparison.firstDifference),
          region.content.isEmpty
            ? "the region `\(region.name)` was not generated yet"
            : "the region `\(region.name)` is not what its source gives",
          caretLabel: "first difference",
          evidence: SubjectEvidence(project: page.project, region: region).ofRegion))
    }
    let last = findings.count - 1
    findings[last].diff = comparison.diff
    findings[last].evidence.append(Evidence(.fix, "docgen generate \(page.page.path)"))
    return findings
  }

  private static func finding(
    _ difference: ElementDifference, _ region: Region, _ page: CheckedPage
  ) -> Diagnostic {
    let sources = SubjectEvidence(project: page.project, region: region)
    switch difference {
    case .removed(let element):
      return Diagnostic(
        rule: id, severity: severity, at: page.location(of: element.range, in: region.fences.first),
        "`\(element.words)` is drawn, and no longer so", caretLabel: "documented",
        evidence: sources.evidence(of: element.subject))
    case .added(let element, let neighbour):
      let location =
        neighbour == nil
        ? page.page.location(region.opening.range)
        : page.location(of: neighbour?.range, in: region.fences.first)
      return Diagnostic(
        rule: id, severity: severity, at: location,
        "`\(element.words)` is not drawn",
        caretLabel: neighbour == nil ? nil : "belongs behind this",
        evidence: sources.evidence(of: element.subject))
    }
  }
}
