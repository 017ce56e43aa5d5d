package import Diagnostics
import Diagrams

/// A scenario that cannot be aligned with a diagram: both are too long, or parallel parts allow too many
/// orders.
package enum UnprovenSequence: Rule {
  package static let id = RuleID("unproven-sequence")
  package static let severity = Diagnostic.Severity.warning
  package static let summary =
    "A verified sequence diagram allows too many orders, or is too long, to be compared."
  package static let explanation = Explanation.other(
    "Parallel parts allow more orders than docgen can try, or a long diagram and a long scenario exceed "
      + "the limit `alignment`, so this scenario is not compared.",
    "a document", text: "par … and … and … (a dozen parts of a dozen messages)",
    remedy: "Draw fewer parallel parts, or split the diagram.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.tooLarge, on: page).map { finding in
      Diagnostic(
        rule: id, severity: severity, at: finding.location,
        finding.isFromCode
          ? "the code and the diagram are too large to be compared"
          : "the diagram is too long, or allows too many orders, for this scenario to be aligned with it",
        evidence: finding.observed)
    }
  }
}
