package import Diagnostics
import Diagrams

/// A transition that is declared and observed, and that a hand-drawn diagram does not have.
package enum MissingTransition: Rule {
  package static let id = RuleID("missing-transition")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified diagram lacks a transition of the code or the traces."
  package static let explanation = Explanation.states(
    "The code has this transition, or a scenario takes it, but the diagram does not draw it.",
    "[*] --> closed\nclosed --> open: pushed",
    remedy: "Draw it, or write `partial=yes` in the marker to allow omissions.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.missing(.declaredAndObserved, by: Self.self, on: page)
  }
}
