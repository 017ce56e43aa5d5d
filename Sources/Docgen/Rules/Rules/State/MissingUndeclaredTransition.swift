package import Diagnostics
import Diagrams

/// A transition that was observed, and that is neither declared nor drawn.
package enum MissingUndeclaredTransition: Rule {
  package static let id = RuleID("missing-undeclared-transition")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A recorded scenario takes a transition that is neither declared nor in a verified diagram."
  package static let explanation = Explanation.states(
    "A scenario takes a transition that neither the machine declares nor the diagram draws.",
    "[*] --> closed\nclosed --> open: pushed",
    remedy: "Find out whether the code or its declaration is right, then draw it.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.missing(
      .observed, by: Self.self, on: page, " (observed, not declared)")
  }
}
