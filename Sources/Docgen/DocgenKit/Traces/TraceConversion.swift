import CommandLineTool
import Diagnostics
import Traces

/// `docgen trace export`: a trace in a form that other tools read.
struct TraceExporting: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    guard let format = arguments.value("format").flatMap(TraceExport.init) else {
      return complain("--format is missing: perfetto, chrome or otlp")
    }
    if format == .perfetto, arguments.value("output") ?? "-" == "-" {
      return complain("perfetto is no text: name a file with --output")
    }
    let input = TraceInput(arguments.operands.first ?? "-")
    guard input.complain(console) else { return .input }
    guard let trace = input.traces.first, input.traces.count == 1 else {
      return complain(
        "\(input.path) holds \(input.traces.count.counted("trace")); export takes one")
    }
    return TraceOutput(console: console, arguments: arguments).write(format.encode(trace))
  }

  private func complain(_ message: String) -> ExitCode {
    console.complain("docgen: \(message)\nTry 'docgen trace export --help'.\n")
    return .usage
  }
}

/// `docgen trace import`: what other tools have recorded, as traces.
struct TraceImporting: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    guard let folder = arguments.value("out"), !folder.isEmpty else {
      console.complain("docgen: --out is missing\nTry 'docgen trace import --help'.\n")
      return .usage
    }
    do throws(FileError) {
      try FileSystem.makeFolder(folder)
    } catch {
      console.complain("docgen: `\(folder)` cannot be made: \(error.reason)\n")
      return .input
    }
    var code = ExitCode.success
    for operand in arguments.operands {
      let input = TraceInput(operand)
      if !input.complain(console) { code = .input }
      for trace in input.traces {
        do throws(FileError) {
          let path = "\(folder)/\(trace.header.scenario).jsonl"
          try FileSystem.replace(path, with: TraceWriter.encode(trace))
          console.print("\(path)  \(trace.records.count.counted("record"))\n")
        } catch {
          console.complain("docgen: \(error)\n")
          code = .input
        }
      }
    }
    return code
  }
}

/// `docgen trace merge`: several traces as one.
struct TraceMerging: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    let inputs = arguments.operands.map { TraceInput($0) }
    guard inputs.allSatisfy({ $0.complain(console) }) else { return .input }
    do {
      let merged = try TraceMerge.merged(
        inputs.flatMap(\.traces), scenario: arguments.value("scenario"))
      return TraceOutput(console: console, arguments: arguments).write(TraceWriter.encode(merged))
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
  }
}
