import CommandLineTool
import Diagnostics
import Markdown

/// `docgen fix`.
struct FixCommand: Command {
  let context: CommandContext

  private static let check = CommandOption.flag("check", "Check the documents afterwards")
  private static let force = CommandOption.flag(
    "force", "Overwrite regions that were edited by hand")

  static let description = CommandDescription(
    "fix", "Regenerate marked regions, and apply safe fixes", aliases: ["generate"],
    discussion: """
      Regenerates every marked region and value, and replaces what evidence proves: renamed \
      symbols, moved links, counts. Everything else is left to you; `docgen check` reports it. Notes, \
      comments, styles and an order of your own stay in a region as long as they agree with its \
      source. If they do not, the region is left unchanged, and the exit code is 3. `docgen \
      generate` is the same command.
      """,
    operands: [CommonOptions.pages],
    options: [
      CommonOptions.dryRun, CommonOptions.diff, check, force, FindingsPrinter.formatOption,
      CheckCommand.hints, CheckCommand.record, CheckCommand.run, CommonOptions.noBaseline,
      CommonOptions.noCache, CommonOptions.configuration,
    ],
    examples: [
      ("docgen fix --dry-run --diff", "Show what would be written."),
      ("docgen fix --check", "Write, and report the remaining findings."),
    ])

  /// The order is: plan the regions, check the pages as they will be, plan fixes of the findings,
  /// write everything at once. So fixes are computed for the text that they change.
  func run() async throws -> ExitCode {
    let start = ContinuousClock.now
    var project = try await context.projectWithTraces()
    await context.runBlocks(&project)
    let output = try CheckOutput(context: context)
    let known =
      context.mayRun
      ? await context.runSessions(of: &project) : await context.checkedPages(of: project)
    var generation = Generation.plan(
      project, pages: arguments.operands, force: arguments[Self.force], after: known)
    var regenerated: Check?
    if ![.usage, .input].contains(generation.exitCode) {
      let pages = generation.changes.map { Page(path: $0.page.path, bytes: $0.bytes) }
      let project = project.replacing(pages)
      let check = await output.check(project, after: known)
      generation.add(Fixing.plan(project, check.findings))
      regenerated = check
    }
    let isUnchanged = generation.changes.isEmpty
    let isDryRun = arguments[CommonOptions.dryRun]
    if !isDryRun { try context.write(&generation, in: project) }
    context.printFindings(generation.problems, in: project)
    for change in generation.changes { context.printChange(change, isDryRun: isDryRun) }
    if isUnchanged, generation.problems.isEmpty, !context.isQuiet,
      context.printer().format.isForPeople
    {
      console.print("nothing to change in \(generation.documents.counted("document"))\n")
    }
    guard generation.exitCode == .success else { return generation.exitCode }
    if arguments[Self.check], !isDryRun {
      if isUnchanged, let regenerated {
        return output.print(regenerated, of: project, since: start)
      }
      var written = await project.rereadingPages()
      await context.runBlocks(&written)
      return output.print(
        await output.check(written, after: known), of: written, since: start)
    }
    return isDryRun && !generation.changes.isEmpty ? .drift : .success
  }
}
