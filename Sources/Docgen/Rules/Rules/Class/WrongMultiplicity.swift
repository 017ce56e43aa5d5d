package import Diagnostics
package import Diagrams

/// A relation drawn with another multiplicity than in the code.
package enum WrongMultiplicity: ClassRule {
  package static let id = RuleID("wrong-multiplicity")
  package static let summary =
    "A class diagram has the wrong multiplicity for a type that another holds."
  package static let explanation = Explanation.classes(
    "A property or case holds one, an optional one or several of the other type, and the diagram "
      + "shows another number.",
    "DoorMachine *-- \"*\" Frame", remedy: "Write the multiplicity of the code, or none.")

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .otherMultiplicity(let drawn, let declared) = deviation.kind else { return nil }
    let documented = drawn.map { "with the multiplicity `\($0)`" } ?? "without a multiplicity"
    return ClassFinding(
      summary: "`\(deviation.other)` in `\(deviation.type)` is drawn \(documented)",
      evidence: deviation.declared(declared))
  }
}
