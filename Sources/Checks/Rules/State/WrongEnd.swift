package import Diagnostics
import Diagrams
import Models
import Traces

/// An arrow to `[*]` from a state in which the machine does not rest for good.
package enum WrongEnd: Rule {
  package static let id = "wrong-end"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified diagram ends in a state from which the machine goes on."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .wrongEnd = finding.deviation.kind else { return nil }
      let machine = finding.verification.machine
      let from = finding.deviation.from
      let targets = machine.edges.map(\.step).filter { $0.from == from && $0.to != from }.map(\.to)
      let words = targets.reduce(into: [String]()) { list, name in
        if !list.contains(name) { list.append(name) }
      }
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "`\(machine.name)` does not end in `\(from)`", caretLabel: "documented",
        evidence: finding.basis + [
          Evidence(
            machine.isDeclared ? .declared : .observed,
            words.isEmpty
              ? "it goes on from there" : "\(from) leads to \(words.joined(separator: ", "))",
            at: machine.declaredAt)
        ])
    }
  }
}
