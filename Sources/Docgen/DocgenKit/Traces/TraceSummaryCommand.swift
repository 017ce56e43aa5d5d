import CommandLineTool
import Diagnostics
import Traces

/// `docgen trace summary`.
struct TraceSummaryCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "summary", "Show the participants, calls, transitions and times of traces",
    operands: [TraceCommands.files],
    examples: [("docgen trace summary traces/*.jsonl", "Show what each run contains.")],
    exitCodes: TraceCommands.exitCodes())

  func run() -> ExitCode {
    var code = ExitCode.success
    for operand in arguments.traceFiles {
      let input = TraceInput(operand)
      if !input.printError(console) { code = .input }
      for trace in input.traces { console.print(Self.text(of: trace) + "\n") }
    }
    return code
  }

  private static func text(of trace: Trace) -> String {
    let counts = Counts(trace)
    var lines = [trace.header.scenario]
    if !trace.header.title.isEmpty { lines.append("  \(trace.header.title)") }
    lines += [
      row("records", trace.records.count, more: dropped(trace.dropped) + ", \(counts.duration)"),
      row("calls", counts.calls, more: "\(counts.failures) failed, \(counts.open) without an end"),
      row("messages", counts.sends, more: ""),
      row("transitions", counts.steps, more: counts.machines.joined(separator: ", ")),
      row("decisions", counts.decisions, more: ""), row("phases", counts.phases, more: ""),
      row("remarks", counts.notes, more: ""), row("values", counts.values, more: ""),
    ].compactMap(\.self)
    let names = trace.header.participants.map(\.name).joined(separator: ", ")
    if !names.isEmpty { lines.append("  between    \(names)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func dropped(_ count: Int) -> String {
    count == 0 ? "none lost" : "\(count) lost"
  }

  /// A line of the summary; `nil` for a count of 0.
  private static func row(_ name: String, _ count: Int, more: String) -> String? {
    if count == 0 { return nil }
    let number = String(count)
    let gap = String(repeating: " ", count: 11 - name.count)
    let rest = more.isEmpty ? "" : String(repeating: " ", count: max(1, 8 - number.count)) + more
    return "  \(name)\(gap)\(number)\(rest)"
  }
}

/// The counts of a trace.
///
/// A message that is only sent has no end, so it does not count as open.
private struct Counts {
  var calls = 0
  var failures = 0
  var sends = 0
  var steps = 0
  var decisions = 0
  var phases = 0
  var notes = 0
  var values = 0
  var machines: [String] = []
  var duration = ""
  /// Calls and phases that never end.
  var open: Int { opened.count }
  private var opened: Set<TraceSpan> = []

  init(_ trace: Trace) {
    for record in trace.records { add(record.body) }
    let milliseconds = (trace.records.last?.time ?? 0) / 1_000_000
    duration = "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst()) s"
  }

  private mutating func add(_ body: TraceRecord.Body) {
    switch body {
    case .call(let call):
      if call.isSend { sends += 1 } else { calls += 1 }
      if !call.isSend { opened.insert(call.span) }
    case .returned(let outcome): opened.remove(outcome.span)
    case .failed(let outcome):
      failures += 1
      opened.remove(outcome.span)
    case .transition(let step):
      steps += 1
      if !machines.contains(step.machine) { machines.append(step.machine) }
    case .decision: decisions += 1
    case .phaseBegan(let phase):
      phases += 1
      opened.insert(phase.span)
    case .phaseEnded(let phase): opened.remove(phase.span)
    case .note: notes += 1
    case .value: values += 1
    }
  }
}
