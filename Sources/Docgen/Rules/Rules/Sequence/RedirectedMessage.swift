package import Diagnostics
import Diagrams

/// A message that happens between other participants.
package enum RedirectedMessage: Rule {
  package static let id = RuleID("redirected-message")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A message of a verified sequence diagram is drawn between the wrong participants."
  package static let explanation = Explanation.sequences(
    "The message is sent between other participants.",
    "User->>Bell: ring()\nBell->>Door: push()\nDoor-->>User: opened\nUser->>Door: pull()",
    remedy: "Draw it between the participants that the finding names.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.redirected, on: page).map { finding in
      Diagnostic(
        rule: id, severity: severity, at: finding.location,
        finding.isFromCode
          ? "`\(finding.drawn)` is drawn, but the code calls `\(finding.declared)`"
          : "`\(finding.drawn)` is sent as `\(finding.deviation.happened?.description ?? "")`",
        caretLabel: "documented", evidence: finding.observed)
    }
  }
}
