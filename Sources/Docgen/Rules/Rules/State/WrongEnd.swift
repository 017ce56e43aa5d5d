package import Diagnostics
import Diagrams
import Models

/// An arrow to `[*]` from a state that the machine can leave.
package enum WrongEnd: Rule {
  package static let id = RuleID("wrong-end")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified diagram ends in a state that the machine can leave."
  package static let explanation = Explanation.states(
    "The diagram draws an end at a state that the machine can leave.",
    "[*] --> closed\nopen --> [*]", remedy: "Remove the arrow to `[*]`.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .wrongEnd = finding.deviation.kind else { return nil }
      let machine = finding.verification.machine
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(machine.name)` does not end in `\(finding.deviation.from)`", caretLabel: "documented",
        evidence: finding.basis + [finding.paths])
    }
  }
}
