package import Diagnostics
import Markdown
import Mermaid

/// A diagram that is neither generated nor verified.
package enum LooseDiagram: Rule {
  package static let id = RuleID("loose-diagram")
  package static let severity = Diagnostic.Severity.note
  package static let summary = "A Mermaid block is neither generated nor verified."
  package static let explanation = Explanation.document(
    "Nothing checks this diagram, so it may be wrong.",
    """
    ```mermaid
    stateDiagram-v2
        closed --> open
    ```
    """,
    remedy: """
      Have it generated (`docgen:begin`) or proven (`docgen:verify`), or state why it need not \
      be: `<!-- docgen:disable loose-diagram reason="…" -->`.
      """)

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.page.looseFences.compactMap { fence in
      let kind: String
      switch MermaidParser.parse(fence.literal).diagram {
      case .state: kind = StateDiagramRegion.name
      case .sequence: kind = SequenceRegion.name
      case .classes: kind = ClassDiagramRegion.name
      case .flowchart, .other, .unrecognized: return nil
      }
      return Diagnostic(
        rule: id, severity: severity, at: page.page.location(fence.range),
        "nothing keeps this diagram true: it is neither generated nor verified",
        evidence: [
          Evidence(.help, "put `<!-- docgen:verify \(kind) … -->` before it to have it proven")
        ])
    }
  }
}
