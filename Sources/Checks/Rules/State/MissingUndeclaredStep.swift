package import Diagnostics
import Diagrams
import Models

/// A step that was observed, and that is neither declared nor drawn.
package enum MissingUndeclaredStep: Rule {
  package static let id = "missing-undeclared-step"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A recorded scenario takes a step that is neither declared nor in a verified diagram."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .missingUndeclared(let event, let condition) = finding.deviation.kind else {
        return nil
      }
      let words = condition.map { "\(event) [\($0)]" } ?? event
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "\(finding.arrow) on `\(words)` happened; it is neither drawn nor declared",
        evidence: [
          Evidence(
            .declared, "no such step", at: finding.verification.machine.declaredAt),
          finding.deviation.observed.evidence,
        ])
    }
  }
}
