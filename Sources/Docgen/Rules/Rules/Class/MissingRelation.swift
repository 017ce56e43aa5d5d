package import Diagnostics
package import Diagrams
import Models

/// A relation between two drawn types that is not drawn.
package enum MissingRelation: ClassRule {
  package static let id = RuleID("missing-relation")
  package static let summary =
    "A verified class diagram that may not leave it out leaves out a relation."
  package static let explanation = Explanation.classes(
    "Who inherits, conforms to and holds whom must be drawn between drawn types, unless the "
      + "marker says `partial`; in a complete diagram also who creates and uses whom.",
    "class DoorMachine\nclass Frame",
    remedy: "Draw the arrow, or write `partial` in the marker.")

  package static func words(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .missingRelation(let relation) = deviation.kind else { return nil }
    return ClassFinding(
      summary: "`\(relation.from)` \(relation.kind.rawValue) `\(relation.to)`, which is not drawn",
      label: nil,
      evidence: deviation.declared("\(relation.from) \(relation.kind.rawValue) \(relation.to)"))
  }
}
