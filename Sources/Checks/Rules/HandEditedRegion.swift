package import Diagnostics
package import Markup

/// Somebody changed what docgen wrote, so that it no longer is what docgen would write.
package enum HandEditedRegion: Rule {
  package static let id = "hand-edited-region"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A generated region was edited by hand."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.compactMap { checked in
      guard case .generated(let expected) = checked.outcome, isForeign(checked.region),
        !RegionComparison(checked.region, expected).isAgreeing
      else { return nil }
      return finding(checked.region, expected: expected, on: page)
    }
  }

  /// Whether somebody else wrote what the region holds: the checksum is another one, or there is
  /// text and no checksum.
  package static func isForeign(_ region: Region) -> Bool {
    let isBlank = region.content.allSatisfy(\.isWhitespace)
    return region.recordedChecksum == nil ? !isBlank : region.isHandEdited
  }

  static func finding(
    _ region: Region, expected: String, on page: CheckedPage
  ) -> Diagnostic {
    let comparison = RegionComparison(region, expected)
    return Diagnostic(
      rule: id, severity: severity, category: .handEdit,
      at: page.page.location(comparison.firstDifference),
      region.recordedChecksum == nil
        ? "the region `\(region.name)` holds text that docgen did not write"
        : "the generated region `\(region.name)` was edited by hand",
      caretLabel: "first difference",
      evidence: [
        Evidence(
          .note, "docgen writes what stands between the markers",
          at: page.page.location(region.opening.range)),
        Evidence(
          .help,
          "move the text out of the region, or make the block a `docgen:verify` of your own"),
        Evidence(.fix, "docgen generate --force \(page.page.path)   (discards the edit)"),
      ], diff: comparison.diff)
  }
}
