package import Diagnostics
import Models

/// The traces were recorded before the sources changed, or do not agree with each other.
package enum OutdatedTrace: ProjectRule {
  package static let id = RuleID("outdated-trace")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "Traces declare a machine differently from the sources or from other traces."
  package static let explanation = Explanation.other(
    "Traces declare a machine differently from the sources or from other traces.",
    "a trace from before the event was renamed",
    text: #"{"type":"machine","machine":"Door","events":["kicked"],…}"#,
    remedy: "Record the traces again.")

  package static func findings(in project: CheckedProject) -> [Diagnostic] {
    project.machines.flatMap { machine in
      let missing = machine.unrecorded.map { title, location in
        Diagnostic(
          rule: id, severity: severity, at: location,
          "the traces were recorded before `\(machine.name)` had \(title)",
          evidence: [Evidence(.fix, "record the traces again")])
      }
      let disagreeing = machine.disagreeing.map { place in
        Diagnostic(
          rule: id, severity: severity, at: SourceLocation(file: place.file, line: 1),
          "the trace `\(place.scenario)` declares `\(machine.name)` differently from the other traces",
          evidence: [Evidence(.fix, "record the traces again")])
      }
      let changed = machine.edges.filter { $0.contradiction != nil }
      let contradicting = changed.first.map { edge in
        let more = changed.count - 1
        return Diagnostic(
          rule: id, severity: severity,
          at: edge.declaredAt ?? machine.declaredAt ?? SourceLocation(file: machine.type),
          "the traces were recorded before the code of `\(machine.name)` changed: "
            + (edge.contradiction ?? "")
            + (more == 0 ? "" : "; and \(more.counted("more transition"))"),
          evidence: [Evidence(.fix, "record the traces again")])
      }
      return missing + disagreeing + [contradicting].compactMap(\.self)
    }
  }
}
