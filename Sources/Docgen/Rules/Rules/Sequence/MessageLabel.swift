package import Diagnostics
import Diagrams
import SwiftIndex

/// A message with another label than the one that happens there.
package enum MessageLabel: Rule {
  package static let id = RuleID("message-label")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A message of a verified sequence diagram has another label than in the traces or the code."
  package static let explanation = Explanation.sequences(
    "The message between these participants has another name.",
    "User->>Bell: ring()\nUser->>Door: shove()\nDoor-->>User: opened\nUser->>Door: pull()",
    remedy: "Write the method's name, or declare a synonym in the marker.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.relabelled, on: page).map { finding in
      Diagnostic(
        rule: id, severity: severity, at: finding.location,
        finding.isFromCode
          ? "`\(finding.drawn)` is drawn, but the call is `\(finding.deviation.declared?.label ?? "")`"
          : "`\(finding.drawn)` is drawn, but it is `\(finding.deviation.happened?.label ?? "")`",
        caretLabel: "documented", evidence: finding.observed)
    }
  }
}
