import CommandLineTool
import Diagnostics
import Traces

/// `docgen trace diff`.
struct TraceDiffCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "diff", "Show what differs between two traces",
    discussion: "Ignores times, places in the code and numbers of spans.",
    operands: [
      OperandDescription("OLD", "A trace; - for standard input", isRequired: true),
      OperandDescription("NEW", "A later trace", isRequired: true),
    ],
    examples: [("docgen trace diff before.jsonl after.jsonl", "Show what a change does to a run.")],
    exitCodes: TraceCommands.exitCodes(drift: "the traces differ"))

  func run() -> ExitCode {
    let inputs = arguments.operands.map { TraceInput($0) }
    guard inputs.allSatisfy({ $0.printError(console) }) else { return .input }
    let texts = inputs.map { $0.traces.map(Self.text).joined() }
    guard let difference = UnifiedDiff.between(texts[0], texts[1]) else { return .success }
    console.print("--- \(inputs[0].path)\n+++ \(inputs[1].path)\n\(difference)")
    return .drift
  }

  /// A trace with one line per record, indented below the enclosing span.
  ///
  /// Times, places and span numbers are left out, since they differ between any two runs;
  /// indentation replaces the numbers.
  private static func text(of trace: Trace) -> String {
    var depths: [TraceSpan: Int] = [:]
    var names: [TraceSpan: String] = [:]
    var text = ""
    for record in trace.records {
      let (line, parent) = words(record.body, names)
      var depth = parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      switch record.body {
      case .call(let call):
        depths[call.span] = depth
        names[call.span] = "\(call.from) <- \(call.to)  \(call.name)"
      case .phaseBegan(let phase): depths[phase.span] = depth
      case .returned(let outcome), .failed(let outcome): depth = depths[outcome.span] ?? 0
      case .phaseEnded(let phase): depth = depths[phase.span] ?? 0
      default: break
      }
      text += String(repeating: "  ", count: depth) + line + "\n"
    }
    return text
  }

  private static func words(
    _ body: TraceRecord.Body, _ names: [TraceSpan: String]
  ) -> (line: String, parent: TraceSpan?) {
    switch body {
    case .call(let call):
      let arrow = call.isSend ? "->>" : "->"
      let parameters =
        call.parameters.isEmpty ? "" : "(\(call.parameters.joined(separator: ", ")))"
      return ("\(call.from) \(arrow) \(call.to)  \(call.name)\(parameters)", call.parent)
    case .returned(let outcome):
      let value = outcome.value.isEmpty ? "" : ": \(outcome.value)"
      return ("\(names[outcome.span] ?? "<-")\(value)", nil)
    case .failed(let outcome):
      return ("\(names[outcome.span] ?? "<-") failed: \(outcome.value)", nil)
    case .transition(let step):
      let guardText = step.condition.map { " [\($0)]" } ?? ""
      let line = "\(step.machine): \(step.from) -> \(step.to)  \(step.event)\(guardText)"
      return (line, step.parent)
    case .decision(let decision):
      let verdict = decision.holds ? "yes" : "no"
      return ("\(decision.by): \(decision.condition)? \(verdict)", decision.parent)
    case .phaseBegan(let phase): return ("\(phase.by) begins \(phase.name)", phase.parent)
    case .phaseEnded(let phase): return ("\(phase.by) ends \(phase.name)", nil)
    case .note(let note): return ("\(note.by): \(note.text)", note.parent)
    case .value(let value): return ("\(value.name) = \(value.value)\(value.unit)", nil)
    }
  }
}
