package import Diagnostics
import Diagrams
import Mermaid
import Models
import SwiftIndex
import Traces

/// A hand-drawn arrow that is neither declared nor observed.
package enum ImpossibleTransition: Rule {
  package static let id = RuleID("impossible-transition")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A verified diagram draws a transition that neither the code nor a trace has."
  package static let explanation = Explanation.states(
    "The machine has no such transition, and no scenario takes it.",
    "closed --> open: pushed\nopen --> locked: keyTurned\nlocked --> open: pushed",
    remedy: "Remove the arrow, or draw the one that the finding names.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    verified(on: page) + unmarked(on: page)
  }

  /// Arrows that the code of the enum's only holder cannot follow, in diagrams without a marker.
  private static func unmarked(on page: CheckedPage) -> [Diagnostic] {
    page.unmarkedFindings { diagram in
      guard case .states(let states) = diagram.outcome else { return [] }
      let judge = DiagramJudge(page, diagram.fence)
      guard let (match, isNamed) = judge.match(of: states), isNamed,
        let machine = page.project.anyMachine(named: match.type.qualifiedName), machine.isSealed
      else { return [] }
      return states.impossible(in: machine).map { arrow, from, to in
        let targets = Set(machine.edges.map(\.step).filter { $0.from == from }.map(\.to)).sorted()
        let declared =
          targets.isEmpty
          ? "no transition leads out of \(from)"
          : "\(from) leads to \(targets.joined(separator: ", "))"
        return Diagnostic(
          rule: id, severity: severity, confidence: judge.verdict(.medium).confidence,
          at: page.location(of: arrow.range, in: diagram.fence),
          "no code of `\(machine.type)` leads from `\(from)` to `\(to)`",
          caretLabel: "documented",
          evidence: [Evidence(.declared, declared, at: machine.declaredAt)])
      }
    }
  }

  private static func verified(on page: CheckedPage) -> [Diagnostic] {
    StateFinding.all(on: page).compactMap { finding in
      guard case .undeclared = finding.deviation.kind else { return nil }
      let machine = finding.verification.machine
      return Diagnostic(
        rule: id, severity: severity, at: finding.location,
        "\(finding.arrow) is drawn, but `\(machine.name)` has no such transition",
        caretLabel: "documented",
        evidence: finding.basis + [finding.paths]
          + (machine.isRecorded ? [Evidence(.observed, "never")] : []))
    }
  }
}
