package import Diagnostics
package import Diagrams

/// A type that a complete diagram leaves out.
package enum MissingType: ClassRule {
  package static let id = RuleID("missing-type")
  package static let summary =
    "A type is missing from a class diagram that is verified as complete."
  package static let explanation = Explanation.classes(
    "A diagram whose marker has `complete` must draw every type that its keys select.",
    "class Frame", marker: "class-diagram complete types=\"Frame DoorMachine\"",
    remedy: "Draw the type, or narrow the keys of the marker down.")

  package static func finding(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .missingType(let declared) = deviation.kind else { return nil }
    return ClassFinding(
      summary: "`\(deviation.type)` is missing from the diagram", label: nil,
      evidence: deviation.declared(declared))
  }
}
