package import Diagnostics
import Diagrams

/// A message that happens at another point of the flow.
package enum MovedMessage: Rule {
  package static let id = RuleID("moved-message")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A message of a verified sequence diagram is sent at another point of the flow."
  package static let explanation = Explanation.sequences(
    "The message is sent at another point of the flow.",
    "User->>Door: push()\nDoor-->>User: opened\nUser->>Door: pull()\nUser->>Bell: ring()",
    remedy: "Move it to the place that the finding names.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.moved, on: page).map { finding in
      Diagnostic(
        rule: id, severity: finding.severity, at: finding.location,
        finding.isFromCode
          ? "the code cannot make the call `\(finding.drawn)` after the messages before it"
          : "`\(finding.drawn)` happens at another point of the flow",
        caretLabel: "documented here", evidence: finding.observed)
    }
  }
}
