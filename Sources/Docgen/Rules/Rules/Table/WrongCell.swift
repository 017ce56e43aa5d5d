package import Diagnostics
import Markdown

/// A cell that differs from the code or the traces.
package enum WrongCell: TableRule {
  package static let id = RuleID("wrong-cell")
  package static let summary =
    "A cell of a verified table differs from the code or the traces."
  package static let explanation = Explanation.table(
    "A cell in a compared column must agree with the project.",
    "| `closed` | `pushed` | `locked` |",
    remedy: "Write the right value; `columns=\"HEADING=\"` makes a column prose.")

  package static func finding(
    for deviation: TableVerification.Deviation, of table: TableVerification, on page: CheckedPage
  ) -> Diagnostic? {
    guard case .wrongCell(let cell, let heading, let declared, let place) = deviation else {
      return nil
    }
    return Diagnostic(
      rule: id, severity: severity, at: page.page.location(cell.range),
      "`\(heading)` is not `\(CellText(cell.text).text)`", caretLabel: "documented",
      evidence: [Evidence(.declared, declared.isEmpty ? "nothing" : declared, at: place)],
      fixIts: fixIts(cell, declared))
  }

  /// Replaces a cell that is one word in backticks; the author must change others.
  private static func fixIts(_ cell: Table.Cell, _ declared: String) -> [FixIt] {
    let text = cell.text
    let isOneWord =
      text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`")
      && !text.dropFirst().dropLast().contains("`")
    guard isOneWord, !declared.isEmpty, !declared.contains("|"), declared != "–" else { return [] }
    return [
      FixIt(
        range: cell.range, replacement: "`\(declared)`", title: "replace with `\(declared)`",
        isSafe: true)
    ]
  }
}
