package import Diagnostics

/// A node that looks like a type, module or file of the project, and does not exist in it.
package enum UnknownNode: FlowchartRule {
  package static let id = RuleID("unknown-node")
  package static let summary =
    "A node of a flowchart looks like a symbol or file, and the project has none."
  package static let explanation = Explanation.flowchart(
    "A node that looks like a type, module or Swift file has a name that the project lacks. "
      + "Prose and names of other libraries are ignored.",
    "Machine[DoorMachin] --> Frame",
    remedy: "Write the name of the code.")

  package static func problems(of verification: FlowchartVerification) -> [FlowchartProblem] {
    verification.unknownNodes.map { problem($0, $0.node.isFile ? .high : .medium) }
  }

  /// Without a marker, the history decides, then how many of the other nodes are known.
  package static func unmarkedProblems(
    of flowchart: UnmarkedFlowchart, _ judge: DiagramJudge
  ) -> [FlowchartProblem] {
    flowchart.verification.unknownSymbols.compactMap { unknown in
      guard let verdict = judge.verdict(on: unknown.node) else { return nil }
      let isProven = verdict.evidence.contains { $0.kind == .removed }
      let limit: Confidence = isProven ? .high : flowchart.isMostlyKnown ? .medium : .low
      return problem(unknown, min(verdict.confidence, limit), evidence: verdict.evidence)
    }
  }

  private static func problem(
    _ unknown: FlowchartVerification.UnknownNode, _ confidence: Confidence,
    evidence: [Evidence] = []
  ) -> FlowchartProblem {
    let name = unknown.node.name
    let help = unknown.nearest.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? []
    return FlowchartProblem(
      range: unknown.node.range,
      summary: unknown.node.isFile
        ? "no file is called `\(name)`" : "no type, module or folder is called `\(name)`",
      confidence: confidence, evidence: evidence + help)
  }
}
