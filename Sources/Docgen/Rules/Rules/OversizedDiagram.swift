package import Diagnostics
package import Markdown
import Mermaid

/// A valid diagram that is too large for Mermaid to draw.
package enum OversizedDiagram: Rule {
  package static let id = RuleID.oversizedDiagram
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A diagram is larger than Mermaid draws by default."
  package static let explanation = Explanation.other(
    """
    Mermaid replaces a diagram of more than 50,000 characters (`maxTextSize`) by an error message, \
    and refuses a flowchart of more than 500 links (`maxEdges`). Only the site that shows the \
    diagram can raise these limits, not the diagram itself; GitHub uses the defaults.
    """,
    "a document", text: "<!-- docgen:begin class-diagram modules=* -->",
    remedy: """
      Split the diagram. A generated class diagram is narrowed by `types`, `modules` or `around`, by \
      `max-types` and `max-members`, and by `members=none` or fewer `relations`.
      """)

  package static func findings(on page: CheckedPage) -> [Diagnostic] { findings(on: page.page) }

  package static func findings(on page: Page) -> [Diagnostic] {
    page.fences.filter { $0.language.lowercased() == "mermaid" }.flatMap { fence in
      MermaidDocument(source: SourceText(fence.literal), diagram: .unrecognized, errors: [])
        .sizeDiagnostics(in: page.path) { range in
          func position(_ place: SourcePosition) -> SourcePosition {
            fence.position(in: page.source, line: place.line, column: place.column)
          }
          return SourceRange(start: position(range.start), end: position(range.end))
        }
    }
  }
}
