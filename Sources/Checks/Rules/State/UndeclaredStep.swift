package import Diagnostics
import Diagrams
import Models
import Traces

/// A hand-drawn arrow that is neither declared nor observed.
package enum UndeclaredStep: Rule {
  package static let id = "undeclared-step"
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified diagram draws a step that is neither declared nor observed."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .undeclared = finding.deviation.kind else { return nil }
      let machine = finding.verification.machine
      let others = machine.edges.filter { $0.step.from == finding.deviation.from }
      let targets = others.map(\.step.to).reduce(into: [String]()) { list, name in
        if !list.contains(name) { list.append(name) }
      }
      let words =
        targets.isEmpty
        ? "nothing leads out of \(finding.deviation.from)"
        : "\(finding.deviation.from) leads to \(targets.joined(separator: ", "))"
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "\(finding.arrow) is drawn, but `\(machine.name)` has no such step",
        caretLabel: "documented",
        evidence: finding.basis + [
          Evidence(machine.isDeclared ? .declared : .observed, words, at: machine.declaredAt),
          Evidence(.observed, "never"),
        ])
    }
  }
}
