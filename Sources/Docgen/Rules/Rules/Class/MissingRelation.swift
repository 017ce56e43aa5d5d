package import Diagnostics
package import Diagrams
import Models

/// A relation between two drawn types that is not drawn.
package enum MissingRelation: ClassRule {
  package static let id = RuleID("missing-relation")
  package static let summary =
    "A required relation is missing from a class diagram."
  package static let explanation = Explanation.classes(
    "Inheritance, conformance and holding must be drawn between drawn types, unless the "
      + "marker has `partial`; in a complete diagram also creation and use.",
    "class DoorMachine\nclass Frame",
    remedy: "Draw the arrow, or write `partial` in the marker.")

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .missingRelation(let relation) = deviation.kind else { return nil }
    return ClassFinding(
      summary: "`\(relation.from)` \(relation.kind.rawValue) `\(relation.to)`, which is not drawn",
      label: nil,
      evidence: deviation.declared("\(relation.from) \(relation.kind.rawValue) \(relation.to)"))
  }
}
