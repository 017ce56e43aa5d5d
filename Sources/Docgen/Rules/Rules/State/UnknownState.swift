package import Diagnostics
import Diagrams
import Mermaid
import Models
import SwiftIndex

/// A hand-drawn diagram names a state that the machine does not have.
package enum UnknownState: Rule {
  package static let id = RuleID("unknown-state")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A diagram names a state that its machine or enum does not have."
  package static let explanation = Explanation.states(
    "A drawn state is not a state of the machine.", "closed --> ajar: pushed",
    remedy: "Write the name of the code, or remove it.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    verified(on: page) + unmarked(on: page)
  }

  private static func verified(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .unknownState(let name) = finding.deviation.kind else { return nil }
      let machine = finding.verification.machine
      let near = NearMiss.best(for: name, among: machine.states.map(\.name))
      let list = machine.states.map { "`\($0.name)`" }.joined(separator: ", ")
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(machine.name)` has no state `\(name)`",
        caretLabel: near.map { "did you mean `\($0)`?" },
        evidence: [Evidence(.declared, list, at: machine.declaredAt)])
    }
  }

  /// States that the enum of the other states does not have.
  private static func unmarked(on page: CheckedPage) -> [Diagnostic] {
    page.unmarkedFindings { diagram in
      guard case .states(let states) = diagram.outcome else { return [] }
      let judge = DiagramJudge(page, diagram.fence)
      guard let (match, isNamed) = judge.match(of: states) else { return [] }
      let cases = match.type.cases.map(\.name)
      return match.unknown.map { state in
        let verdict = judge.verdict(
          onState: state.text, of: match.type, isNamed: isNamed, at: state.range)
        let near = NearMiss.best(for: state.text, among: cases)
        let list = cases.map { "`\($0)`" }.joined(separator: ", ")
        return Diagnostic(
          rule: id, severity: severity, confidence: verdict.confidence,
          at: page.location(of: state.range, in: diagram.fence),
          "`\(match.type.qualifiedName)` has no case `\(state.text)`",
          caretLabel: near.map { "did you mean `\($0)`?" },
          evidence: verdict.evidence + [Evidence(.declared, list, at: match.type.nameLocation)])
      }
    }
  }
}
