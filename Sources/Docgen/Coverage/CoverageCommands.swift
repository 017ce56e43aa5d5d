import CommandLineTool
import Diagnostics

/// `docgen coverage` and `docgen baseline`.
struct CoverageCommands: Sendable {
  let console: any Console
  let arguments: ParsedArguments
  let project: Project

  func coverage() -> ExitCode {
    let report = CoverageReport(
      coverage: Coverage(project), showsSkeletons: arguments.has("skeletons"))
    switch arguments.value("format") {
    case "json": console.print(report.json)
    case "lcov": console.print(report.lcov)
    case "swift": console.print(report.tests)
    default: console.print(report.text)
    }
    return project.problems.contains { $0.severity == .error } ? .input : .success
  }

  /// Writes the baseline anew: what rose is raised, what is new is added; what fell stays, unless
  /// `--lower` says that it may fall.
  func updateBaseline() -> ExitCode {
    if project.problems.contains(where: { $0.severity == .error }) {
      console.complain("docgen: not everything could be read; nothing is written\n")
      return .input
    }
    let measured = Baseline(Coverage(project))
    let old = BaselineCheck(project.root)?.baseline ?? Baseline()
    var new = measured
    var refused: [String] = []
    for (key, floor) in old.values.sorted(by: { $0.key < $1.key }) {
      let value = measured.values[key]
      if let value, value >= floor { continue }
      if arguments.has("lower") { continue }
      new.values[key] = floor
      refused.append(
        "\(key.words) stays \(Baseline.decimals(floor)): it is "
          + (value.map(Baseline.decimals) ?? "no more"))
    }
    tell(from: old, to: new)
    do throws(FileError) {
      try FileSystem.replace(
        project.root.folder + "/" + Baseline.fileName, with: Array(new.text.utf8))
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
    for line in refused { console.complain("docgen: \(line)\n") }
    if !refused.isEmpty { console.complain("docgen: --lower lets them fall\n") }
    return refused.isEmpty ? .success : .drift
  }

  func showBaseline() -> ExitCode {
    console.print(Baseline(Coverage(project)).text)
    return .success
  }

  private func tell(from old: Baseline, to new: Baseline) {
    let changed = new.values.filter { old.values[$0.key] != $0.value }.sorted { $0.key < $1.key }
    for (key, value) in changed {
      let before = old.values[key].map { " (was \(Baseline.decimals($0)))" } ?? ""
      console.print("\(key.words): \(Baseline.decimals(value))\(before)\n")
    }
    for key in old.values.keys.sorted() where new.values[key] == nil {
      console.print("\(key.words): gone\n")
    }
    if changed.isEmpty, old.values.count == new.values.count {
      console.print("the baseline stays as it is\n")
    }
  }

  static let coverageDescription = CommandDescription(
    "coverage", "Say what the recorded scenarios exercise, and what they never do",
    discussion: """
      For each machine the steps that no scenario takes, each with the shortest sequence of events \
      that would take it; for each recorded decision the way it never goes; for each sequence \
      diagram of a document the branches that nothing comes by and the scenarios that come by the \
      others, its fitness and its precision.
      """,
    options: [
      OptionDescription(
        "format", short: "f", value: "NAME", choices: ["text", "json", "lcov", "swift"],
        "How to print it; as Swift, a test for each step that is never taken"),
      OptionDescription("skeletons", "Add to text or JSON such a test below each of those steps"),
      OptionDescription(
        "config", short: "c", value: "FILE", "Read this configuration instead of the nearest one"),
    ],
    examples: [
      ("docgen coverage -f lcov > coverage.info", "Hand it to a tool that reads lcov."),
      ("docgen coverage -f swift > MissingTests.swift", "Begin the tests that are missing."),
    ])

  static let baselineDescription = CommandDescription(
    "baseline", "Keep fitness, precision and coverage from falling",
    discussion: """
      \(Baseline.fileName) beside the configuration is committed; `docgen check` fails when a value \
      in it is no longer reached.
      """,
    commands: [
      CommandDescription(
        "show", "Print what is measured now, in the form of the baseline",
        options: [
          OptionDescription("config", short: "c", value: "FILE", "Read this configuration")
        ]),
      CommandDescription(
        "update", "Raise the baseline to what is measured now",
        options: [
          OptionDescription("lower", "Lower it too where values fell, and drop what is gone"),
          OptionDescription("config", short: "c", value: "FILE", "Read this configuration"),
        ], exitCodes: [(0, "it is written"), (1, "a value fell and was kept")]),
    ])
}
