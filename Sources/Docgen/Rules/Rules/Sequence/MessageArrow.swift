package import Diagnostics
import Diagrams

/// A call drawn as an answer, an answer drawn as a call, or an answer drawn as a failure.
package enum MessageArrow: Rule {
  package static let id = RuleID("message-arrow")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A call of a verified sequence diagram has the arrow of an answer, or the reverse."
  package static let explanation = Explanation.sequences(
    "Calls are `->>`, answers `-->>`.",
    "User->>Bell: ring()\nUser-->>Door: push()\nDoor-->>User: opened\nUser->>Door: pull()",
    remedy: "Draw the other arrow.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.wrongArrow, on: page).map { finding in
      let kind =
        switch finding.deviation.happened?.kind {
        case .call, .inner, nil: "a call: a solid arrow"
        case .answer: "an answer: a dotted arrow"
        case .failure: "a failure: a crossed arrow"
        }
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(finding.drawn)` is \(kind)", caretLabel: "documented", evidence: finding.observed)
    }
  }
}
