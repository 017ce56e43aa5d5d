package import Diagnostics
import Diagrams

/// A message that happens and that the diagram lacks.
package enum MissingMessage: Rule {
  package static let id = RuleID("missing-message")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A message of the traces or the code is missing from a verified sequence diagram."
  package static let explanation = Explanation.sequences(
    "The scenario sends a message between drawn participants that the diagram does not have.",
    "User->>Door: push()\nDoor-->>User: opened",
    remedy: "Draw it at the place that the finding names.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.missing, on: page).map { finding in
      let message = finding.deviation.happened?.description ?? ""
      return Diagnostic(
        rule: id, severity: finding.severity, at: finding.location,
        finding.isFromCode
          ? "the call `\(finding.declared)` is missing from the diagram"
          : "the message `\(message)` is missing here",
        caretLabel: finding.deviation.drawn == nil ? nil : "missing after this message",
        evidence: finding.observed)
    }
  }
}
