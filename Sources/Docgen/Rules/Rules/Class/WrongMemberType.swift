package import Diagrams

/// A member drawn with a type that it does not have.
package enum WrongMemberType: ClassRule {
  package static let id = "wrong-type"
  package static let summary =
    "A class diagram draws a property, parameter or result with another type."

  package static func words(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .otherType(let drawn, let declared) = deviation.kind else { return nil }
    return ClassFinding(
      summary: "\(deviation.member) is drawn with the type `\(drawn)`",
      evidence: deviation.declared(declared))
  }
}
