package import Diagnostics
import Models
import Traces

/// A recorded transition that the machine does not declare.
package enum UndeclaredTransition: ProjectRule {
  package static let id = RuleID("undeclared-transition")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A trace shows a transition that exploring the machine did not find."
  package static let explanation = Explanation.other(
    "A trace shows a transition that exploring the machine did not find.",
    "a trace whose declared edges lack this one",
    text:
      #"{"type":"transition","machine":"Door","from":"open","event":"keyTurned","to":"locked",…}"#,
    remedy: "Explore the machine with all events that it can get, or fix the machine.")

  package static func findings(in project: CheckedProject) -> [Diagnostic] {
    project.machines.flatMap { machine in
      machine.undeclared.compactMap { step, observed in
        guard let first = observed.first else { return nil }
        return Diagnostic(
          rule: id, severity: severity, at: SourceLocation(file: first.file, line: first.line),
          "`\(machine.name)` went `\(step.from) --> \(step.to)` on `\(step.event)`, which it does not declare",
          evidence: [declared(step, of: machine), observed.evidence])
      }
    }
  }

  /// The same transition with another condition, or none.
  private static func declared(_ step: DeclaredEdge, of machine: StateMachineModel) -> Evidence {
    let same = machine.edges.first {
      $0.step.from == step.from && $0.step.event == step.event && $0.step.to == step.to
    }
    guard let condition = same?.step.condition, step.condition == nil else {
      return Evidence(.declared, "no such transition", at: machine.declaredAt)
    }
    return Evidence(
      .declared, "with the condition `\(condition)`; the trace recorded none", at: same?.declaredAt)
  }
}

extension CheckedProject {
  var machines: [StateMachineModel] { model.machineNames.compactMap(model.machine) }
}
