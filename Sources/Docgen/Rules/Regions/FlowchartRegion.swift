import Diagnostics

/// `docgen:verify flowchart`
package enum FlowchartRegion: RegionKind {
  package static let name = "flowchart"
  package static let summary =
    "in a verified diagram: modules, types, files and folders and their dependencies"
  package static let keys = [
    RegionKey(
      "complete",
      "in a verified diagram: whether all dependencies between the drawn elements must be drawn",
      choices: RegionKey.yesOrNo)
  ]

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    throw request.finding(
      RegionSources.id, "a `flowchart` can be verified but not generated",
      evidence: [
        Evidence(.help, "`docgen:begin module-diagram style=flowchart` draws modules as one")
      ])
  }
}
