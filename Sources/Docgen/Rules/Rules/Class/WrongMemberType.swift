package import Diagnostics
package import Diagrams

/// A member drawn with a type that it does not have.
package enum WrongMemberType: ClassRule {
  package static let id = RuleID("wrong-type")
  package static let summary =
    "A class diagram draws a property, parameter or result with another type."
  package static let explanation = Explanation.classes(
    "A property, parameter or result has another type in the code.",
    "class DoorMachine {\n  frame: Int\n}", remedy: "Write the type of the code.")

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .otherType(let drawn, let declared) = deviation.kind else { return nil }
    return ClassFinding(
      summary: "\(deviation.member) is drawn with the type `\(drawn)`",
      evidence: deviation.declared(declared))
  }
}
