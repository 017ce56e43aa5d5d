import CommandLineTool
import Diagnostics
import JSON
import Rules

/// A command of docgen. Its type has the description for help, completions and the manual page, the
/// options, and the work. `Program.commands` lists all commands.
///
/// A new command is a type with a `description`, an `init` and `run`, and an entry in
/// `Program.commands`; help, completions, the manual page and the reference follow from the
/// description.
protocol Command: Sendable {
  static var description: CommandDescription { get }
  /// Whether a terminal shows a note while the command is working.
  static var showsProgress: Bool { get }
  init(context: CommandContext)
  var context: CommandContext { get }

  /// Runs the command line in `context`.
  ///
  /// - Throws: `UsageError` for an invalid command line, `FileError` for a file that cannot be read
  ///   or written, `CommandFailure` for an error that was already printed. The program prints the
  ///   first two.
  func run() async throws -> ExitCode
}

extension Command {
  static var showsProgress: Bool { true }
  var console: any Console { context.console }
  var arguments: ParsedArguments { context.arguments }
}

/// An entry in the list of commands.
enum CommandEntry: Sendable {
  case command(any Command.Type)
  case group(CommandDescription, [any Command.Type])

  /// The description with the commands of a group.
  var description: CommandDescription {
    switch self {
    case .command(let type): return type.description
    case .group(var description, let types):
      description.commands = types.map { $0.description }
      return description
    }
  }

  /// The command with this path, which begins with the name of the entry.
  func command(at path: [String]) -> (any Command.Type)? {
    guard path.first == description.name else { return nil }
    switch self {
    case .command(let type): return type
    case .group(_, let types): return types.first { $0.description.name == path.last }
    }
  }
}

/// An error of a command that is already printed.
struct CommandFailure: Error {
  var exitCode: ExitCode
}

/// The environment in which a command runs.
///
/// Commands get console and folder from here and never from the process, so tests run them in one
/// process, with a recording console and any folder.
struct CommandContext: Sendable {
  let console: any Console
  /// The working folder.
  let folder: String
  let arguments: ParsedArguments

  var isQuiet: Bool { arguments[CommonOptions.quiet] }

  /// The same context with another console.
  func printing(to console: any Console) -> CommandContext {
    CommandContext(console: console, folder: folder, arguments: arguments)
  }

  /// Prints an error or a remark on standard error.
  func report(_ message: String) { console.printError("docgen: \(message)\n") }

  /// Prints findings that are not the result of a command: as text, on standard error.
  func report(_ findings: [Diagnostic], sources: [String: SourceText] = [:]) {
    FindingsPrinter.printingErrors(console).show(findings, sources: sources)
  }

  /// Prints the findings that are the result of a command, in the requested format.
  func printer(tool: String = "docgen check") -> FindingsPrinter {
    FindingsPrinter(
      console, format: arguments[FindingsPrinter.formatOption],
      color: arguments[CommonOptions.color], tool: tool)
  }

  /// Writes the result of a command to the file that `--output` names, or prints it.
  ///
  /// - Throws: `FileError` if the file is outside of what may be written, or the writing fails.
  func write(_ bytes: [UInt8]) throws(FileError) {
    if let path = arguments[CommonOptions.output], path != "-" {
      try Confinement.check(operand: path, for: "write", isCreated: true, from: folder)
      try FileSystem.replace(path, with: bytes)
      if !isQuiet { console.printError("wrote \(path.visible)\n") }
    } else {
      console.print(bytes)
    }
  }

  /// The same for a text, which a console shows as `inert`.
  func write(_ text: String) throws(FileError) { try write(text, shown: text.inert()) }

  /// The same for JSON.
  func write(json: JSON) throws(FileError) {
    let text = json.encoded + "\n"
    try write(text, shown: text.inertJSON)
  }

  private func write(_ text: String, shown: String) throws(FileError) {
    if arguments[CommonOptions.output] ?? "-" != "-" { return try write(Array(text.utf8)) }
    console.put(shown, on: .output)
  }
}

/// Options and operands that several commands have.
enum CommonOptions {
  static let color = CommandOption.choice(
    "color", value: "WHEN", default: FindingsPrinter.ColorChoice.auto, "When to use colors")
  static let quiet = CommandOption.flag(
    "quiet", short: "q", "Print results only, without summaries and notes")
  static let verbose = CommandOption.flag(
    "verbose", short: "v", "Print to standard error which files are read")
  static let configuration = CommandOption.text(
    "config", short: "c", value: "FILE", "Use this configuration instead of the nearest one")
  static let noCache = CommandOption.flag("no-cache", "Read and check everything again")
  static let noBaseline = CommandOption.flag(
    "no-baseline", "Report the findings in the baseline as well")
  static let dryRun = CommandOption.flag(
    "dry-run", short: "n", "Write nothing; exit with 1 if something would change")
  static let diff = CommandOption.flag("diff", short: "d", "Print the changes")
  static let output = CommandOption.text(
    "output", short: "o", value: "FILE", "Write to this file instead of standard output")

  static let pages = OperandDescription(
    "PAGE", "A document; by default, all that are configured", isRepeating: true)
}

/// The format of a result that people and programs read.
enum ResultFormat: String, CaseIterable, Sendable {
  case text, json

  static let option = CommandOption.choice(
    "format", short: "f", value: "NAME", default: ResultFormat.text, "How to print it")
}
