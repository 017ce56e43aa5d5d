package import Diagnostics
import Markup

/// A rule about verified flowcharts.
package protocol FlowchartRule: Rule {
  static func problems(of verification: FlowchartVerification) -> [FlowchartProblem]
}

/// A finding of a rule before it has its place on the page.
package struct FlowchartProblem {
  var range: SourceRange?
  var summary: String
  var confidence: Confidence
  var evidence: [Evidence] = []
}

extension FlowchartRule {
  package static var severity: Diagnostic.Severity { .error }

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.flatMap { region -> [Diagnostic] in
      guard case .flowchart(let verification) = region.outcome else { return [] }
      return problems(of: verification).map { problem in
        Diagnostic(
          rule: id, severity: severity, confidence: problem.confidence,
          at: page.location(of: problem.range, in: region.region.fences.first), problem.summary,
          caretLabel: "documented", evidence: problem.evidence)
      }
    }
  }
}

extension FlowchartVerification.Edge {
  /// Imports prove what modules depend on. A type can use another without its name, and an arrow
  /// with a text may show data.
  var confidence: Confidence { from.isModule && to.isModule ? .high : .medium }
}
