package import Diagnostics
import Diagrams

/// An optional block without messages.
package enum EmptyBlock: Rule {
  package static let id = RuleID("empty-block")
  package static let severity = Diagnostic.Severity.warning
  package static let summary =
    "A block of a verified sequence diagram has no message, so it cannot be proven."
  package static let explanation = Explanation.sequences(
    "An optional block without messages makes no claim that could be proven.",
    "User->>Bell: ring()\nopt in a hurry\nNote over User: runs\nend\nUser->>Door: push()\n"
      + "Door-->>User: opened\nUser->>Door: pull()",
    remedy: "Draw its messages, or remove it.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.empty, on: page).map { finding in
      Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(finding.branch)` has no message, so it cannot be proven")
    }
  }
}
