package import Diagnostics
import Markdown
import Mermaid

/// A Mermaid block that Mermaid would refuse, anywhere on a page.
package enum MermaidSyntax: Rule {
  package static let id = RuleID.mermaidSyntax
  package static let severity = Diagnostic.Severity.error
  package static let isAboutCode = false
  package static let summary = "A Mermaid block cannot be drawn."
  package static let explanation = Explanation.document(
    "Mermaid would show an error instead of this diagram.",
    """
    <!-- docgen:verify state-diagram machine=Door -->
    ```mermaid
    stateDiagram-v2
        closed --> --> open
    ```
    """,
    remedy: "The finding shows the expected text; `docgen mermaid lint` checks diagrams alone.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.page.fences.filter { $0.language.lowercased() == "mermaid" }.flatMap { fence in
      MermaidParser.parse(fence.literal).errorGroups.map { group in
        var finding = group.diagnostic(in: page.page.path) {
          page.location(of: $0, in: fence).range ?? $0
        }
        // The document itself can be read.
        finding.category = .drift
        return finding
      }
    }
  }
}
