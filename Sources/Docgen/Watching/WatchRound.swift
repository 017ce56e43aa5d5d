import CommandLineTool
import Diagnostics

/// What `docgen watch` does each time: reads, generates, checks, tells.
struct WatchRound: Sendable {
  let console: any Console
  let folder: String
  let arguments: ParsedArguments
  /// Of the round before: what did not change is not read again.
  private var previous: Project?

  init(console: any Console, folder: String, arguments: ParsedArguments) {
    self.console = console
    self.folder = folder
    self.arguments = arguments
  }

  /// Does it once; gives what it saw.
  mutating func run() async -> WatchList {
    let witness = FileWitness()
    let before = previous
    let progress = ProgressConsole(
      console, arguments.has("quiet") ? nil : "reading and checking …")
    let runner = CommandRunner(console: progress, folder: folder, arguments: arguments)
    previous = await witness.watching { await runner.round(after: before) }
    progress.finish()
    return WatchList(witness.observations)
  }
}
