import CommandLineTool
import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `docgen watch`: generates and checks, and does so again whenever something that was read changes.
///
/// What a round reads and asks of the disk is watched, and nothing else. What it writes itself counts
/// as seen, so that it does not set itself going.
struct WatchCommand: Sendable {
  /// Events that come within this time of each other are one change.
  private static let quiet: Int32 = 40
  /// A change that goes on longer is answered nevertheless.
  private static let longest = Duration.milliseconds(500)

  let console: any Console
  let folder: String
  let arguments: ParsedArguments

  /// Runs until the process is ended; returns only where nothing can be watched.
  func run() async -> ExitCode {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    // Before anything is looked at: a folder that comes later would be a change.
    if let cache = CacheFolder.path(for: FileSystem.unseenAbsolute(folder)) {
      try? FileSystem.makeFolder(cache)
    }
    do throws(FileError) {
      var events = try FileEvents()
      var round = WatchRound(console: console, folder: folder, arguments: arguments)
      var changed: Set<String>?
      while true {
        if isTerminal { console.print("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
        let list = await round.run(after: changed)
        let new = try events.watch(list.folders, files: list.files)
        // What changed after it was read and before it was watched has no event.
        var changes = list.changes(in: new)
        if changes.isEmpty { tell(list) }
        while changes.isEmpty { changes = list.changes(in: try Self.burst(&events)) }
        tell(changes)
        changed = Set(changes)
      }
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
  }

  /// The folders in which something has happened, once it is over.
  private static func burst(_ events: inout FileEvents) throws(FileError) -> Set<String>? {
    var touched = try events.next(within: -1)
    let start = ContinuousClock.now
    while ContinuousClock.now - start < longest {
      let more = try events.next(within: quiet)
      if more?.isEmpty == true { break }
      touched = more.flatMap { more in touched?.union(more) }
    }
    return touched
  }

  private func tell(_ list: WatchList) {
    if arguments.has("quiet") { return }
    console.complain("watching \(list.folders.count.counted("folder")); Ctrl-C ends\n")
  }

  private func tell(_ changes: [String]) {
    if arguments.has("quiet") { return }
    let place = FileSystem.unseenAbsolute(folder) + "/"
    let names = changes.map { $0.hasPrefix(place) ? String($0.dropFirst(place.count)) : $0 }
    let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
    console.complain("changed: \(names.prefix(3).joined(separator: ", "))\(rest)\n")
  }

  static let name = "watch"

  static let description = CommandDescription(
    name, "Generate and check after every change",
    discussion: """
      Does what `docgen generate --check` does, and does it again as soon as a document, source, \
      trace, template or the configuration changes. The system tells of changes; nothing is asked \
      for in turns. Ctrl-C ends it.
      """,
    operands: [
      OperandDescription(
        "PAGE", "A document; all configured ones when none is named", isRepeating: true)
    ],
    options: [
      OptionDescription("no-generate", "Write nothing, check only"),
      OptionDescription("diff", short: "d", "Print what is written"),
      OptionDescription("no-baseline", "Report what the baseline knows as well"),
      OptionDescription("no-cache", "Read everything anew each time"),
      OptionDescription(
        "config", short: "c", value: "FILE", "Read this configuration instead of the nearest one"),
    ],
    examples: [("docgen watch --no-generate docs/sync.md", "Check one document while writing it.")])
}
