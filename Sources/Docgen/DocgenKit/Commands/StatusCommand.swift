import CommandLineTool
import Diagnostics
import JSON
import Markdown

/// `docgen status`.
struct StatusCommand: Command {
  enum Format: String, CaseIterable, Sendable {
    case text, json, lcov, swift
  }

  let context: CommandContext

  private static let format = CommandOption.choice(
    "format", short: "f", value: "NAME", default: Format.text,
    "How to print it; swift prints a test for each transition that is never taken")
  private static let all = CommandOption.flag(
    "all", short: "a", "Also list exercised transitions and branches in text, with counts")
  private static let skeletons = CommandOption.flag(
    "skeletons", "Add such a test to text or JSON below each of these transitions")

  static let description = CommandDescription(
    "status", "Show the marked regions, and what recorded runs cover",
    aliases: ["list", "coverage"],
    discussion: """
      First each generated region, verified diagram and value: its line, its source, and whether it \
      agrees with the source. Then the recorded scenarios: the transitions that none of them takes, \
      each with the shortest sequence of events that would take it; the outcomes of decisions that \
      never occur; and for each sequence diagram the branches that no scenario takes, its fitness \
      and its precision. With PAGE, only the regions and sequence diagrams of these documents.
      """,
    operands: [CommonOptions.pages],
    options: [format, all, skeletons, CommonOptions.output, CommonOptions.configuration],
    examples: [
      ("docgen status docs/sync.md", "Show the regions of one document."),
      (
        "docgen status -f json | jq '.regions[] | select(.rules != [])'",
        "List the regions that do not agree, for a script."
      ),
      ("docgen status -f lcov -o coverage.info", "Pass the coverage to a tool that reads lcov."),
      ("docgen status -f swift -o MissingTests.swift", "Begin the missing tests."),
    ])

  func run() async throws -> ExitCode {
    let project = try await context.projectReportingProblems()
    let (pages, unknown) = project.pages(named: arguments.operands)
    context.report(unknown)
    let status = ProjectStatus(project, pages: pages)
    let coverage =
      arguments.operands.isEmpty ? status.coverage : status.coverage.withoutMachinesAndDecisions
    let report = CoverageReport(
      coverage: coverage, showsSkeletons: arguments[Self.skeletons],
      showsAll: arguments[Self.all], width: console.width)
    switch arguments[Self.format] {
    case .text:
      let parts = [status.regions.text(width: console.width), report.text]
      try context.write(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
    case .json:
      try context.write(json: report.json(regions: status.regions.json))
    case .lcov: try context.write(report.lcov)
    case .swift: try context.write(Array(report.tests.utf8))
    }
    if !unknown.isEmpty { return .usage }
    return project.problems.contains { $0.severity == .error } ? .input : .success
  }
}

/// The state of a project's documents: their regions, and their coverage by the recorded scenarios.
///
/// Coverage is computed once and shared: the lines of regions quote parts of it.
struct ProjectStatus: Sendable {
  let regions: RegionList
  let coverage: Coverage

  init(_ project: Project, pages: [Page]) {
    let context = project.context
    let checked = pages.map { project.checked($0, context) }
    coverage = Coverage(project.model, pages: checked)
    regions = RegionList(project, checked, coverage: coverage)
  }
}
