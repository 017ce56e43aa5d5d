package import Diagnostics
import Models
import Traces

/// A state that no sequence of events leads to.
package enum UnreachableState: ProjectRule {
  package static let id = RuleID("unreachable-state")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A machine declares a state that no transition leads to."
  package static let explanation = Explanation.other(
    "No sequence of events leads to a declared state.", "a Swift file",
    text: "enum State { case closed, open, burnt }",
    remedy: "Remove the state, or add the missing transition.")

  package static func findings(in project: CheckedProject) -> [Diagnostic] {
    project.machines.flatMap { machine in
      let reached = Set(machine.edges.map(\.step.to) + [machine.initial].compactMap(\.self))
      return machine.states.filter { !reached.contains($0.name) }.map { state in
        Diagnostic(
          rule: id, severity: severity,
          at: state.declaredAt ?? machine.declaredAt ?? SourceLocation(file: machine.type),
          "no transition of `\(machine.name)` leads to `\(state.name)`")
      }
    }
  }
}
