package import Diagnostics
import Markup
import Mermaid

/// A Mermaid block that Mermaid would refuse, wherever it stands.
package enum MermaidSyntax: Rule {
  package static let id = "mermaid-syntax"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A Mermaid block cannot be drawn."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.page.fences.filter { $0.language.lowercased() == "mermaid" }.flatMap { fence in
      MermaidParser.parse(fence.literal).errors.map { error in
        Diagnostic(
          rule: id, severity: severity, category: .input,
          at: page.location(of: error.range, in: fence), error.message,
          caretLabel: error.expectation.map { "expected \($0)" })
      }
    }
  }
}
