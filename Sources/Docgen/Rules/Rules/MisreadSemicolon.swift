package import Diagnostics
import Markdown
import Mermaid

/// A `;` in a state diagram that Mermaid draws as a state, anywhere on a page.
package enum MisreadSemicolon: Rule {
  package static let id = RuleID.straySemicolon
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A `;` in a state diagram is drawn as a state or in a state's name."
  package static let explanation = Explanation.document(
    """
    A `;` does not end a statement of a state diagram. After a name it is part of the name; it ends a label, \
    and Mermaid draws it and the words that follow as states.
    """,
    """
    <!-- docgen:verify state-diagram machine=Door partial -->
    ```mermaid
    stateDiagram-v2
        closed --> open: pushed;
    ```
    """,
    remedy: """
      Take it out, or write `#59;` for a `;` that is to be shown; `docgen fix` does so where \
      it is plain which.
      """)

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let fences = page.page.fences.filter {
      $0.language.lowercased() == "mermaid" && $0.literal.utf8.contains(UInt8(ascii: ";"))
    }
    return fences.flatMap { fence in
      MermaidParser.parse(fence.literal).straySemicolons.map { semicolon in
        semicolon.diagnostic(in: page.page.path) { page.location(of: $0, in: fence).range ?? $0 }
      }
    }
  }
}
