import Diagnostics

/// `docgen:verify json type=Configuration`
package enum JSONRegion: RegionKind {
  package static let name = "json"
  package static let summary = "a hand-written JSON block that a `Codable` type decodes"
  package static let keys = [RegionKey("type", "the type that the JSON block is decoded as")]

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    throw request.finding(
      RegionSources.id, "a JSON block cannot be generated",
      evidence: [Evidence(.help, "write it below `docgen:verify json type=NAME`")])
  }
}
