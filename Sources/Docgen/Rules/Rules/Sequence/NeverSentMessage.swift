package import Diagnostics
import Diagrams

/// A message that the diagram demands and the engine does not send.
package enum NeverSentMessage: Rule {
  package static let id = "never-sent"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified sequence diagram demands a message that is not sent."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.neverSent, on: page).map { finding in
      Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(finding.drawn)` is drawn, but it does not happen here",
        caretLabel: "documented", evidence: finding.observed)
    }
  }
}
