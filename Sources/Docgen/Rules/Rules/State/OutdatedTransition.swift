package import Diagnostics
import Diagrams
import Markdown
import Mermaid
import Models
import Traces

/// A drawn transition that the traces declare and the sources no longer have.
package enum OutdatedTransition: Rule {
  package static let id = RuleID("outdated-transition")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A drawn transition comes from traces that are older than the sources, which no longer have it."
  package static let explanation = Explanation.other(
    "The traces are older than the sources, which no longer have this transition.",
    "a document that draws a removed transition", text: "closed --> open: kicked",
    remedy: "Record the traces again.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.flatMap { checked -> [Diagnostic] in
      guard checked.region.name == StateDiagramRegion.name, let fence = checked.region.fences.first,
        case .state(let diagram) = MermaidParser.parse(fence.literal).diagram,
        let machine = machine(of: checked.region, page.project)
      else { return [] }
      return machine.edges.compactMap { edge in
        guard let contradiction = edge.contradiction else { return nil }
        let arrow = diagram.transitions.map(\.transition).first {
          $0.from.text == edge.step.from && $0.to.text == edge.step.to
        }
        guard let arrow else { return nil }
        return Diagnostic(
          rule: id, severity: severity, at: page.location(of: arrow.range, in: fence),
          "`\(edge.step.from) --> \(edge.step.to)` on `\(edge.step.event)` is no longer in the sources",
          caretLabel: "documented",
          evidence: [
            Evidence(.declared, contradiction, at: edge.declaredAt), edge.observed.evidence,
            Evidence(.help, "the traces are older than the sources: record them again"),
          ])
      }
    }
  }

  private static func machine(of region: Region, _ project: ProjectModel) -> StateMachineModel? {
    if let name = region.opening["machine"] { return project.machine(named: name) }
    let names = project.machineNames
    return names.count == 1 ? project.machine(named: names[0]) : nil
  }
}
