package import Diagnostics
import Diagrams

/// A choice, fork or join without a transition through it.
package enum LooseMarker: Rule {
  package static let id = RuleID("loose-choice")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A choice, fork or join of a verified diagram has no arrow to it, or none from it."
  package static let explanation = Explanation.states(
    "A choice, fork or join represents the transitions through it; this one has none.",
    "state way <<choice>>\n[*] --> closed\nclosed --> way",
    remedy: "Draw an arrow to it and one from it, or remove it.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .looseMarker = finding.deviation.kind else { return nil }
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "no transition passes through `\(finding.deviation.from)`",
        caretLabel: "needs an arrow to it and one from it")
    }
  }
}
