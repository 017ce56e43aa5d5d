import Diagnostics

/// `docgen:verify console`
package enum ConsoleRegion: RegionKind {
  package static let name = "console"
  package static let summary = "a hand-written console session; `--run` runs it"
  static let noRun = "no-run"
  package static let keys = [
    RegionKey(
      "output", "in a console session: whether output is compared, and not only the exit status",
      choices: RegionKey.yesOrNo),
    RegionKey(
      "ignore", "in a console session: the parts of its output that may differ",
      words: OutputPattern.Variable.allCases.map(\.rawValue)),
    RegionKey("seconds", "in a console session: its time limit; 60 by default"),
    RegionKey(noRun, "in a console session: the reason why `--run` does not run it"),
  ]

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    throw request.finding(
      RegionSources.id, "a console session cannot be generated",
      evidence: [
        Evidence(
          .help, "write the commands below `docgen:verify console`; `docgen fix --run` adds output")
      ])
  }
}
