package import Diagnostics

/// A region names something that neither the sources nor the traces have.
package enum RegionSources: Rule {
  package static let id = RuleID("region-source")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A region names a machine, scenario, type, module, template or value that does not exist."
  package static let explanation = Explanation.document(
    "A marker names a machine, scenario, type, module, template or value that does not exist.",
    """
    <!-- docgen:begin state-diagram machine=Dor -->
    <!-- docgen:end -->
    """,
    remedy: "Write the name of the code; the finding names the nearest one.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    SwiftBlockRegion.problems(on: page.page)
      + page.regions.flatMap { checked -> [Diagnostic] in
        guard case .problem(let diagnostics) = checked.outcome else { return [] }
        return diagnostics
      }
  }
}
