package import Diagrams
import Models

/// A relation between two drawn types that is not drawn.
package enum MissingRelation: ClassRule {
  package static let id = "missing-relation"
  package static let summary =
    "A verified class diagram that may not leave it out leaves out a relation."

  package static func words(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .missingRelation(let relation) = deviation.kind else { return nil }
    return ClassFinding(
      summary: "`\(relation.from)` \(relation.kind.rawValue) `\(relation.to)`, which is not drawn",
      label: nil,
      evidence: deviation.declared("\(relation.from) \(relation.kind.rawValue) \(relation.to)"))
  }
}
