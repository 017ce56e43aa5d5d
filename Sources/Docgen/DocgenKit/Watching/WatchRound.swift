import CommandLineTool
import Diagnostics

/// One round of `docgen watch`: reads, regenerates, checks and reports.
///
/// Three cases, from cheap to expensive: only documents changed (the model and all checked regions
/// of other pages are reused), code or traces changed (only those files are read, but all pages are
/// checked), or something else changed (everything is read, with declarations of unchanged files
/// from the previous round).
struct WatchRound: Sendable {
  let context: CommandContext

  /// The result of a round.
  struct Result: Sendable {
    var project: Project
    var pages: CheckedPages
  }

  /// The result of the previous round, whose unchanged parts are neither read nor evaluated again.
  private var previous: Result?
  private var list = WatchList([:])

  init(context: CommandContext) {
    self.context = context
  }

  /// Runs a round after these paths have changed, or after unknown changes for `nil`. Returns
  /// the observations of this round, and those of earlier rounds that still count.
  mutating func run(after changed: Set<String>?) async -> WatchList {
    let recorder = FileAccessRecorder()
    let before = previous
    let progress = ProgressConsole(
      context.console, context.isQuiet ? nil : "reading and checking …")
    let context = context.printing(to: progress)
    var isWhole = true
    previous = await recorder.recording {
      let reread = await reread(before?.project, changed)
      isWhole = reread == nil
      let known = reread?.isModelSame == true ? before?.pages : nil
      return await Self.round(
        context, reread?.project, after: before, known: known ?? CheckedPages())
    }
    progress.finish()
    list = isWhole ? WatchList(recorder.observations) : list.replacing(recorder.observations)
    return list
  }

  /// The previous project with the changed files read again; `nil` if all must be read.
  private func reread(
    _ project: Project?, _ changed: Set<String>?
  ) async -> (project: Project, isModelSame: Bool)? {
    guard let project, let changed else { return nil }
    let start = ContinuousClock.now
    guard let reread = await project.rereading(changed),
      reread.isModelSame || !context.arguments[CommonOptions.noCache]
    else { return nil }
    if context.arguments[CommonOptions.verbose] {
      let time = CommandContext.milliseconds(since: start)
      context.report("\(changed.count.counted("file")) read again in \(time) ms")
    }
    return reread
  }

  /// Regenerates unless `--no-generate` forbids it, and checks the result. Unchanged parts are
  /// taken from the previous round: `reread` is its project with the changed files read again, and
  /// `known` are its checked pages. Returns `nil` if there is no readable configuration.
  private static func round(
    _ context: CommandContext, _ reread: Project?, after previous: Result?, known: CheckedPages
  ) async -> Result? {
    let start = ContinuousClock.now
    var known = known
    var project: Project
    if let reread {
      project = reread
    } else {
      guard let complete = try? await context.project(after: previous?.project) else { return nil }
      project = complete
    }
    var problems: [Diagnostic] = []
    if !context.arguments[WatchCommand.noGenerate] {
      known = await context.checkedPages(of: project, after: known)
      var generation = Generation.plan(project, pages: context.arguments.operands, after: known)
      do throws(FileError) {
        try context.write(&generation, in: project)
        problems = generation.problems
        for change in generation.changes { context.printChange(change) }
        if !generation.changes.isEmpty { project = await project.rereadingPages() }
      } catch {
        context.report("\(error)")
      }
    }
    guard let output = try? CheckOutput(context: context) else { return nil }
    var result = await output.check(project, after: known)
    let reported = Set(result.findings.map { "\($0.rule) \($0.location)" })
    result.findings =
      problems.filter { !reported.contains("\($0.rule) \($0.location)") } + result.findings
    output.printSummary(output.printFindings(of: result, in: project).summary, since: start)
    return Result(project: project, pages: CheckedPages(result.pages))
  }
}
