import CommandLineTool
import Diagnostics

/// What `docgen watch` does each time: reads, generates, checks, tells.
struct WatchRound: Sendable {
  let console: any Console
  let folder: String
  let arguments: ParsedArguments
  /// What a round came to.
  struct Result: Sendable {
    var project: Project
    var pages: CheckedPages
  }

  /// Of the round before: what did not change is neither read nor worked out again.
  private var previous: Result?
  private var list = WatchList([:])

  init(console: any Console, folder: String, arguments: ParsedArguments) {
    self.console = console
    self.folder = folder
    self.arguments = arguments
  }

  /// Does it once, after these paths have changed; gives what it saw, and what rounds before saw that
  /// it had no need to look at. Where it is not known what has changed, everything is looked at.
  mutating func run(after changed: Set<String>?) async -> WatchList {
    let witness = FileWitness()
    let before = previous
    let progress = ProgressConsole(
      console, arguments.has("quiet") ? nil : "reading and checking …")
    let runner = CommandRunner(console: progress, folder: folder, arguments: arguments)
    var isWhole = true
    previous = await witness.watching {
      let reread = await reread(before?.project, changed, progress)
      isWhole = reread == nil
      let known = reread?.isModelSame == true ? before?.pages : nil
      return await runner.round(reread?.project, after: before, known: known ?? CheckedPages())
    }
    progress.finish()
    list = isWhole ? WatchList(witness.observations) : list.replacing(witness.observations)
    return list
  }

  /// The project of the round before with what changed read again; nothing where all must be.
  private func reread(
    _ project: Project?, _ changed: Set<String>?, _ console: any Console
  ) async -> (project: Project, isModelSame: Bool)? {
    guard let project, let changed else { return nil }
    let start = ContinuousClock.now
    guard let reread = await project.rereading(changed),
      reread.isModelSame || !arguments.has("no-cache")
    else { return nil }
    if arguments.has("verbose") {
      let time = CommandRunner.milliseconds(since: start)
      console.complain("docgen: \(changed.count.counted("file")) read again in \(time) ms\n")
    }
    return reread
  }
}
