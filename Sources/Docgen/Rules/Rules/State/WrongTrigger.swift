package import Diagnostics
import Diagrams

/// An arrow with a trigger that does not cause its transition.
package enum WrongTrigger: Rule {
  package static let id = RuleID("transition-label")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "An arrow of a verified diagram names a trigger that does not cause it."
  package static let explanation = Explanation.states(
    "The transition exists, but another trigger causes it.", "closed --> open: pulled",
    remedy: "Write the event's name, its guard or the first sentence of its documentation.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .wrongTrigger(let drawn) = finding.deviation.kind else { return nil }
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "\(finding.arrow) is drawn with a trigger that does not cause it: `\(drawn)`",
        caretLabel: "documented", evidence: finding.evidence(of: finding.deviation.declared))
    }
  }
}
