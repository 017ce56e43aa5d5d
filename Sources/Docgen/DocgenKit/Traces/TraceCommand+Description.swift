import CommandLineTool
import JSON
import Traces

extension TraceCommand {
  static let description = CommandDescription(
    name, "Validate, convert, compare and align recorded traces",
    discussion: """
      Each FILE is a trace as trace-format.md in share/doc/docgen describes it, or one of the \
      forms that `docgen trace export` writes, or OTLP/JSON that OpenTelemetry has recorded; - \
      stands for standard input. No configuration is needed.
      """,
    commands: [
      summary, validate, export, importing, merge, diff, TraceAlignment.description,
    ],
    examples: [
      ("docgen trace summary traces/*.jsonl", "Say what each trace holds."),
      ("docgen trace export -f perfetto -o run.pftrace run.jsonl", "Look at a run in Perfetto."),
    ], exitCodes: exitCodes(drift: "with diff: the traces differ"))

  private static func exitCodes(drift: String?) -> [(code: Int32, meaning: String)] {
    let codes: [(ExitCode, String?)] = [
      (.success, "everything was done"), (.drift, drift), (.usage, "the command line is wrong"),
      (.input, "a file cannot be read or written, or is no whole trace"),
    ]
    return codes.compactMap { code, meaning in meaning.map { (code.rawValue, $0) } }
  }

  private static let file = OperandDescription(
    "FILE", "A trace; - for standard input", isRequired: true)
  private static let files = OperandDescription(
    "FILE", "A trace; - for standard input", isRequired: true, isRepeating: true)
  private static let output = OptionDescription(
    "output", short: "o", value: "FILE", "Write here instead of to standard output")

  private static let summary = CommandDescription(
    "summary", "Show the participants, calls, steps and times of traces", operands: [files],
    examples: [("docgen trace summary traces/*.jsonl", "See what each run holds.")],
    exitCodes: exitCodes(drift: nil))

  private static let validate = CommandDescription(
    "validate", "Report the lines of traces that are wrong",
    discussion: "Says nothing when all is well, but for a count.", operands: [files],
    options: [
      FindingsPrinter.formatOption
    ],
    examples: [("docgen trace validate -f github traces/*.jsonl", "Annotate a pull request.")],
    exitCodes: exitCodes(drift: nil))

  private static let export = CommandDescription(
    "export", "Convert a trace for other tools",
    discussion: """
      perfetto: Perfetto's own format, with a track for each participant, tracks of states for \
      machines, and flows from caller to callee; open it at ui.perfetto.dev. chrome: JSON for \
      Perfetto and chrome://tracing. otlp: OTLP/JSON lines for OpenTelemetry and Jaeger. Every \
      event carries its record, so that `docgen trace import` gives the same trace back.
      """,
    operands: [file],
    options: [
      OptionDescription(
        "format", short: "f", value: "NAME", choices: TraceExport.allCases.map(\.rawValue),
        "The form; required"), output,
    ],
    examples: [
      ("docgen trace export -f otlp run.jsonl > run-otlp.jsonl", "Hand a run to OpenTelemetry.")
    ], exitCodes: exitCodes(drift: nil))

  private static let importing = CommandDescription(
    "import", "Convert recordings of other tools to traces",
    discussion: """
      Reads OTLP/JSON, and what `docgen trace export` has written. Each trace becomes a file of \
      its own, DIR/SCENARIO.jsonl; one of OpenTelemetry is named after its first span. A service \
      becomes a participant, a span under a span of another service a call, any other span work \
      of its service.
      """,
    operands: [files],
    options: [OptionDescription("out", short: "o", value: "DIR", "The folder; required")],
    examples: [("docgen trace import -o traces collector.jsonl", "Draw what a collector wrote.")],
    exitCodes: exitCodes(drift: nil))

  private static let merge = CommandDescription(
    "merge", "Merge the traces of several processes of one run",
    discussion: "The times of the traces' beginnings decide how they lie beside each other.",
    operands: [files],
    options: [
      OptionDescription("scenario", value: "NAME", "The name of the whole; theirs, joined by +"),
      output,
    ],
    examples: [("docgen trace merge -o run.jsonl app.jsonl server.jsonl", "See both as one.")],
    exitCodes: exitCodes(drift: nil))

  private static let diff = CommandDescription(
    "diff", "Show what differs between two traces",
    discussion: "Blind to times, places in the code and numbers of spans.",
    operands: [
      OperandDescription("OLD", "A trace; - for standard input", isRequired: true),
      OperandDescription("NEW", "The same, later", isRequired: true),
    ],
    examples: [("docgen trace diff before.jsonl after.jsonl", "See what a change does to a run.")],
    exitCodes: exitCodes(drift: "the traces differ"))
}
