/// All scenarios, in the order of the command `list`.
package enum ScenarioCatalogue {
  /// Every scenario.
  package static let all: [Scenario] =
    edits + syncs + rateLimits + breakerRecoveries + failures + refusals + interplay + telemetry
    + values

  /// The scenario with this name.
  package static func scenario(named name: String) -> Scenario? {
    all.first { $0.name == name }
  }
}
