package import Diagnostics
package import Diagrams

/// A class that the sources do not have.
package enum UnknownType: ClassRule {
  package static let id = RuleID("unknown-type")
  package static let summary =
    "A class diagram draws a type that the sources do not have."
  package static let explanation = Explanation.classes(
    "A drawn class is not a type of the sources.", "class DoorMachin",
    remedy: "Write the name of the code, or remove it.")

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .unknownType(let nearest) = deviation.kind else { return nil }
    return ClassFinding(
      summary: "the sources have no type `\(deviation.type)`",
      label: nearest.map { "did you mean `\($0)`?" })
  }
}
