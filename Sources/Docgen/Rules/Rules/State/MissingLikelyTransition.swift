package import Diagnostics
import Diagrams

/// A transition that the code can make without a comparison of the state, and that a hand-drawn
/// diagram does not have.
package enum MissingLikelyTransition: Rule {
  package static let id = RuleID("missing-likely-transition")
  package static let severity = Diagnostic.Severity.warning
  package static let summary =
    "A verified diagram lacks a transition that the code makes without comparing the state."
  package static let explanation = Explanation.other(
    "The code assigns a state without a comparison, or after an `await`, and no arrow leads there.",
    "a page that verifies the machine", text: "func close() { state = .closed }",
    remedy:
      "Draw the transition from the states in which it happens, or write `partial=yes` in the marker."
  )

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.missing(.likely, by: Self.self, on: page, " (the code can take it)")
  }
}
