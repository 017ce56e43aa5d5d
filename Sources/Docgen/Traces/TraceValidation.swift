import CommandLineTool
import Diagnostics
import Traces

/// `docgen trace validate`: what is wrong with traces.
struct TraceValidation: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    let inputs = arguments.operands.map { TraceInput($0) }
    for input in inputs { input.show(console, arguments) }
    let problems = inputs.flatMap(\.problems)
    let records = inputs.flatMap(\.traces).reduce(0) { $0 + $1.records.count }
    let isForPeople = FindingsPrinter(console, arguments).format.isForPeople
    if isForPeople && !arguments.has("quiet") {
      let files = inputs.count == 1 ? "1 file" : "\(inputs.count) files"
      let faults = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
      console.complain("\(files), \(records) records, \(faults)\n")
    }
    return problems.isEmpty ? .success : .input
  }
}
