package import Diagnostics
import Markdown

/// A quotation that differs from the current code.
package enum StaleSnippet: Rule {
  package static let id = RuleID("stale-snippet")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A Swift block differs from the code that it quotes."
  package static let explanation = Explanation.document(
    "A Swift block below a `docgen:verify snippet` must equal the code.",
    """
    <!-- docgen:verify snippet symbol=DoorMachine.width -->
    ```swift
    static let width = 70
    ```
    """,
    remedy: "Quote the current code; `…` stands for omitted parts.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.compactMap { checked in
      guard case .snippet(let verification) = checked.outcome,
        let place = verification.deviation, let fence = checked.region.fences.first
      else { return nil }
      let symbol = checked.region.opening["symbol"] ?? checked.region.opening["mark"] ?? ""
      return Diagnostic(
        rule: id, severity: severity,
        at: page.location(of: SourceRange(start: place, end: place), in: fence),
        "the block does not match the current code of `\(symbol)`", caretLabel: "documented",
        evidence: [
          Evidence(.declared, verification.expected, at: verification.location),
          Evidence(.help, "a line `// …` stands for code that is left out"),
        ])
    }
  }
}
