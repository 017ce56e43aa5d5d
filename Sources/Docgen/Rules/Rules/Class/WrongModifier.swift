package import Diagnostics
package import Diagrams

/// A member drawn with a modifier that it does not have, or without one that it has.
package enum WrongModifier: ClassRule {
  package static let id = RuleID("wrong-modifier")
  package static let summary =
    "A class diagram draws a member with another access, or as async, throwing, static or abstract when it is not."
  package static let explanation = Explanation.classes(
    "An access modifier, `$`, `*`, `async` or `throws` is drawn that the member does not have; in a "
      + "complete diagram, one that the member has is missing.",
    "class DoorMachine {\n  apply() async\n}", remedy: "Write the modifiers of the code.")

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .otherModifier(let word, let isDrawn, let declared) = deviation.kind else {
      return nil
    }
    return ClassFinding(
      summary: "\(deviation.member) is drawn \(isDrawn ? "with" : "without") `\(word)`",
      evidence: deviation.declared(declared))
  }
}
