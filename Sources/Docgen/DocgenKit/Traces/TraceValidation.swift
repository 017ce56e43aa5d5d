import CommandLineTool
import Diagnostics
import Traces

/// `docgen trace validate`: what is wrong with traces.
struct TraceValidation: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    let inputs = arguments.traceFiles.map { TraceInput($0) }
    let printer = FindingsPrinter(console, arguments, tool: "docgen trace validate")
    let problems = inputs.flatMap(\.problems)
    let sources = inputs.map { ($0.path, SourceText(bytes: $0.bytes)) }
    printer.show(problems, sources: Dictionary(sources) { first, _ in first })
    let records = inputs.flatMap(\.traces).reduce(0) { $0 + $1.records.count }
    if printer.format.isForPeople && !arguments.has("quiet") {
      let counts = [
        inputs.count.counted("file"), records.counted("record"), problems.count.counted("problem"),
      ]
      console.complain(counts.joined(separator: ", ") + "\n")
    }
    return problems.isEmpty ? .success : .input
  }
}
