package import Diagnostics
import Facts
import Markdown
import Models

/// A generated region that differs from the text of its source.
package enum StaleRegion: Rule {
  package static let id = RuleID("stale-region")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A generated region differs from the text that docgen would write."
  package static let explanation = Explanation.document(
    "The text between these markers differs from the text that docgen would write.",
    """
    <!-- docgen:begin state-diagram machine=Door -->
    <!-- docgen:end -->
    """,
    remedy: "`docgen fix` writes the region.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.flatMap { checked -> [Diagnostic] in
      guard case .generated(let expected) = checked.outcome,
        !HandEditedRegion.isForeign(checked.region)
      else { return [] }
      let comparison = RegionComparison(checked.region, expected)
      return comparison.isAgreeing ? [] : findings(checked.region, comparison, on: page)
    }
  }

  /// The number of differences of one region that are reported one by one.
  private static let most = 3

  /// A finding for each of the first elements that differ; the last one has the complete change.
  private static func findings(
    _ region: Region, _ comparison: RegionComparison, on page: CheckedPage
  ) -> [Diagnostic] {
    let differences = comparison.differences
    var findings = differences.prefix(most).map { finding($0, region, on: page) }
    if findings.isEmpty {
      findings.append(
        Diagnostic(
          rule: id, severity: severity, at: page.page.location(comparison.firstDifference),
          region.content.isEmpty
            ? "the region `\(region.name)` was not generated yet"
            : "the region `\(region.name)` differs from the text that its source generates",
          caretLabel: "first difference",
          evidence: SubjectEvidence(project: page.project, region: region)
            .ofRegion(expecting: comparison.expected)))
    }
    let last = findings.count - 1
    if differences.count > most {
      findings[last].evidence.append(
        Evidence(.note, "\((differences.count - most).counted("more difference")) in this region"))
    }
    findings[last].diff = comparison.diff
    findings[last].evidence.append(Evidence(.fix, "docgen fix \(page.page.path.shellWord)"))
    return findings
  }

  private static func finding(
    _ change: Difference, _ region: Region, on page: CheckedPage
  ) -> Diagnostic {
    let place = change.oldRange
    let location =
      place == nil
      ? page.page.location(region.opening.range)
      : page.location(of: place, in: region.fences.first)
    let sources = SubjectEvidence(project: page.project, region: region)
    return Diagnostic(
      rule: id, severity: severity, at: location, change.staleness,
      caretLabel: change.old != nil ? "documented" : place == nil ? nil : "belongs after this",
      evidence: sources.evidence(of: change.fact))
  }
}
