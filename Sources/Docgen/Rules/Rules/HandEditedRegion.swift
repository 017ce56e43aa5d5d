package import Diagnostics
import Facts
package import Markdown

/// A hand-edited region that differs from the text that docgen would write.
package enum HandEditedRegion: Rule {
  package static let id = RuleID("hand-edited-region")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A generated region was edited by hand."
  package static let explanation = Explanation.document(
    """
    The checksum of the end marker is that of the text that docgen wrote last, and the text is \
    different now. An edit that changes only layout and order is left alone.
    """,
    """
    <!-- docgen:begin state-diagram machine=Door -->
    My own words.
    <!-- docgen:end 00000000 -->
    """,
    remedy: """
      Move the text out of the region, or draw the diagram yourself below a `docgen:verify`. \
      `docgen fix --force` discards the edit.
      """)

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.compactMap { checked in
      guard case .generated(let expected) = checked.outcome, isForeign(checked.region),
        !RegionComparison(checked.region, expected).isAgreeing
      else { return nil }
      return finding(checked.region, expected: expected, on: page)
    }
  }

  /// Whether docgen did not write the text of the region: neither the checksum of its text nor that
  /// of its meaning equals the recorded one, or it has text without a recorded checksum.
  package static func isForeign(_ region: Region) -> Bool {
    let isBlank = region.content.allSatisfy(\.isWhitespace)
    guard region.recordedChecksum != nil else { return !isBlank }
    guard region.isHandEdited else { return false }
    guard let meaning = region.recordedMeaning else { return true }
    return meaning != RegionText(region.content, in: region).meaning
  }

  /// The finding for an edit in a generated region that cannot be kept, and would be lost.
  package static func unmergeable(_ checked: CheckedRegion, on page: CheckedPage) -> Diagnostic? {
    guard case .generated(let expected) = checked.outcome else { return nil }
    var finding = finding(checked.region, expected: expected, on: page)
    finding.summary = "the additions by hand to `\(checked.region.name)` no longer have a place"
    return finding
  }

  static func finding(
    _ region: Region, expected: String, on page: CheckedPage
  ) -> Diagnostic {
    let comparison = RegionComparison(region, expected)
    // The elements that the author wrote say more than those that they replaced.
    let differences = comparison.differences
    let changes = differences.filter { $0.old != nil } + differences.filter { $0.old == nil }
    let first = changes.lazy.compactMap(\.oldRange).first.map {
      page.location(of: $0, in: region.fences.first)
    }
    return Diagnostic(
      rule: id, severity: severity, category: .handEdit,
      at: first ?? page.page.location(comparison.firstDifference),
      region.recordedChecksum == nil
        ? "the region `\(region.name)` contains text that docgen did not write"
        : "the generated region `\(region.name)` was edited by hand",
      caretLabel: "first difference",
      evidence: reported(changes, region, on: page) + [
        Evidence(
          .note, "docgen writes the text between these markers",
          at: page.page.location(region.opening.range)),
        Evidence(
          .help,
          "move the text out of the region, or make the block a `docgen:verify` of your own"),
        Evidence(.fix, "docgen fix --force \(page.page.path.shellWord)   (discards the edit)"),
      ], diff: comparison.diff)
  }

  /// The changes of the edit, element by element.
  private static func reported(
    _ changes: [Difference], _ region: Region, on page: CheckedPage
  ) -> [Evidence] {
    let most = 3
    var reported = changes.prefix(most).map { change in
      Evidence(
        .documented, change.staleness,
        at: change.oldRange.map { page.location(of: $0, in: region.fences.first) })
    }
    if changes.count > most {
      reported.append(
        Evidence(.note, "\((changes.count - most).counted("more difference")) in this region"))
    }
    return reported
  }
}
