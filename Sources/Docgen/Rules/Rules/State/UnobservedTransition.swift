package import Diagnostics
import Diagrams

/// A drawn and declared transition that no recorded scenario takes.
package enum UnobservedTransition: Rule {
  package static let id = RuleID("unobserved-transition")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A drawn transition is declared, but no recorded scenario takes it."
  package static let explanation = Explanation.states(
    "The transition is declared and drawn, but no scenario takes it.",
    "closed --> locked: keyTurned",
    remedy: "Record a scenario that takes it; `docgen status --skeletons` begins a test.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .neverObserved = finding.deviation.kind else { return nil }
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "no recorded scenario takes \(finding.arrow)",
        evidence: finding.evidence(of: finding.deviation.declared) + [
          Evidence(.help, "record a scenario that does")
        ])
    }
  }
}
