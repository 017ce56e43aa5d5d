package import Diagnostics
package import Diagrams

/// A member that its type does not have.
package enum UnknownMember: ClassRule {
  package static let id = RuleID("unknown-member")
  package static let summary =
    "A class diagram draws a member that its type does not have."
  package static let explanation = Explanation.classes(
    "A drawn member exists neither in its type nor in a type that it inherits from.",
    "class DoorMachine {\n  hinges: Int\n}", remedy: "Write the name of the code.")

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .unknownMember(let nearest) = deviation.kind else { return nil }
    let hint = nearest.map { "the nearest is `\($0)`" } ?? "nothing like it"
    return ClassFinding(
      summary: "`\(deviation.type)` has no member `\(deviation.other)`",
      evidence: deviation.declared(hint))
  }
}
