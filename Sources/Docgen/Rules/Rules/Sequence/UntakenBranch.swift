package import Diagnostics
import Diagrams

/// A drawn branch that no trace takes.
package enum UntakenBranch: Rule {
  package static let id = RuleID("untaken-branch")
  package static let severity = Diagnostic.Severity.warning
  package static let summary =
    "No recorded scenario takes this branch of a verified sequence diagram."
  package static let explanation = Explanation.sequences(
    "This branch is unproven: no scenario takes it.",
    "User->>Bell: ring()\nalt in time\nUser->>Door: push()\nDoor-->>User: opened\nelse too late\n"
      + "User->>Door: knock()\nend\nUser->>Door: pull()",
    remedy: "Record a scenario that takes it, or remove it.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.neverTaken, on: page).map { finding in
      Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "no scenario takes `\(finding.branch)`",
        evidence: [
          Evidence(.note, "scenarios: " + finding.verification.scenarios.joined(separator: ", ")),
          Evidence(.help, missing(finding)),
        ])
    }
  }

  /// The scenario that would take it.
  private static func missing(_ finding: SequenceFinding) -> String {
    var advice = "record a scenario"
    if let behind = finding.deviation.belongsBehind {
      advice += " in which, after `\(behind.description)`,"
    } else {
      advice += " in which"
    }
    if let drawn = finding.deviation.drawn { return "\(advice) `\(drawn.description)` comes" }
    return "\(advice) nothing of the other branches comes"
  }
}
