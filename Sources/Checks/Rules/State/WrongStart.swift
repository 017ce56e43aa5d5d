package import Diagnostics
import Diagrams
import Models

/// A diagram that begins in another state than the machine does.
package enum WrongStart: Rule {
  package static let id = "wrong-start"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified diagram begins in another state than the machine."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .wrongStart = finding.deviation.kind else { return nil }
      let machine = finding.verification.machine
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(machine.name)` does not begin in `\(finding.deviation.to)`", caretLabel: "documented",
        evidence: [Evidence(.declared, machine.initial, at: machine.declaredAt)])
    }
  }
}
