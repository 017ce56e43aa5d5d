package import Diagnostics
import Markdown

/// A rule about verified flowcharts.
package protocol FlowchartRule: Rule {
  static func problems(of verification: FlowchartVerification) -> [FlowchartProblem]
  /// The problems of a flowchart without a marker.
  static func unmarkedProblems(
    of flowchart: UnmarkedFlowchart, _ judge: DiagramJudge
  ) -> [FlowchartProblem]
}

/// A finding of a rule before it has its place on the page.
package struct FlowchartProblem {
  var range: SourceRange?
  var summary: String
  var confidence: Confidence
  var evidence: [Evidence] = []
  /// Whether it is about a dependency between two modules.
  var isAboutModules = false
}

extension FlowchartRule {
  package static var severity: Diagnostic.Severity { .error }

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    flowchartFindings(on: page)
  }

  /// The findings in verified flowcharts and in those without a marker.
  static func flowchartFindings(on page: CheckedPage) -> [Diagnostic] {
    let verified = page.regions.flatMap { region -> [Diagnostic] in
      guard case .flowchart(let verification) = region.outcome else { return [] }
      let fence = region.region.fences.first
      return problems(of: verification).map { finding($0, on: page, in: fence) }
    }
    return verified
      + page.unmarkedFindings { diagram in
        guard case .flowchart(let flowchart) = diagram.outcome else { return [] }
        return unmarkedProblems(of: flowchart, DiagramJudge(page, diagram.fence)).map {
          finding($0, on: page, in: diagram.fence)
        }
      }
  }

  /// An arrow without a marker may mean anything: only those between modules are hints.
  package static func unmarkedProblems(
    of flowchart: UnmarkedFlowchart, _ judge: DiagramJudge
  ) -> [FlowchartProblem] {
    problems(of: flowchart.verification).filter(\.isAboutModules).map { problem in
      var problem = problem
      problem.confidence = .low
      return problem
    }
  }

  private static func finding(
    _ problem: FlowchartProblem, on page: CheckedPage, in fence: Fence?
  ) -> Diagnostic {
    Diagnostic(
      rule: id, severity: severity, confidence: problem.confidence,
      at: page.location(of: problem.range, in: fence), problem.summary,
      caretLabel: "documented", evidence: problem.evidence)
  }
}

extension FlowchartVerification.Edge {
  /// Imports prove the dependencies of modules. A type can use another without its name, and an
  /// arrow with a text may show data.
  var confidence: Confidence { isBetweenModules ? .high : .medium }

  var isBetweenModules: Bool { from.isModule && to.isModule }
}
