import CommandLineTool
import Diagnostics

/// `docgen coverage`.
struct CoverageCommand: Sendable {
  let console: any Console
  let arguments: ParsedArguments
  let project: Project

  func run() -> ExitCode {
    let report = CoverageReport(
      coverage: Coverage(project), showsSkeletons: arguments.has("skeletons"),
      showsAll: arguments.has("all"), width: console.width)
    switch arguments.value("format") {
    case "json": console.print(report.json)
    case "lcov": console.print(report.lcov)
    case "swift": console.print(report.tests)
    default: console.print(report.text)
    }
    return project.problems.contains { $0.severity == .error } ? .input : .success
  }

  static let description = CommandDescription(
    "coverage", "Show what the recorded scenarios exercise and what they miss",
    discussion: """
      For each machine the steps that no scenario takes, each with the shortest sequence of events \
      that would take it; for each recorded decision the way it never goes; for each sequence \
      diagram of a document the branches that nothing comes by and the scenarios that come by the \
      others, its fitness and its precision.
      """,
    options: [
      OptionDescription(
        "format", short: "f", value: "NAME", choices: ["text", "json", "lcov", "swift"],
        standard: "text",
        "How to print it; as Swift, a test for each step that is never taken"),
      OptionDescription("all", short: "a", "List in text what is exercised as well, how often"),
      OptionDescription("skeletons", "Add to text or JSON such a test below each of those steps"),
      OptionDescription(
        "config", short: "c", value: "FILE", "Read this configuration instead of the nearest one"),
    ],
    examples: [
      ("docgen coverage -f lcov > coverage.info", "Hand it to a tool that reads lcov."),
      ("docgen coverage -f swift > MissingTests.swift", "Begin the tests that are missing."),
    ])
}
