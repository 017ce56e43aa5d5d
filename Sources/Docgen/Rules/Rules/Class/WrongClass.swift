package import Diagnostics
package import Diagrams

/// A class that is drawn differently from its declaration.
package enum WrongClass: ClassRule {
  package static let id = RuleID("wrong-class")
  package static let summary =
    "A class diagram draws a type with an annotation or generic parameters that it does not have."
  package static let explanation = Explanation.classes(
    "An annotation or a generic parameter of a drawn class does not belong to the type.",
    "class DoorMachine {\n  <<actor>>\n}",
    remedy:
      "Write the right annotation, or none. Annotations with words that Swift does not have are ignored."
  )

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .otherClass(let drawn, let declared) = deviation.kind else { return nil }
    return ClassFinding(
      summary: "`\(deviation.type)` is drawn with `\(drawn)`",
      evidence: deviation.declared(declared))
  }
}
