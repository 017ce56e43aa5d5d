package import Diagnostics
import Markdown
import Mermaid

/// A `;` in a state diagram that Mermaid draws as a state, wherever the block stands.
package enum MisreadSemicolon: Rule {
  package static let id = "stray-semicolon"
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A `;` in a state diagram is drawn as a state or in a state's name."

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
