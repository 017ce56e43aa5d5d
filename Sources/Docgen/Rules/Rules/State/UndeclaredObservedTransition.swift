package import Diagnostics
import Diagrams
import Models

/// A hand-drawn arrow that was observed, although the machine does not declare it.
package enum UndeclaredObservedTransition: Rule {
  package static let id = RuleID("undeclared-observed-transition")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified diagram draws a transition that was observed and that the machine does not declare."
  package static let explanation = Explanation.states(
    "A scenario took this transition, and exploring the machine did not find it.",
    "open --> locked: keyTurned",
    remedy: "The document is right; the declaration of the machine is incomplete.")

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
