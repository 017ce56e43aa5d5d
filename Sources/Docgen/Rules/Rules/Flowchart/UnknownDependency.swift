package import Diagnostics
import Markdown

/// An arrow between two elements of which neither names the other, and an entry in a list of
/// dependencies, or a library that a sentence says the project uses, that the package does not have.
package enum UnknownDependency: FlowchartRule {
  package static let id = RuleID("unknown-dependency")
  package static let summary =
    "A flowchart, list or sentence has a dependency that the sources do not have."
  package static let explanation = Explanation.flowchart(
    "An arrow joins two elements that do not depend on each other. Modules depend by imports and "
      + "Package.swift, types and files by the names that their source mentions. Also a library in a list "
      + "or sentence that the package does not depend on, `XCTest` suites without an import of it, and an attribute "
      + "or a technique of a platform that no source uses, such as mutual TLS.",
    "State[DoorMachine.State] --> Frame",
    remedy: "Remove the arrow, or draw it between elements that depend on each other.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    flowchartFindings(on: page) + DependencyList.all(on: page).flatMap(\.unknown)
      + DependencyNames.unknown(on: page) + UsedLibraries.unknown(on: page)
  }

  /// An arrow without a text between types of which neither names the other is a warning.
  package static func unmarkedProblems(
    of flowchart: UnmarkedFlowchart, _ judge: DiagramJudge
  ) -> [FlowchartProblem] {
    let edges = flowchart.verification.unknownDependencies
    return zip(edges, problems(of: flowchart.verification)).compactMap { edge, problem in
      guard problem.isAboutModules || !edge.hasText && edge.from.isType && edge.to.isType else {
        return nil
      }
      var problem = problem
      problem.confidence = problem.isAboutModules ? .low : judge.verdict(.medium).confidence
      return problem
    }
  }

  package static func problems(of verification: FlowchartVerification) -> [FlowchartProblem] {
    verification.unknownDependencies.map { edge in
      FlowchartProblem(
        range: edge.range,
        summary: "`\(edge.from.name)` does not depend on `\(edge.to.name)`",
        confidence: edge.confidence,
        evidence: [
          Evidence(
            .declared,
            edge.from.isModule && edge.to.isModule
              ? "no import and no dependency in Package.swift" : "neither names the other")
        ], isAboutModules: edge.isBetweenModules)
    }
  }
}
