import CommandLineTool
import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `docgen watch`: regenerates and checks, again after each change of a file that was read.
///
/// Exactly the files and folders that a round has read are watched. Its own writes count as read,
/// so that they do not start another round.
///
/// The loop: run a round, watch the folders of everything that it read, compare once for changes
/// that happened between reading and watching, then wait for an event, and wait until no more
/// arrive for 40 ms. A round begins only if an observation differs, so touching a file or writing
/// the same text causes none.
struct WatchCommand: Command {
  /// Events within this time of each other are one change, in milliseconds.
  private static let quiet: Int32 = 40
  /// A longer change is processed before it ends.
  private static let longest = Duration.milliseconds(500)

  let context: CommandContext
  static let showsProgress = false

  static let noGenerate = CommandOption.flag("no-generate", "Write nothing, only check")

  static let description = CommandDescription(
    "watch", "Regenerate and check after every change",
    discussion: """
      Regenerates the marked regions and checks the documents, again after each change of a document, \
      source, trace, template or the configuration. Safe fixes are left to `docgen fix`. Changes are \
      reported by the system, without polling. Ctrl-C ends it.
      """,
    operands: [CommonOptions.pages],
    options: [
      noGenerate, CommonOptions.diff, CheckCommand.hints, CommonOptions.noBaseline,
      CommonOptions.noCache, CommonOptions.configuration,
    ],
    examples: [
      ("docgen watch --no-generate docs/sync.md", "Check one document while you write it.")
    ])

  /// Runs until the process is ended; returns only if nothing can be watched.
  func run() async throws -> ExitCode {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    // Before anything is read: a folder created later would be a change.
    if let cache = CacheFolder.path(for: FileSystem.unseenAbsolute(context.folder)) {
      try? FileSystem.makeFolder(cache)
    }
    var events = try FileEvents()
    var round = WatchRound(context: context)
    var changed: Set<String>?
    while true {
      if isTerminal { console.put("\u{1B}[H\u{1B}[2J\u{1B}[3J", on: .output) }
      if let changed { report(changed.sorted()) }
      let list = await round.run(after: changed)
      let new = try events.watch(list.folders, files: list.files)
      // A change between reading a file and watching it has no event.
      var changes = list.changes(in: new)
      if changes.isEmpty { report(list) }
      while changes.isEmpty { changes = list.changes(in: try Self.burst(&events)) }
      changed = Set(changes)
    }
  }

  /// The folders with changes, after the changes have ended.
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

  private func report(_ list: WatchList) {
    if context.isQuiet { return }
    console.printError("watching \(list.folders.count.counted("folder")); Ctrl-C ends\n")
  }

  private func report(_ changes: [String]) {
    if context.isQuiet { return }
    let place = FileSystem.unseenAbsolute(context.folder) + "/"
    let names = changes.map { $0.hasPrefix(place) ? String($0.dropFirst(place.count)) : $0 }
    let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
    console.printError("changed: \(names.prefix(3).joined(separator: ", "))\(rest)\n")
  }
}
