package import Diagnostics
import Markdown

/// A row that a table leaves out.
package enum MissingRow: TableRule {
  package static let id = RuleID("missing-row")
  package static let summary =
    "A required row is missing from a verified table."
  package static let explanation = Explanation.table(
    "A verified table must have a row for everything that its marker names.",
    "| `open` | `pulled` | `closed` |",
    remedy: "Write the row, or `partial` in the marker.")

  package static func finding(
    for deviation: TableVerification.Deviation, of table: TableVerification, on page: CheckedPage
  ) -> Diagnostic? {
    guard case .missingRow(let title, let place) = deviation else { return nil }
    return Diagnostic(
      rule: id, severity: severity, at: page.page.location(table.start),
      "no row is about `\(title)`", evidence: [Evidence(.declared, title, at: place)])
  }
}
