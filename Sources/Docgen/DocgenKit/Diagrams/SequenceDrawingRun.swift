import CommandLineTool
import Diagrams
import Mermaid
import Traces

/// `docgen diagram sequence`: one diagram of several traces.
struct SequenceDrawingRun: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    let options: SequenceOptions
    do throws(UsageError) {
      options = try SequenceOptions(arguments)
    } catch {
      return DiagramCommand.usage(error.message, "sequence", console)
    }
    var reading = TraceReading(
      options: options, console: console,
      arguments: arguments)
    for operand in arguments.traceFiles {
      guard reading.read(operand) else { return .input }
    }
    if let unknown = reading.unknownName {
      return DiagramCommand.usage(unknown, "sequence", console)
    }
    let drawing = SequenceDrawing(
      reading.table, sequences: reading.sequences,
      participants: reading.tapes.map { $0.header?.participants ?? [] }, options: options)
    let measures = drawing.measures
    guard measures.fitness == 1 else {
      console.complain(
        "docgen: the diagram does not allow every trace; this is an error of docgen\n")
      return .internalError
    }
    let text = MermaidPrinter.print(drawing.diagram)
    if arguments.has("report") {
      let report = SequenceReport(
        diagram: text, drawing: drawing, measures: measures,
        scenarios: reading.tapes.map { $0.header?.scenario ?? "" })
      console.print(report.json)
    } else {
      console.print(text)
    }
    return .success
  }
}

extension SequenceOptions {
  /// The options of `docgen diagram sequence`.
  fileprivate init(_ arguments: ParsedArguments) throws(UsageError) {
    self.init()
    func list(_ name: String) -> [String] {
      (arguments.options[name] ?? []).flatMap { Self.names($0) }
    }
    participants = list("participants")
    hidden = list("hide")
    hiddenMessages = list("hide-messages")
    silent = list("silent")
    collapsed = list("collapse")
    for group in arguments.options["group"] ?? [] {
      let parts = group.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw UsageError("--group takes NAME=LIST, not '\(group)'") }
      groups.append(Group(parts[0], members: Self.names(parts[1])))
    }
    depth = try Self.number("depth", arguments)
    maxMessages = try Self.number("max-messages", arguments)
    first = arguments.value("from")
    last = arguments.value("to")
    decisions = arguments.value("decisions").flatMap(Decisions.init) ?? decisions
    phases = arguments.value("phases").flatMap(Phases.init) ?? phases
    showsStates = arguments.has("states")
  }

  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }

  private static func number(
    _ name: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> Int? {
    guard let text = arguments.value(name) else { return nil }
    guard let number = Int(text), number > 0 else {
      throw UsageError("--\(name) takes a number from 1, not '\(text)'")
    }
    return number
  }
}
