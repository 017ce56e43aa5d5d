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
    let isOfPages = changed.map { before?.project.isChanged(onlyInPages: $0) == true } ?? false
    let progress = ProgressConsole(
      console, arguments.has("quiet") ? nil : "reading and checking …")
    let runner = CommandRunner(console: progress, folder: folder, arguments: arguments)
    previous = await witness.watching { await runner.round(after: before, changed: changed) }
    progress.finish()
    list = isOfPages ? list.replacing(witness.observations) : WatchList(witness.observations)
    return list
  }
}
