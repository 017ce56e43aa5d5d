package import Diagnostics
import Diagrams
import Models

/// A hand-drawn arrow that was observed, although the machine does not declare it.
package enum UndeclaredObservedStep: Rule {
  package static let id = RuleID("undeclared-observed-step")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified diagram draws a step that was observed, although the machine does not declare it."
  package static let explanation = Explanation.states(
    "A scenario took this step, and exploring the machine did not find it.",
    "open --> locked: keyTurned",
    remedy: "The document is right; the declaration of the machine is not whole.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .undeclaredObserved = finding.deviation.kind else { return nil }
      let machine = finding.verification.machine
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "\(finding.arrow) is drawn and happens, but `\(machine.name)` does not declare it",
        caretLabel: "documented",
        evidence: finding.undeclared)
    }
  }
}
