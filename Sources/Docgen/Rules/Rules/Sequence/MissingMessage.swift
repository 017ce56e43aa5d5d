package import Diagnostics
import Diagrams

/// A message that the engine sends and the diagram does not have.
package enum MissingMessage: Rule {
  package static let id = RuleID("missing-message")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified sequence diagram lacks a message that the engine sends."
  package static let explanation = Explanation.sequences(
    "The scenario sends a message between drawn participants that the diagram does not have.",
    "User->>Door: push()\nDoor-->>User: opened", remedy: "Draw it where the finding says.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.missing, on: page).map { finding in
      let message = finding.deviation.happened?.description ?? ""
      return Diagnostic(
        rule: id, severity: finding.severity, at: finding.location,
        finding.isFromCode
          ? "the code calls `\(finding.declared)`, and the diagram does not draw it"
          : "the engine sends `\(message)` here, and the diagram does not",
        caretLabel: finding.deviation.drawn == nil ? nil : "missing behind this message",
        evidence: finding.observed)
    }
  }
}
