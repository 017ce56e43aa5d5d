package import Diagnostics
package import Diagrams
import Models

/// An arrow between two types without such a relation in the code.
package enum UnknownRelation: ClassRule {
  package static let id = RuleID("unknown-relation")
  package static let summary =
    "A class diagram draws a relation that the sources do not have."
  package static let explanation = Explanation.classes(
    "The two types are not related by inheritance, a property or a use.",
    "DoorMachine <|-- Frame", remedy: "Draw an arrow for a relation of the code, or none.")

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .unknownRelation(let found) = deviation.kind else { return nil }
    let evidence = found.map {
      Evidence(.declared, "\($0.from) \($0.kind.rawValue) \($0.to)", at: $0.location)
    }
    return ClassFinding(
      summary: "no such relation between `\(deviation.type)` and `\(deviation.other)`",
      evidence: evidence.isEmpty ? deviation.declared("no relation between the two") : evidence)
  }
}
