package import Diagnostics
import Diagrams

/// A step that is declared and never observed, and that a hand-drawn diagram does not have.
package enum MissingUnobservedStep: Rule {
  package static let id = "missing-unobserved-step"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified diagram leaves out a step that is declared, but that no recorded scenario takes."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .missingUnobserved(let event, let condition) = finding.deviation.kind else {
        return nil
      }
      let words = condition.map { "\(event) [\($0)]" } ?? event
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "\(finding.arrow) on `\(words)` is not drawn, and nobody has seen it",
        caretLabel: finding.deviation.range == nil ? nil : "does not name it",
        evidence: finding.evidence(of: finding.deviation.declared) + [
          Evidence(.help, "draw it, or say partial=yes in the marker")
        ])
    }
  }
}
