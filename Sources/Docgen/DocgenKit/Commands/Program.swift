package import CommandLineTool
import Diagnostics

/// The command-line program `docgen`: reads a command line, runs it, says how it went.
package struct Program: Sendable {
  package static let version = "0.1.0"

  private let console: any Console
  private let folder: String

  /// Creates the program for a working folder.
  package init(console: any Console, folder: String) {
    self.console = console
    self.folder = folder
  }

  /// Runs a command line given without the program's name.
  package func run(_ words: [String]) async -> ExitCode {
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try Self.description.parse(words)
    } catch {
      console.complain("docgen: \(error.message)\n")
      let command = (["docgen"] + error.path).joined(separator: " ")
      console.complain("Try '\(command) --help'.\n")
      return .usage
    }
    switch invocation {
    case .version:
      console.print("docgen \(Self.version)\n")
      return .success
    case .help(let path):
      console.print(Self.description.help(at: path, width: console.width))
      return .success
    case .run(let path, let arguments):
      return await run(path, arguments)
    }
  }

  private func run(_ path: [String], _ arguments: ParsedArguments) async -> ExitCode {
    if path.first == LanguageServerCommand.name {
      return await LanguageServerCommand.run(arguments)
    }
    let last = path.last ?? ""
    let isSilent = arguments.has("quiet") || path.first == WatchCommand.name
    let progress = ProgressConsole(console, isSilent ? nil : "reading and checking …")
    defer { progress.finish() }
    let console: any Console = progress
    let runner = CommandRunner(console: console, folder: folder, arguments: arguments)
    switch path.first {
    case "init":
      return await InitCommand(console: console, folder: folder, arguments: arguments).run()
    case NewCommand.name:
      return await NewCommand(console: console, folder: folder, arguments: arguments).run(last)
    case "check": return await runner.check()
    case "generate": return await runner.generate()
    case WatchCommand.name:
      return await WatchCommand(console: console, folder: folder, arguments: arguments).run()
    case RenderCommand.name:
      return RenderCommand(console: console, folder: folder, arguments: arguments).run()
    case "accept": return await runner.accept()
    case "list": return await runner.list()
    case "diff": return await runner.diff()
    case "coverage": return await runner.coverage()
    case "baseline": return await runner.baseline(last)
    case MermaidCommand.name:
      return MermaidCommand(console: console, arguments: arguments).run(last)
    case DiagramCommand.name:
      let command = DiagramCommand(console: console, folder: folder, arguments: arguments)
      return await command.run(last)
    case TraceCommand.name: return TraceCommand(console: console, arguments: arguments).run(last)
    case CodeCommand.name: return await CodeCommand(console: console, arguments: arguments).run()
    default:
      console.print(text(of: path.first ?? "", arguments))
      return .success
    }
  }

  /// What the commands print that read nothing.
  private func text(of command: String, _ arguments: ParsedArguments) -> String {
    let operand = arguments.operands.first
    return switch command {
    case "explain": Explain.text(operand, width: console.width)
    case "schema": SettingSchema.text
    case "man": Self.description.manualPage(version: Self.version)
    default: Self.description.completions(for: operand.flatMap(Shell.init) ?? .bash)
    }
  }

  /// Every command with its options: the source of parsing and help.
  package static let description = CommandDescription(
    "docgen", "Keep architecture documents true to the code",
    discussion: """
      Compares Markdown documents with Swift sources and recorded traces, reports where they \
      disagree, and regenerates the diagrams, tables and values that documents mark.
      """,
    options: [
      FindingsPrinter.colorOption,
      OptionDescription("quiet", short: "q", "Print results only, without summaries and notes"),
      OptionDescription("verbose", short: "v", "Print to standard error which files are read"),
    ],
    commands: [
      InitCommand.description, NewCommand.description, check, generate,
      Review.description, WatchCommand.description,
      RegionList.description, DiffCommand.description, Explain.description,
      CoverageCommand.description, BaselineCommand.description, RenderCommand.description,
      DiagramCommand.description.shown(in: .tools), TraceCommand.description.shown(in: .tools),
      MermaidCommand.description.shown(in: .tools), CodeCommand.description.shown(in: .tools),
      LanguageServerCommand.description.shown(in: .tools),
      SettingSchema.description.shown(in: .tools),
      ShellSupport.completions.shown(in: .hidden), ShellSupport.manual.shown(in: .hidden),
    ],
    examples: [
      ("docgen check", "Report every disagreement between documents and code."),
      ("docgen generate docs/sync.md", "Regenerate one document."),
    ],
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) })

  private static let page = OperandDescription(
    "PAGE", "A document; by default, all that are configured", isRepeating: true)
  private static let common = [
    OptionDescription(
      "config", short: "c", value: "FILE", "Use this configuration instead of the nearest one")
  ]

  private static let check = CommandDescription(
    "check", "Report where documents disagree with the code",
    discussion: """
      Each finding names the place in the document, what the code declares, what recorded runs \
      show, and the rule in brackets; `docgen explain RULE` tells more about it. `-` is a page of \
      standard input, as if it stood in the folder of the configuration.
      """, operands: [page],
    options: [
      FindingsPrinter.formatOption,
      OptionDescription(
        "fix", "Apply fixes that evidence proves: renames, values, counts"),
      OptionDescription("hints", "Print warnings and hints as well, not only errors"),
      OptionDescription(
        "min-confidence", value: "LEVEL", choices: Confidence.allCases.map(\.rawValue),
        standard: "low", "Leave out findings that are less certain"),
      OptionDescription(
        "blame", "Name the commit that changed the code since the document was last touched"),
      OptionDescription("no-baseline", "Report what the baseline knows as well"),
      OptionDescription("no-cache", "Read and check everything anew"),
    ] + common,
    examples: [
      ("docgen check --fix docs/sync.md", "Mend what can be mended, and report the rest."),
      ("docgen check --format github", "Annotate a pull request from a GitHub workflow."),
    ])

  private static let generate = CommandDescription(
    "generate", "Regenerate the marked regions of documents",
    discussion: """
      What a person added to a region (notes, comments, styles, another order) is kept where it \
      agrees with what is written. What does not is left alone, told, and the exit code is 3.
      """, operands: [page],
    options: [
      OptionDescription(
        "dry-run", short: "n", "Write nothing; exit with 1 if something would change"),
      OptionDescription("diff", short: "d", "Print what changes"),
      OptionDescription("check", "Check the documents as well, once they are written"),
      OptionDescription("force", "Overwrite regions that were edited by hand"),
    ] + common,
    examples: [
      ("docgen generate --dry-run --diff", "See what would be written."),
      ("docgen generate --check", "Write, and report what is left for a person."),
    ])
}
