package import CommandLineTool
import Diagnostics

/// The command-line program `docgen`.
package struct Program: Sendable {
  package static let version = ProgramVersion.number

  /// All commands, in the order of the help.
  private static let commands: [CommandEntry] = [
    .command(InitCommand.self), .command(AdoptCommand.self), .command(NewCommand.self),
    .command(CheckCommand.self), .command(ReportCommand.self), .command(FixCommand.self),
    .command(ReviewCommand.self), .command(WatchCommand.self), .command(StatusCommand.self),
    .command(DiffCommand.self), .command(ExplainCommand.self), .command(RenderCommand.self),
    .command(PicturesCommand.self),
    BaselineCommands.entry, DiagramCommands.entry, TraceCommands.entry, MermaidCommands.entry,
    .command(MergeReportsCommand.self), .command(ModelCommand.self),
    .command(LanguageServerCommand.self),
    .command(SchemaCommand.self), .command(CompletionsCommand.self),
    .command(ManualPageCommand.self),
  ]

  /// Every command with its options, for parsing and help.
  package static let description = CommandDescription(
    "docgen", "Keep architecture documents true to the code",
    discussion: """
      Compares Markdown documents with Swift sources and recorded traces, reports where they \
      disagree, and regenerates the diagrams, tables and values that documents mark.
      """,
    options: [CommonOptions.color, CommonOptions.quiet, CommonOptions.verbose],
    commands: commands.map(\.description),
    examples: [
      ("docgen check", "Report every disagreement between documents and code."),
      ("docgen fix docs/sync.md", "Regenerate one document, and apply safe fixes."),
    ],
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) })

  private let console: any Console
  private let folder: String

  /// Creates the program for a working folder.
  package init(console: any Console, folder: String) {
    self.console = console
    self.folder = folder
  }

  /// Runs a command line given without the program's name.
  ///
  /// Every error becomes a message on standard error and an exit code. Usage errors name the help
  /// of the command in question.
  package func run(_ words: [String]) async -> ExitCode {
    do throws(UsageError) {
      switch try Self.description.parse(words) {
      case .version: console.print(ProgramVersion.description(of: "docgen") + "\n")
      case .help(let path):
        console.print(Self.description.help(at: path, width: console.width))
      case .run(let path, let arguments): return await run(path, arguments)
      }
      return .success
    } catch {
      return usage(error, path: error.path)
    }
  }

  private func usage(_ error: UsageError, path: [String]) -> ExitCode {
    let command = (["docgen"] + path).joined(separator: " ")
    console.printError("docgen: \(error.message)\nTry '\(command) --help'.\n")
    return .usage
  }

  private func run(_ path: [String], _ arguments: ParsedArguments) async -> ExitCode {
    let types = Self.commands.compactMap { $0.command(at: path) }
    guard let type = types.first else { return .internalError }
    let isSilent = arguments[CommonOptions.quiet] || !type.showsProgress
    let progress = ProgressConsole(console, isSilent ? nil : "reading and checking …")
    defer { progress.finish() }
    let context = CommandContext(console: progress, folder: folder, arguments: arguments)
    do {
      return try await type.init(context: context).run()
    } catch let error as UsageError {
      progress.finish()
      return usage(error, path: path)
    } catch let failure as CommandFailure {
      return failure.exitCode
    } catch {
      context.report("\(error)")
      return .input
    }
  }
}
