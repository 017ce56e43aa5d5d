package import Diagnostics
import Diagrams

/// A loop with another number of rounds than its title states.
package enum LoopCount: Rule {
  package static let id = RuleID("loop-count")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A loop of a verified sequence diagram has the wrong number of rounds in its title."
  package static let explanation = Explanation.sequences(
    "The scenario repeats the loop another number of times than its title states.",
    "loop 3 times\nUser->>Bell: ring()\nend\nUser->>Door: push()\nDoor-->>User: opened\n"
      + "User->>Door: pull()",
    remedy: "Write the number that the finding names, or none.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SequenceFinding.all(.wrongCount, on: page).map { finding in
      let counts = finding.deviation.counts ?? 0...0
      let seen =
        counts.count == 1
        ? counts.lowerBound.times : "\(counts.lowerBound) to \(counts.upperBound) times"
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(finding.branch)` repeats \(seen)", caretLabel: "documented",
        evidence: finding.observed)
    }
  }
}
