package import Diagnostics
import Diagrams

/// A step that is declared and observed, and that a hand-drawn diagram does not have.
package enum MissingStep: Rule {
  package static let id = RuleID("missing-step")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified diagram leaves out a step of the code or of the traces."
  package static let explanation = Explanation.states(
    "The code surely has this step, or scenarios take it, but it is not drawn.",
    "[*] --> closed\nclosed --> open: pushed",
    remedy: "Draw it, or say `partial=yes` in the marker: then steps may be left out.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.missing(.declaredAndObserved, by: Self.self, on: page, "is not drawn")
  }
}
