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
      guard case .generated(let expected) = checked.outcome,
        !HandEditedRegion.isForeign(checked.region)
      else { return [] }
      let comparison = RegionComparison(checked.region, expected)
      return comparison.isAgreeing ? [] : findings(checked.region, comparison, on: page)
    }
  }

  /// How many differences of one region are told one by one.
  private static let most = 3

  /// A finding for each of the first elements that differ, the last with the whole change.
  private static func findings(
    _ region: Region, _ comparison: RegionComparison, on page: CheckedPage
  ) -> [Diagnostic] {
    let differences = RegionChange.all(in: comparison.differences)
    var findings = differences.prefix(most).map { finding($0, region, page) }
    if findings.isEmpty {
      findings.append(
        Diagnostic(
          rule: id, severity: severity, at: page.page.location(comparison.firstDifference),
          region.content.isEmpty
            ? "the region `\(region.name)` was not generated yet"
            : "the region `\(region.name)` is not what its source gives",
          caretLabel: "first difference",
          evidence: SubjectEvidence(project: page.project, region: region)
            .ofRegion(expecting: comparison.expected)))
    }
    let last = findings.count - 1
    if differences.count > most {
      findings[last].evidence.append(
        Evidence(.note, "\(differences.count - most) more differences in this region"))
    }
    findings[last].diff = comparison.diff
    findings[last].evidence.append(Evidence(.fix, "docgen generate \(page.page.path)"))
    return findings
  }

  private static func finding(
    _ change: RegionChange, _ region: Region, _ page: CheckedPage
  ) -> Diagnostic {
    let place = change.old ?? change.neighbour
    let location =
      place == nil
      ? page.page.location(region.opening.range)
      : page.location(of: place?.range, in: region.fences.first)
    let sources = SubjectEvidence(project: page.project, region: region)
    return Diagnostic(
      rule: id, severity: severity, at: location, change.words,
      caretLabel: change.old != nil ? "documented" : place == nil ? nil : "belongs behind this",
      evidence: (change.new ?? change.old).map { sources.evidence(of: $0.subject) } ?? [])
  }
}

/// One element of a diagram that differs: gone, new, or saying something else.
private struct RegionChange {
  var old: DiagramElement?
  var new: DiagramElement?
  /// Where a new element belongs.
  var neighbour: DiagramElement?

  var words: String {
    switch (old, new) {
    case (let old?, let new?): "`\(old.words)` is drawn; it is now `\(new.words)`"
    case (let old?, nil): "`\(old.words)` is drawn, and is no longer so"
    default: "`\(new?.words ?? "")` is not drawn"
    }
  }

  /// Takes an element that is gone and a new one about the same thing as one change.
  static func all(in differences: [ElementDifference]) -> [RegionChange] {
    var changes: [RegionChange] = []
    for difference in differences {
      switch difference {
      case .removed(let element): changes.append(RegionChange(old: element))
      case .added(let element, let neighbour):
        let partner = changes.firstIndex {
          $0.new == nil && $0.old?.subject.isAbout(element.subject) == true
        }
        if let partner {
          changes[partner].new = element
        } else {
          changes.append(RegionChange(new: element, neighbour: neighbour))
        }
      }
    }
    return changes
  }
}

extension DiagramElement.Subject {
  /// Whether a change from one to the other is a new label, and not another element.
  fileprivate func isAbout(_ other: Self) -> Bool {
    switch (self, other) {
    case (.step, .step), (.state, .state), (.relation, .relation), (.type, .type): self == other
    case (.message(let from, let to, _), .message(let otherFrom, let otherTo, _)):
      from == otherFrom && to == otherTo
    case (.member(let owner, let name), .member(let otherOwner, let otherName)):
      owner == otherOwner && NearMiss.best(for: name, among: [otherName]) != nil
    default: false
    }
  }
}
