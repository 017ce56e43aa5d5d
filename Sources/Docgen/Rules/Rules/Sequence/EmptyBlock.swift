package import Diagnostics
import Diagrams

/// A block that a run may pass by, and that has no message.
package enum EmptyBlock: Rule {
  package static let id = "empty-block"
  package static let severity = Diagnostic.Severity.warning
  package static let summary =
    "A block of a verified sequence diagram has no message: nothing shows whether it is right."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.empty, on: page).map { finding in
      Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(finding.branch)` has no message, so that nothing can show whether it is right")
    }
  }
}
