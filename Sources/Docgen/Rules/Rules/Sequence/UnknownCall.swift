package import Diagnostics
import Diagrams
import Models
import SwiftIndex

/// A message in a diagram without a marker that calls a member which its receiver does not declare.
package enum UnknownCall: Rule {
  package static let id = RuleID("unknown-call")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A message of a sequence diagram calls a member that its receiver does not have."
  package static let explanation = Explanation.document(
    "In a diagram without a marker, a message that looks like a call names no member of its "
      + "receiver, of its protocols, or of its subclasses.",
    """
    ```mermaid
    sequenceDiagram
        User->>DoorMachine: slamShut()
    ```
    """,
    remedy: "Write the name of the code.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    verified(on: page) + unmarked(on: page)
  }

  private static func verified(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.unknownMember, on: page).map { finding in
      Diagnostic(
        rule: id, severity: finding.severity, at: finding.location,
        "`\(finding.deviation.drawn?.to ?? "")` has no member for `\(finding.drawn)`",
        caretLabel: "documented", evidence: finding.observed)
    }
  }

  private static func unmarked(on page: CheckedPage) -> [Diagnostic] {
    let code = page.project.code
    return page.unmarkedFindings { diagram in
      guard case .messages(let messages) = diagram.outcome, !messages.unknownCalls.isEmpty else {
        return []
      }
      let judge = DiagramJudge(page, diagram.fence)
      return messages.unknownCalls.compactMap { call in
        guard let verdict = judge.verdict(on: call) else { return nil }
        let type = code.types(named: call.receiver).first
        let near = NearMiss.best(for: call.member, among: type?.members.map(\.name) ?? [])
        return Diagnostic(
          rule: id, severity: severity, confidence: verdict.confidence,
          at: page.location(of: call.range, in: diagram.fence),
          "`\(call.receiver)` has no member `\(call.member)`",
          caretLabel: near.map { "did you mean `\($0)`?" },
          evidence: verdict.evidence
            + [Evidence(.declared, "the receiver", at: type?.nameLocation)])
      }
    }
  }
}
