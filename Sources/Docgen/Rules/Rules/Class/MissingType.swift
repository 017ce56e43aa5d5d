package import Diagrams

/// A type that a complete diagram leaves out.
package enum MissingType: ClassRule {
  package static let id = "missing-type"
  package static let summary =
    "A class diagram that is verified as complete leaves out a type."

  package static func words(for deviation: ClassDeviation) -> ClassFinding? {
    guard case .missingType(let declared) = deviation.kind else { return nil }
    return ClassFinding(
      summary: "`\(deviation.type)` is not drawn", label: nil,
      evidence: deviation.declared(declared))
  }
}
