package import Diagnostics
import Diagrams

/// A drawn way that no trace ever takes.
package enum UntakenBranch: Rule {
  package static let id = "untaken-branch"
  package static let severity = Diagnostic.Severity.warning
  package static let summary =
    "No recorded scenario takes this part of a verified sequence diagram."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.neverTaken, on: page).map { finding in
      Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "none of the scenarios comes by `\(finding.deviation.drawn?.description ?? "")`",
        evidence: [
          Evidence(.note, "scenarios: " + finding.verification.scenarios.joined(separator: ", ")),
          Evidence(.help, "record a scenario that does, and name it in the marker"),
        ])
    }
  }
}
