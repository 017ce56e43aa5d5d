import CommandLineTool
import Diagnostics
import Markdown

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

  static let description = CommandDescription(
    "check", "Report where documents disagree with the code",
    discussion: """
      Each finding names the place in the document, what the code declares, what recorded runs \
      show, and the rule in brackets; `docgen explain RULE` explains it. `-` is a page on standard \
      input, read as if it were in the folder of the configuration.
      """,
    operands: [CommonOptions.pages],
    options: [
      FindingsPrinter.formatOption, hints, confidence, blame, record, CommonOptions.noBaseline,
      CommonOptions.noCache, CommonOptions.configuration,
    ],
    examples: [
      ("docgen check docs/sync.md", "Check one document."),
      ("docgen check --format github", "Annotate a pull request from a GitHub workflow."),
      ("docgen check --record", "Run the `record` command first, if the code has changed."),
    ])

  /// Checks, or prints the cached result if all inputs of the same check are unchanged.
  func run() async throws -> ExitCode {
    let start = ContinuousClock.now
    let output = CheckOutput(context: context)
    guard let cache = CheckResultCache(arguments, console: console, folder: context.folder) else {
      let (exitCode, summary) = try await checkOnce()
      output.printSummary(summary, since: start)
      return exitCode
    }
    if let known = cache.result() {
      console.put(known.printed, on: .output)
      console.put(known.complained, on: .errors)
      output.printSummary(known.summary, since: start)
      return known.exitCode
    }
    let recording = RecordingConsole(console)
    let command = CheckCommand(context: context.printing(to: recording))
    let recorder = FileAccessRecorder()
    let (exitCode, summary) = try await recorder.recording { try await command.checkOnce() }
    let outcome = CheckResultCache.Outcome(
      exitCode: exitCode, printed: recording.printed, complained: recording.complained,
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
    let output = CheckOutput(context: context)
    let result = await output.check(project)
    if result.needsHistory(of: project) {
      context.report(
        "no complete Git history: removed names cannot be proven, and are warnings at most")
    }
    return output.printFindings(of: result, in: project)
  }
}

/// Checks a project, and prints the result, for each command that checks.
struct CheckOutput: Sendable {
  let context: CommandContext

  /// Checks the pages that the operands name. Pages in `known` are not evaluated again.
  func check(_ project: Project, after known: CheckedPages = .init()) async -> Check {
    await Check.run(
      project, pages: context.arguments.operands,
      usesBaseline: !context.arguments[CommonOptions.noBaseline], after: known)
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
    context.printFindings(withCommits(check.findings, in: project), in: project)
    guard !context.isQuiet, context.printer().format.isForPeople else {
      return (check.exitCode, nil)
    }
    return (check.exitCode, (check.findings.isEmpty ? "" : "\n") + check.summary)
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
