import CommandLineTool
import Diagnostics
import Traces

/// `docgen trace`: reads, checks, converts and compares traces by themselves, without a project.
struct TraceCommand: Sendable {
  static let name = "trace"

  let console: any Console
  let arguments: ParsedArguments

  func run(_ command: String) -> ExitCode {
    switch command {
    case "summary": TraceSummary(console: console, arguments: arguments).run()
    case "validate": TraceValidation(console: console, arguments: arguments).run()
    case "export": TraceExporting(console: console, arguments: arguments).run()
    case "import": TraceImporting(console: console, arguments: arguments).run()
    case "align": TraceAlignment(console: console, arguments: arguments).run()
    case "merge": TraceMerging(console: console, arguments: arguments).run()
    default: TraceDifference(console: console, arguments: arguments).run()
    }
  }
}

/// What a command that writes traces needs: where to, and what went wrong.
struct TraceOutput: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  /// Writes to the file that `--output` names, or to standard output.
  func write(_ bytes: [UInt8]) -> ExitCode {
    guard let path = arguments.value("output"), path != "-" else {
      console.print(String(decoding: bytes, as: UTF8.self))
      return .success
    }
    do throws(FileError) {
      try FileSystem.replace(path, with: bytes)
      return .success
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
  }
}

/// A file with traces, and what was wrong with it.
struct TraceInput: Sendable {
  let path: String
  let traces: [Trace]
  let problems: [Diagnostic]
  let bytes: [UInt8]

  /// Reads a file in any form that `TraceImport` knows; `-` is standard input.
  init(_ operand: String) {
    let path = operand == "-" ? ByteStream.standardInputName : operand
    do throws(FileError) {
      let bytes =
        operand == "-"
        ? try ByteStream().all()
        : ByteStream.isPipe(operand)
          ? try ByteStream(pipe: operand).all() : try FileSystem.read(operand)
      self.init(path: path, bytes: bytes)
    } catch {
      let problem = Diagnostic(
        rule: "unreadable", category: .input, at: SourceLocation(file: path),
        "the file cannot be read: \(error.reason)")
      self.init(path: path, bytes: [], traces: [], problems: [problem])
    }
  }

  private init(path: String, bytes: [UInt8], traces: [Trace], problems: [Diagnostic]) {
    self.path = path
    self.bytes = bytes
    self.traces = traces
    self.problems = problems
  }

  /// Takes the content of a file that was read already.
  init(path: String, bytes: [UInt8]) {
    let (traces, errors) = TraceImport.read(bytes)
    self.init(
      path: path, bytes: bytes, traces: traces,
      problems: errors.map { Self.problem($0, path: path) })
  }

  private static func problem(_ error: TraceReadError, path: String) -> Diagnostic {
    Diagnostic(
      rule: "trace-syntax", category: .input,
      at: SourceLocation(file: path, line: error.line, column: error.column), error.reason)
  }

  /// Shows what was wrong on standard error; says whether nothing was.
  func complain(_ console: any Console) -> Bool {
    FindingsPrinter.complaining(console).show(problems, sources: [path: SourceText(bytes: bytes)])
    return problems.isEmpty
  }
}
