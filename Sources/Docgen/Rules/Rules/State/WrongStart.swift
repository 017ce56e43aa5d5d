package import Diagnostics
import Diagrams
import Models

/// A diagram with another initial state than the machine, or without one.
package enum WrongStart: Rule {
  package static let id = RuleID("wrong-start")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified diagram has the wrong initial state, or none."
  package static let explanation = Explanation.states(
    "The arrow from `[*]` must lead to the initial state of the machine.", "[*] --> open",
    remedy: "Draw it to the initial state, which the finding names.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      let machine = finding.verification.machine
      guard let initial = machine.initial else { return nil }
      let declared = Evidence(.declared, initial, at: machine.declaredAt)
      switch finding.deviation.kind {
      case .wrongStart:
        return Diagnostic(
          rule: id, severity: severity, at: finding.location,
          "`\(machine.name)` does not begin in `\(finding.deviation.to)`",
          caretLabel: "documented", evidence: [declared])
      case .missingStart:
        return Diagnostic(
          rule: id, severity: severity, at: finding.location,
          "the diagram lacks the initial state `\(initial)` of `\(machine.name)`",
          evidence: [
            declared,
            Evidence(
              .help, "draw `[*] --> \(initial)`, or write partial=yes in the marker"),
          ])
      default: return nil
      }
    }
  }
}
