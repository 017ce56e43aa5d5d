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

  static let recursive = CommandOption.flag(
    "recursive", "Check with each \(Configuration.fileName) here and in folders below")

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
      run, CheckShard.option, CommandContext.changedSince, CommonOptions.noBaseline,
      CommonOptions.noCache,
      CommonOptions.configuration, recursive,
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
      (
        "docgen check --changed-since origin/main",
        "Check the pages that a pull request can touch."
      ),
      ("docgen check --recursive", "Check all packages of a repository in one run."),
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
      let (exitCode, summary, _) = try await checkOnce()
      output.printSummary(summary, since: start)
      return exitCode
    }
    let (known, states) = await cache.result()
    if let known {
      console.put(known.printed, on: .output)
      console.put(known.printedErrors, on: .errors)
      output.printSummary(known.summary, since: start)
      return known.exitCode
    }
    let recording = RecordingConsole(console)
    let command = CheckCommand(context: context.printing(to: recording))
    let recorder = FileAccessRecorder()
    let (exitCode, summary, parts) = try await recorder.recording {
      try await command.checkOnce(after: states)
    }
    // A process that is about to end need not free a large project.
    if console is ProcessConsole { _ = Unmanaged.passRetained(Kept(parts)) }
    let outcome = CheckResultCache.Outcome(
      exitCode: exitCode, printed: recording.printed, printedErrors: recording.printedErrors,
      summary: summary)
    cache.keep(outcome, recorder)
    output.printSummary(summary, since: start)
    return exitCode
  }

  /// `states` are those of the projects after an earlier check, compared with now.
  private func checkOnce(
    after states: [ComparedState] = []
  ) async throws -> (ExitCode, summary: String?, [CheckOutput.Part]) {
    let output = try CheckOutput(context: context)
    var parts: [CheckOutput.Part] = []
    if arguments[Self.recursive] {
      try Self.refuseOperands(arguments)
      for (inner, path) in try context.configuredParts() {
        parts.append(try await part(in: inner, path: path, after: states))
      }
    } else {
      parts.append(try await part(in: context, path: "", after: states))
    }
    let (exitCode, summary) = output.printFindings(of: parts)
    return (exitCode, summary, parts)
  }

  /// - Throws: `UsageError` for an operand or a configuration: `--recursive` checks with all.
  static func refuseOperands(_ arguments: ParsedArguments) throws(UsageError) {
    if let operand = arguments.operands.first ?? arguments[CommonOptions.configuration] {
      throw UsageError("--recursive checks all configurations, and takes no '\(operand)'")
    }
  }

  /// Reads and checks the project of a folder, whose path begins the names of its files.
  private func part(
    in context: CommandContext, path: String, after states: [ComparedState]
  ) async throws -> CheckOutput.Part {
    let recorder = FileAccessRecorder()
    let (checked, state) = try await recorder.recording {
      try await part(in: context, path: path, after: states, recorder)
    }
    if let state {
      FileAccessRecorder.note(state)
    } else {
      FileAccessRecorder.note(recorder.observations.lazy.map { ($0.key, $0.value) })
    }
    return checked
  }

  /// Returns the name of the stored state as well, if there is one.
  private func part(
    in context: CommandContext, path: String, after states: [ComparedState],
    _ recorder: FileAccessRecorder
  ) async throws -> (CheckOutput.Part, StoredState.Name?) {
    var part = try await partialCheck(in: context, after: states, recorder)
    if part == nil { part = try await completeCheck(in: context, recorder) }
    guard let (project, check, state) = part else {
      throw CommandFailure(exitCode: .internalError)
    }
    if let name = arguments[CommandContext.changedSince], !context.isQuiet {
      let (count, all) = (check.documents, check.documents + check.untouched)
      context.report(
        "\(count) of \(all.counted("document")) \(count.verb("depends", "depend")) on changes since "
          + name)
    }
    if check.needsHistory(of: project) {
      context.report(
        "no complete Git history: removed names cannot be proven, and are warnings at most")
    }
    return (CheckOutput.Part(path: path, check: check, project: project), state)
  }

  private func completeCheck(
    in context: CommandContext, _ recorder: FileAccessRecorder
  ) async throws -> (Project, Check, StoredState.Name?) {
    var project = try await context.projectWithTraces()
    let configured = project.pages.count
    if arguments.operands.contains("-") {
      let bytes = try ByteStream().all()
      project = project.replacing([Page(path: ByteStream.standardInputName, bytes: bytes)])
    }
    project = project.adding(unconfigured: arguments.operands)
    try context.restrict(&project)
    await context.runBlocks(&project)
    let known = await context.runSessions(of: &project)
    let cache =
      project.pages.count == configured && context.keepsOutcomes(in: project.root)
      ? await PageOutcomeCache(project, seen: recorder.observations) : nil
    project.known = cache?.outcomes
    let check = try await CheckOutput(context: context).check(project, after: known)
    guard let cache else { return (project, check, nil) }
    return (project, check, await keep(check, of: project, in: cache, recorder, context))
  }

  /// Checks what a small change touches; `nil` if everything must be read.
  private func partialCheck(
    in context: CommandContext, after states: [ComparedState], _ recorder: FileAccessRecorder
  ) async throws -> (Project, Check, StoredState.Name?)? {
    let arguments = context.arguments
    guard !arguments[Self.record], arguments[CommandContext.changedSince] == nil,
      !arguments.operands.contains("-"),
      let root = Root.find(from: context.folder, named: arguments[CommonOptions.configuration])
        .root,
      context.keepsOutcomes(in: root)
    else { return nil }
    let output = try CheckOutput(context: context)
    let state = states.first { $0.stored.name.folder == root.folder }
    let partial = try await PartialCheck(of: root, after: state) { project in
      let count = project.pages.count
      var project = project.adding(unconfigured: arguments.operands)
      guard project.pages.count == count else { return nil }
      try context.restrict(&project)
      return await output.check(project)
    }
    guard let partial else { return nil }
    let kept = await keep(
      partial.check, of: partial.project, in: partial.cache, recorder, context,
      note: ", \(partial.files.counted("Swift file")) read")
    return (partial.project, partial.check, kept)
  }

  private func keep(
    _ check: Check, of project: Project, in cache: PageOutcomeCache,
    _ recorder: FileAccessRecorder, _ context: CommandContext, note: String = ""
  ) async -> StoredState.Name? {
    if context.arguments[CommonOptions.verbose] {
      let known = cache.outcomes.pages.count
      context.report("\(known) of \(project.pages.count.counted("document")) unchanged" + note)
    }
    return await cache.keep(check, of: project, seen: recorder.observations)
  }
}

extension CommandContext {
  /// Whether the outcomes of pages are kept for the next check: not if other programs decide what
  /// blocks print, or if the output needs all diagrams.
  fileprivate func keepsOutcomes(in root: Root) -> Bool {
    guard !arguments[CommonOptions.noCache], !mayRun, printer().format != .markdown else {
      return false
    }
    let baseline = BaselineCheck(root)?.baseline.values ?? [:]
    return !baseline.keys.contains { $0.group == "flows" }
  }
}

private final class Kept {
  let parts: [CheckOutput.Part]

  init(_ parts: [CheckOutput.Part]) {
    self.parts = parts
  }
}
