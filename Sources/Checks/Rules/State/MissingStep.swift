package import Diagnostics
import Diagrams

/// A step that is declared and observed, and that a hand-drawn diagram does not have.
package enum MissingStep: Rule {
  package static let id = "missing-step"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified diagram leaves out a step that is declared and observed."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .missing(let event, let condition) = finding.deviation.kind else { return nil }
      let words = condition.map { "\(event) [\($0)]" } ?? event
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "\(finding.arrow) on `\(words)` is not drawn",
        caretLabel: finding.deviation.range == nil ? nil : "does not name it",
        evidence: finding.evidence(of: finding.deviation.declared) + [
          Evidence(.help, "draw it, or say partial=yes in the marker")
        ])
    }
  }
}
