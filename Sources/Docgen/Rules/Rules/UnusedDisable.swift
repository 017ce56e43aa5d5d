package import Diagnostics
package import Markdown

/// An exception that is no longer needed: it would hide the next finding.
package enum UnusedDisable: DescribedRule {
  package static let id = RuleID("unused-disable")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "`docgen:disable` silences nothing in its block."
  package static let explanation = Explanation.document(
    "An exception that excuses nothing would hide the next finding.",
    """
    <!-- docgen:disable unknown-symbol reason="the name belongs to another project" -->
    Nothing to excuse here.
    """,
    remedy: "Remove the marker.")

  /// `used` are the indices of the exceptions on the page that have silenced a finding.
  static func findings(on page: Page, used: Set<Int>) -> [Diagnostic] {
    if page.disables.isEmpty { return [] }
    let known = Set(RuleCatalogue.descriptions.map(\.id.rawValue))
    return page.disables.enumerated().compactMap { place, disable in
      guard !used.contains(place), known.contains(disable.rule.text) else { return nil }
      return Diagnostic(
        rule: id, severity: severity, at: page.location(disable.rule.range),
        "`\(disable.rule.text)` finds nothing here",
        evidence: [Evidence(.help, "remove the marker")])
    }
  }
}

extension Disable {
  /// Whether this is the exception for a finding.
  package func silences(_ finding: Diagnostic) -> Bool {
    guard let start = finding.location.range?.start else { return false }
    return rule.text == finding.rule.rawValue && covers.start <= start && start <= covers.end
  }
}
