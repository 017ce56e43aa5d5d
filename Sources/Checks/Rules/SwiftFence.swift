package import Diagnostics
import Markup
import SwiftCode

/// A Swift block that is not Swift, not even a piece of a file with parts left out.
package enum SwiftFence: Rule {
  package static let id = "swift-block"
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A Swift block has a syntax error."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.examples.compactMap { example in
      guard let error = example.excerpt.syntaxError, !isText(example.fence.literal) else {
        return nil
      }
      return Diagnostic(
        rule: id, severity: severity,
        confidence: page.subject.isHistorical ? .low : .medium,
        at: page.location(of: error.location.range, in: example.fence), error.summary,
        evidence: [Evidence(.help, "remove the word `swift` from a block that is not Swift")])
    }
  }

  /// Whether a block is a drawing, a template or a list of answers, whatever its language says.
  private static func isText(_ text: String) -> Bool {
    text.contains { "└├│".contains($0) } || text.contains("{%") || text.contains("<%")
      || text.split(separator: "\n").contains { $0.hasPrefix("A) ") }
  }
}
