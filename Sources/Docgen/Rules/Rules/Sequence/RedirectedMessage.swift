package import Diagnostics
import Diagrams

/// A message that the engine sends between other participants.
package enum RedirectedMessage: Rule {
  package static let id = "redirected-message"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A message of a verified sequence diagram is drawn between the wrong participants."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.redirected, on: page).map { finding in
      Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(finding.drawn)` is sent as `\(finding.deviation.happened?.description ?? "")`",
        caretLabel: "documented", evidence: finding.observed)
    }
  }
}
