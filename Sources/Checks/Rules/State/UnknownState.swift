package import Diagnostics
import Diagrams
import Models

/// A hand-drawn diagram names a state that the machine does not have.
package enum UnknownState: Rule {
  package static let id = "unknown-state"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified diagram names a state that the machine does not have."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
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
}
