import CommandLineTool
import Diagnostics
import Traces

/// `docgen trace validate`.
struct TraceValidateCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "validate", "Report invalid lines of traces",
    discussion: "Prints only counts if there are none.", operands: [TraceCommands.files],
    options: [FindingsPrinter.formatOption],
    examples: [("docgen trace validate -f github traces/*.jsonl", "Annotate a pull request.")],
    exitCodes: TraceCommands.exitCodes())

  func run() -> ExitCode {
    let inputs = arguments.traceFiles.map { TraceInput($0) }
    let printer = context.printer(tool: "docgen trace validate")
    let problems = inputs.flatMap(\.problems)
    let sources = inputs.map { ($0.path, SourceText(bytes: $0.bytes)) }
    printer.show(problems, sources: Dictionary(sources) { first, _ in first })
    let records = inputs.flatMap(\.traces).reduce(0) { $0 + $1.records.count }
    if printer.format.isForPeople && !context.isQuiet {
      let counts = [
        inputs.count.counted("file"), records.counted("record"), problems.count.counted("problem"),
      ]
      console.printError(counts.joined(separator: ", ") + "\n")
    }
    return problems.isEmpty ? .success : .input
  }
}
