package import Diagnostics

/// A dependency between drawn elements without an arrow, in a complete flowchart.
package enum MissingDependency: FlowchartRule {
  package static let id = RuleID("missing-dependency")
  package static let summary = "A complete flowchart lacks a dependency of the sources."
  package static let explanation = Explanation.flowchart(
    "A flowchart whose marker has `complete` shows all dependencies between its elements.",
    "DoorMachine\nFrame", marker: "flowchart complete",
    remedy: "Add the arrow, or remove `complete` from the marker.")

  package static func problems(of verification: FlowchartVerification) -> [FlowchartProblem] {
    verification.missingDependencies.map { missing in
      FlowchartProblem(
        range: missing.from.range,
        summary: "no arrow shows that `\(missing.from.name)` depends on `\(missing.to.name)`",
        confidence: .high,
        evidence: [
          Evidence(.declared, "the dependency", at: missing.declaredAt),
          Evidence(.help, "add `\(missing.from.id) --> \(missing.to.id)`"),
        ])
    }
  }
}
