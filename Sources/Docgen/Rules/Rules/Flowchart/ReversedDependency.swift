package import Diagnostics

/// An arrow whose dependency exists in the other direction only.
package enum ReversedDependency: FlowchartRule {
  package static let id = RuleID("reversed-dependency")
  package static let summary =
    "A flowchart draws a dependency that exists in the other direction only."
  package static let explanation = Explanation.flowchart(
    "An arrow runs against the dependency: only its target names its source.",
    "Frame --> DoorMachine", remedy: "Turn the arrow around.")

  package static func problems(of verification: FlowchartVerification) -> [FlowchartProblem] {
    verification.reversedDependencies.map { edge, place in
      FlowchartProblem(
        range: edge.range,
        summary: "`\(edge.to.name)` depends on `\(edge.from.name)`, not the reverse",
        confidence: edge.hasText ? .medium : .high,
        evidence: [Evidence(.declared, "the dependency", at: place)],
        isAboutModules: edge.isBetweenModules)
    }
  }
}
