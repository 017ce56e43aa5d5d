package import Diagnostics
import Markdown

/// A marker that disables a rule which does not exist.
package enum UnknownRule: Rule {
  package static let id = RuleID("unknown-rule")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "`docgen:disable` names a rule that does not exist."
  package static let explanation = Explanation.document(
    "An exception names a rule that does not exist.",
    """
    <!-- docgen:disable lose-diagram reason="drawn for a talk" -->
    Some text.
    """,
    remedy: "`docgen explain` lists the rules; `docgen fix` writes the nearest name.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    if page.page.disables.isEmpty { return [] }
    let known = RuleCatalogue.descriptions.map(\.id.rawValue)
    return page.page.disables.filter { !known.contains($0.rule.text) }.map { disable in
      let nearest = NearMiss.best(for: disable.rule.text, among: known)
      return Diagnostic(
        rule: id, severity: severity, category: .input,
        at: page.page.location(disable.rule.range), "unknown rule `\(disable.rule.text)`",
        caretLabel: nearest.map { "did you mean `\($0)`?" },
        evidence: [Evidence(.help, "`docgen explain` lists the rules")],
        fixIts: nearest.map {
          [FixIt(range: disable.rule.range, replacement: $0, title: "replace with `\($0)`")]
        } ?? [])
    }
  }
}
