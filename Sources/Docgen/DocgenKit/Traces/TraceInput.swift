import Diagnostics
import Models
import Traces

/// The traces in a file, and the errors in it.
struct TraceInput: Sendable {
  let path: String
  let recorded: [RecordedTrace]
  let problems: [Diagnostic]
  let bytes: [UInt8]

  /// Reads a file in any form that `TraceImport` knows; `-` is standard input.
  init(_ operand: String) {
    let path = operand == "-" ? ByteStream.standardInputName : operand
    do throws(FileError) {
      self.init(path: path, bytes: try Self.bytes(operand))
    } catch {
      let problem = Diagnostic(
        rule: .unreadable, at: SourceLocation(file: path),
        "the file cannot be read: \(error.reason)")
      self.init(path: path, bytes: [], traces: [], problems: [problem])
    }
  }

  /// The traces; a file of variants has one for each flow, and one with all transitions.
  var traces: [Trace] { recorded.map(\.trace) }

  /// The content of a file, a pipe, or standard input for `-`.
  static func bytes(_ operand: String) throws(FileError) -> [UInt8] {
    if operand == "-" { return try ByteStream().all() }
    return ByteStream.isPipe(operand)
      ? try ByteStream(pipe: operand).all() : try FileSystem.read(operand)
  }

  private init(path: String, bytes: [UInt8], traces: [RecordedTrace], problems: [Diagnostic]) {
    self.path = path
    self.bytes = bytes
    recorded = traces
    self.problems = problems
  }

  /// Parses the content of a file.
  ///
  /// Readable records of a damaged file are kept; the errors are in `problems`.
  init(path: String, bytes: [UInt8]) {
    let (traces, errors) = RecordedTrace.read(bytes, file: path)
    self.init(
      path: path, bytes: bytes, traces: traces,
      problems: errors.map { Self.problem($0, path: path) })
  }

  private static func problem(_ error: TraceReadError, path: String) -> Diagnostic {
    Diagnostic(
      rule: .traceSyntax,
      at: SourceLocation(file: path, line: error.line, column: error.column), error.reason)
  }

  /// Prints the errors on standard error. Returns whether there are none.
  func printError(_ console: any Console) -> Bool {
    FindingsPrinter.printingErrors(console).show(
      problems, sources: [path: SourceText(bytes: bytes)])
    return problems.isEmpty
  }
}
