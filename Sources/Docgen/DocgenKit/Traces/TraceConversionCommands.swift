import CommandLineTool
import Diagnostics
import Traces
import Variants

/// `docgen trace export`: a trace in a form that other tools read.
struct TraceExportCommand: Command {
  let context: CommandContext

  private static let format = CommandOption.choice(
    "format", short: "f", value: "NAME", of: TraceExport.self, "The form; required")

  static let description = CommandDescription(
    "export", "Convert a trace for other tools",
    discussion: """
      perfetto: Perfetto's own format, with a track for each participant, tracks of states for \
      machines, and flows from caller to callee; open it at ui.perfetto.dev. chrome: JSON for \
      Perfetto and chrome://tracing. otlp: OTLP/JSON lines for OpenTelemetry and Jaeger. Every \
      event contains its record, so that `docgen trace import` restores the same trace.
      """,
    operands: [TraceCommands.file], options: [format, CommonOptions.output],
    examples: [
      ("docgen trace export -f otlp -o run-otlp.jsonl run.jsonl", "Pass a run to OpenTelemetry.")
    ], exitCodes: TraceCommands.exitCodes())

  func run() throws -> ExitCode {
    guard let format = arguments[Self.format] else {
      throw UsageError("--format is missing: perfetto, chrome or otlp")
    }
    if format == .perfetto, arguments[CommonOptions.output] ?? "-" == "-" {
      throw UsageError("perfetto is a binary format: name a file with --output")
    }
    let input = TraceInput(arguments.operands[0])
    guard input.printError(console) else { return .input }
    guard let trace = input.traces.first, input.traces.count == 1 else {
      throw UsageError("\(input.path) has \(input.traces.count.counted("trace")); export takes one")
    }
    try context.write(format.encode(trace))
    return .success
  }
}

/// `docgen trace import`: recordings of other tools as traces.
struct TraceImportCommand: Command {
  let context: CommandContext

  private static let folder = CommandOption.text(
    "output", short: "o", value: "DIR", "Write to this folder; required")
  private static let variants = CommandOption.flag(
    "variants", "Read rows of `docgen trace query`, and write DIR/NAME.jsonl")

  static let description = CommandDescription(
    "import", "Convert recordings of other tools to traces",
    discussion: """
      Reads OTLP/JSON, and what `docgen trace export` has written. Each trace becomes a file of \
      its own, DIR/SCENARIO.jsonl; a trace of OpenTelemetry is named after its first span. A service \
      becomes a participant, a span below a span of another service a call, any other span a phase of \
      its service. With --variants, all files together become one trace with the counts of flows \
      and transitions.
      """,
    operands: [TraceCommands.files],
    options: [
      folder, variants, VariantOptions.scenario, VariantOptions.since, VariantOptions.until,
    ],
    examples: [
      ("docgen trace import -o traces collector.jsonl", "Convert a collector's output."),
      ("docgen trace import --variants -o traces rows.csv", "Read the result of a query."),
    ],
    exitCodes: TraceCommands.exitCodes())

  func run() throws -> ExitCode {
    guard let folder = arguments[Self.folder], !folder.isEmpty else {
      throw UsageError("--output is missing")
    }
    try Confinement.check(operand: folder, for: "write", from: context.folder)
    try FileSystem.makeFolder(folder)
    if arguments[Self.variants] { return try importVariants(to: folder) }
    var code = ExitCode.success
    var written: Set<String> = []
    for operand in arguments.operands {
      let input = TraceInput(operand)
      if !input.printError(console) { code = .input }
      for trace in input.traces {
        do throws(FileError) {
          let path = "\(folder)/\(Self.fileName(for: trace.header.scenario)).jsonl"
          guard written.insert(path).inserted else {
            throw FileError("write", path, reason: "another trace of this run has that name")
          }
          try Confinement.check(
            operand: path, for: "write", isCreated: true, from: context.folder)
          try FileSystem.replace(path, with: TraceWriter.encode(trace))
          console.print("\(path)  \(trace.records.count.counted("record"))\n")
        } catch {
          context.report("\(error)")
          code = .input
        }
      }
    }
    return code
  }

  private func importVariants(to folder: String) throws -> ExitCode {
    var log = try VariantOptions.log(arguments)
    for operand in arguments.operands {
      var rows = VariantRows(into: log)
      var stream = try operand == "-" ? ByteStream() : ByteStream(pipe: operand)
      while let line = try stream.line() { rows.take(line[...]) }
      for error in rows.errors.prefix(20) {
        context.report("\(operand):\(error.line): \(error.reason)")
      }
      if !rows.errors.isEmpty { return .input }
      log = rows.log
    }
    log.finish()
    let path = "\(folder)/\(Self.fileName(for: log.scenario)).jsonl"
    try Confinement.check(operand: path, for: "write", isCreated: true, from: context.folder)
    try FileSystem.replace(path, with: VariantWriter.encode(log))
    let counts = [
      log.flowCount.counted("flow"), log.transitions.count.counted("transition"),
    ]
    console.print("\(path)  \(counts.joined(separator: ", "))\n")
    return .success
  }

  /// The name of a recording as one component of a path: `../GET /users` -> `_-GET -users`.
  ///
  /// Names come from recordings of other programs: no separator, no control character and no
  /// leading dot may reach the file system.
  private static func fileName(for scenario: String) -> String {
    let name = scenario.unicodeScalars.map { scalar in
      scalar == "/" || scalar.properties.generalCategory == .control ? "-" : Character(scalar)
    }
    let text = String(name.drop { $0 == "." }.prefix(60))
    return text.count == name.count && !text.isEmpty ? text : "_" + text
  }
}

/// `docgen trace merge`: several traces as one.
struct TraceMergeCommand: Command {
  let context: CommandContext

  private static let scenario = CommandOption.text(
    "scenario", value: "NAME", "The name of the merged trace; by default theirs, joined by +")

  static let description = CommandDescription(
    "merge", "Merge the traces of several processes of one run",
    discussion: "The start times of the traces order their records.",
    operands: [TraceCommands.files], options: [scenario, CommonOptions.output],
    examples: [("docgen trace merge -o run.jsonl app.jsonl server.jsonl", "Combine two traces.")],
    exitCodes: TraceCommands.exitCodes())

  func run() throws -> ExitCode {
    let inputs = arguments.operands.map { TraceInput($0) }
    guard inputs.allSatisfy({ $0.printError(console) }) else { return .input }
    let merged: Trace
    do {
      merged = try TraceMerge.merged(inputs.flatMap(\.traces), scenario: arguments[Self.scenario])
    } catch {
      context.report("\(error)")
      return .input
    }
    try context.write(TraceWriter.encode(merged))
    return .success
  }
}
