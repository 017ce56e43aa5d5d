package import Diagnostics
import Markdown

/// A row about something that does not exist.
package enum UnknownRow: TableRule {
  package static let id = RuleID("unknown-row")
  package static let summary =
    "A verified table has a row about something that does not exist."
  package static let explanation = Explanation.table(
    "Each row of a verified table must be about something that exists.",
    "| `opne` | `pulled` | `closed` |", remedy: "Write the name of the code.")

  package static func finding(
    for deviation: TableVerification.Deviation, of table: TableVerification, on page: CheckedPage
  ) -> Diagnostic? {
    guard case .unknownRow(let cell, let nearest) = deviation else { return nil }
    return Diagnostic(
      rule: id, severity: severity, at: page.page.location(cell.range),
      "the row is about `\(CellText(cell.text).text)`, which does not exist",
      caretLabel: nearest.map { "did you mean `\($0)`?" } ?? "documented")
  }
}
