import CommandLineTool
import Diagnostics
import Traces

/// `docgen trace`: reads, checks, converts and compares traces without a project.
enum TraceCommands {
  static let entry = CommandEntry.group(
    CommandDescription(
      "trace", "Validate, convert, compare and align recorded traces", group: .tools,
      discussion: """
        Each FILE is a trace as reference/trace-format.md in share/doc/docgen describes it, in a form \
        that `docgen trace export` writes, or OTLP/JSON that OpenTelemetry recorded; - is standard \
        input. No configuration is needed.
        """,
      examples: [
        ("docgen trace summary traces/*.jsonl", "Show what each trace contains."),
        ("docgen trace export -f perfetto -o run.pftrace run.jsonl", "View a run in Perfetto."),
      ], exitCodes: exitCodes(drift: "with diff: the traces differ")),
    [
      TraceSummaryCommand.self, TraceValidateCommand.self, TraceExportCommand.self,
      TraceImportCommand.self, TraceMergeCommand.self, TraceDiffCommand.self,
      TraceAlignCommand.self, TraceReduceCommand.self, TraceQueryCommand.self,
    ])

  static func exitCodes(drift: String? = nil) -> [(code: Int32, meaning: String)] {
    let codes: [(ExitCode, String?)] = [
      (.success, "success"), (.drift, drift), (.usage, "the command line is wrong"),
      (.input, "a file cannot be read or written, or is not a complete trace"),
    ]
    return codes.compactMap { code, meaning in meaning.map { (code.rawValue, $0) } }
  }

  static let file = OperandDescription(
    "FILE", "A trace; - for standard input", isRequired: true)
  static let files = OperandDescription(
    "FILE", "A trace; - for standard input", isRequired: true, isRepeating: true)
}
