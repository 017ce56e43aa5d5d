package import Diagnostics
import Diagrams

/// A message that the engine sends at another place of the flow.
package enum MovedMessage: Rule {
  package static let id = "moved-message"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A message of a verified sequence diagram is sent at another place of the flow."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.moved, on: page).map { finding in
      Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(finding.drawn)` happens at another place of the flow",
        caretLabel: "documented here", evidence: finding.observed)
    }
  }
}
