import CommandLineTool
import Diagnostics
import Markdown
import Rules

/// `docgen check`.
struct CheckCommand: Command {
  let context: CommandContext

  static let hints = CommandOption.flag(
    "hints", "Print warnings and hints as well, not only errors")
  static let confidence = CommandOption.choice(
    "min-confidence", value: "LEVEL", default: Confidence.low,
    "Leave out findings that are less certain")
  static let blame = CommandOption.flag(
    "blame", "Name the commit that changed the code since the document was last touched")

  static let record = CommandOption.flag(
    "record", "First record traces that are missing or stale")
  static let run = CommandOption.flag(
    "run", "Run the blocks that markers name, and compare their output")

  static let description = CommandDescription(
    "check", "Report where documents disagree with the code",
    discussion: """
      Each finding names the place in the document, what the code declares, what recorded runs \
      show, and the rule in brackets; `docgen explain RULE` explains it. `-` is a page on standard \
      input, read as if it were in the folder of the configuration.
      """,
    operands: [
      OperandDescription(
        "PAGE", "A document or a folder; by default, all configured documents", isRepeating: true)
    ],
    options: [
      ReportCommand.formatOfCheck, CommonOptions.output, hints, confidence, blame, record,
      run, CheckShard.option, CommonOptions.noBaseline, CommonOptions.noCache,
      CommonOptions.configuration,
    ] + FindingSelection.options + [
      ReportCommand.mermaid, ReportCommand.trust, RenderCommand.browser,
    ],
    examples: [
      ("docgen check docs/sync.md", "Check one document."),
      ("docgen check --format github", "Annotate a pull request from a GitHub workflow."),
      ("docgen check --format html -o report.html", "Write the report of `docgen report`."),
      ("docgen check --format svg -o drift", "Draw each diagram with findings into a folder."),
      ("docgen check --record", "Run the `record` command first, if the code has changed."),
      ("docgen check --run", "Run the marked blocks as well."),
      ("docgen check --shard 3/8 --format json", "Check the third of eight parts in a CI job."),
      ("docgen check --hints --statistics", "Count the findings of each rule."),
    ])

  /// Checks, or prints the cached result if all inputs of the same check are unchanged.
  ///
  /// The cached result contains the printed text and the exit code. It is reused only if each file,
  /// listing and Git state that the earlier run asked for has the same answer now
  /// (`FileAccessRecorder`).
  func run() async throws -> ExitCode {
    if try ReportCommand.isMeant(by: arguments) {
      return try await ReportCommand(context: context).run()
    }
    let start = ContinuousClock.now
    let output = try CheckOutput(context: context)
    // Other programs decide what blocks print.
    let cache =
      context.mayRun
      ? nil : CheckResultCache(arguments, console: console, folder: context.folder)
    guard let cache else {
      let (exitCode, summary) = try await checkOnce()
      output.printSummary(summary, since: start)
      return exitCode
    }
    if let known = cache.result() {
      console.put(known.printed, on: .output)
      console.put(known.printedErrors, on: .errors)
      output.printSummary(known.summary, since: start)
      return known.exitCode
    }
    let recording = RecordingConsole(console)
    let command = CheckCommand(context: context.printing(to: recording))
    let recorder = FileAccessRecorder()
    let (exitCode, summary) = try await recorder.recording { try await command.checkOnce() }
    let outcome = CheckResultCache.Outcome(
      exitCode: exitCode, printed: recording.printed, printedErrors: recording.printedErrors,
      summary: summary)
    cache.keep(outcome, recorder.observations)
    output.printSummary(summary, since: start)
    return exitCode
  }

  private func checkOnce() async throws -> (ExitCode, summary: String?) {
    var project = try await context.projectWithTraces()
    if arguments.operands.contains("-") {
      let bytes = try ByteStream().all()
      project = project.replacing([Page(path: ByteStream.standardInputName, bytes: bytes)])
    }
    project = project.adding(unconfigured: arguments.operands)
    context.restrict(&project)
    await context.runBlocks(&project)
    let output = try CheckOutput(context: context)
    let known = await context.runSessions(of: &project)
    let result = await output.check(project, after: known)
    if result.needsHistory(of: project) {
      context.report(
        "no complete Git history: removed names cannot be proven, and are warnings at most")
    }
    return output.printFindings(of: result, in: project)
  }
}

/// Checks a project, and prints the result, for each command that checks.
///
/// `check`, `fix --check` and `watch` print through it, so that they never differ.
struct CheckOutput: Sendable {
  let context: CommandContext
  private let selection: FindingSelection

  /// - Throws: `UsageError` for options that name no rule.
  init(context: CommandContext) throws(UsageError) {
    self.context = context
    selection = try FindingSelection(context.arguments)
  }

  /// Checks the pages that the operands name. Pages in `known` are not evaluated again.
  ///
  /// Findings are filtered by rule here, and by confidence in `printFindings`.
  func check(_ project: Project, after known: CheckedPages = .init()) async -> Check {
    var check = await Check.run(
      project, pages: context.arguments.operands,
      usesBaseline: !context.arguments[CommonOptions.noBaseline], after: known
    ) { [console = context.console] page, number, count in
      console.showProgress("checking \(page) \(number)/\(count)")
    }
    check.findings = check.findings.filter(selection.includes)
    return check
  }

  /// Prints findings and summary.
  func print(
    _ check: Check, of project: Project, since start: ContinuousClock.Instant
  ) -> ExitCode {
    let (exitCode, summary) = printFindings(of: check, in: project)
    printSummary(summary, since: start)
    return exitCode
  }

  /// Prints findings, and returns the text for `printSummary`.
  func printFindings(of check: Check, in project: Project) -> (ExitCode, summary: String?) {
    let arguments = context.arguments
    var check = check
    check.show(
      atLeast: arguments[CheckCommand.confidence], showsHints: arguments[CheckCommand.hints])
    let exitCode = selection.exitCode(check.exitCode)
    let format = context.printer().format
    if selection.showsStatistics {
      context.console.print(FindingSelection.statistics(of: check.findings))
    } else {
      let printed = withCommits(selection.printed(check.findings, as: format), in: project)
      context.printer().show(
        printed, sources: project.sources(of: printed),
        diagrams: check.pages.flatMap { DiagramPlace.all(on: $0.page) },
        drawn: format == .markdown ? check.diagrams(about: printed, of: project) : [],
        omitted: check.findings.count - printed.count)
    }
    guard !context.isQuiet, format.isForPeople else { return (exitCode, nil) }
    let rest = selection.showsStatistics ? nil : selection.omitted(of: check.findings, as: format)
    let start = rest.map { "\n" + $0 } ?? ""
    return (exitCode, start + (check.findings.isEmpty ? "" : "\n") + check.summary.text)
  }

  func printSummary(_ summary: String?, since start: ContinuousClock.Instant) {
    guard let summary else { return }
    context.console.print("\(summary) · \(CommandContext.milliseconds(since: start)) ms\n")
  }

  /// The findings with the commits that explain them, if `--blame` asks for them.
  private func withCommits(_ findings: [Diagnostic], in project: Project) -> [Diagnostic] {
    guard context.arguments[CheckCommand.blame] else { return findings }
    let blame = Blame(project)
    if let obstacle = blame.obstacle { context.report(obstacle) }
    return blame.explained(findings)
  }
}
