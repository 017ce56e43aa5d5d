package import Diagnostics
import Diagrams

/// A message that the diagram has and that never happens.
package enum NeverSentMessage: Rule {
  package static let id = RuleID("never-sent")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified sequence diagram requires a message that is not sent."
  package static let explanation = Explanation.sequences(
    "The diagram requires a message that the scenario does not send.",
    "User->>Bell: ring()\nUser->>Door: push()\nDoor-->>User: opened\nUser->>Door: kick()\n"
      + "User->>Door: pull()",
    remedy: "Remove it, or put it into an `opt` if other scenarios send it.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.neverSent, on: page).map { finding in
      Diagnostic(
        rule: id, severity: finding.severity, at: finding.location,
        finding.isFromCode
          ? "`\(finding.drawn)` is drawn, but the code makes no such call"
          : "`\(finding.drawn)` is drawn, but it does not happen here",
        caretLabel: "documented", evidence: finding.observed)
    }
  }
}
