package import Diagnostics
import Diagrams

/// A transition that is declared and never observed, and that a hand-drawn diagram does not have.
package enum MissingUnobservedTransition: Rule {
  package static let id = RuleID("missing-unobserved-transition")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified diagram lacks a declared transition, which no recorded scenario takes."
  package static let explanation = Explanation.states(
    "The machine declares this transition, no scenario takes it, and it is not drawn.",
    "[*] --> closed\nclosed --> open: pushed",
    remedy: "Draw it, write `partial=yes`, or record a scenario to see whether it happens.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.missing(.declared, by: Self.self, on: page, " (declared, never observed)")
  }
}
