package import Diagnostics
import Diagrams
import Models

/// A hand-drawn arrow that is neither declared nor observed.
package enum UndeclaredStep: Rule {
  package static let id = RuleID("undeclared-step")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified diagram draws a step that is neither declared nor observed."
  package static let explanation = Explanation.states(
    "The machine has no such step, and no scenario was seen to take it: the arrow is wrong.",
    "closed --> open: pushed\nopen --> locked: keyTurned\nlocked --> open: pushed",
    remedy: "Take the arrow out, or draw the one that the finding names.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .undeclared = finding.deviation.kind else { return nil }
      let machine = finding.verification.machine
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "\(finding.arrow) is drawn, but `\(machine.name)` has no such step",
        caretLabel: "documented",
        evidence: finding.basis + [finding.ways, Evidence(.observed, "never")])
    }
  }
}
