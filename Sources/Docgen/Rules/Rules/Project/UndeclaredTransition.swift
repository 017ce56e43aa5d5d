package import Diagnostics
import Models
import Traces

/// A machine did what its declaration does not have.
package enum UndeclaredTransition: ProjectRule {
  package static let id = RuleID("undeclared-transition")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A trace shows a step that exploring the machine did not find."
  package static let explanation = Explanation.other(
    "A trace shows a step that exploring the machine did not find.",
    "a trace whose declared edges lack this one",
    #"{"type":"transition","machine":"Door","from":"open","event":"keyTurned","to":"locked",…}"#,
    remedy: "Explore the machine over all events that it can get, or mend the machine.")

  package static func findings(in project: CheckedProject) -> [Diagnostic] {
    project.machines.flatMap { machine in
      machine.undeclared.compactMap { step, observed in
        guard let first = observed.first else { return nil }
        return Diagnostic(
          rule: id, severity: severity, at: SourceLocation(file: first.file, line: first.line),
          "`\(machine.name)` went `\(step.from) --> \(step.to)` on `\(step.event)`, which it does not declare",
          evidence: [
            Evidence(.declared, "no such step", at: machine.declaredAt), observed.evidence,
          ])
      }
    }
  }
}

extension CheckedProject {
  var machines: [StateMachineModel] { model.machineNames.compactMap(model.machine) }
}
