package import Diagnostics
import Markdown
import SwiftIndex

/// A case that a state diagram without a marker leaves out.
package enum MissingState: Rule {
  package static let id = RuleID("missing-state")
  package static let severity = Diagnostic.Severity.note
  package static let summary = "A state diagram without a marker lacks cases of its enum."
  package static let explanation = Explanation.other(
    "The states of a diagram without a marker are cases of an enum that the page names, and the "
      + "enum has more cases.",
    "a document", text: "stateDiagram-v2\n    closed --> open\n    open --> closed",
    remedy: "Add the states, or ignore the hint if the diagram shows a part on purpose.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.unmarkedFindings { diagram in
      guard case .states(let states) = diagram.outcome else { return [] }
      guard let (match, isNamed) = DiagramJudge(page, diagram.fence).match(of: states), isNamed,
        !match.missing.isEmpty
      else { return [] }
      let list = match.missing.map { "`\($0)`" }.joined(separator: ", ")
      let place = page.page.location(diagram.fence.range)
      return [
        Diagnostic(
          rule: id, severity: severity, confidence: .low, at: place,
          "the diagram lacks cases of `\(match.type.qualifiedName)`: \(list)",
          evidence: [Evidence(.declared, "the cases", at: match.type.nameLocation)])
      ]
    }
  }
}
