import CommandLineTool
import Diagnostics
import Diagrams
import Mermaid
import Models
import Traces

/// `docgen diagram state`: a state machine that traces declare.
struct StateDrawing: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    var traces: [RecordedTrace] = []
    for operand in arguments.operands {
      let input = TraceInput(operand)
      guard input.complain(console) else { return .input }
      traces += input.traces.map { RecordedTrace(file: input.path, trace: $0) }
    }
    var names: [String] = []
    for machine in traces.flatMap(\.trace.machines) where !names.contains(machine.name) {
      names.append(machine.name)
    }
    guard let name = arguments.value("machine") ?? (names.count == 1 ? names[0] : nil) else {
      let reason =
        names.isEmpty
        ? "the traces declare no machine"
        : "the traces declare several machines: name one of \(names.joined(separator: ", "))"
      return DiagramCommand.usage(reason, "state", console)
    }
    guard let model = StateMachineModel(named: name, in: traces) else {
      let near = NearMiss.best(for: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      return DiagramCommand.usage("the traces have no machine '\(name)'\(near)", "state", console)
    }
    let diagram = StateBuilder.diagram(of: model, options: options)
    let text = MermaidPrinter.print(diagram)
    console.print(arguments.has("report") ? report(model, text) : text)
    return .success
  }

  private var options: StateOptions {
    var options = StateOptions()
    options.labels = arguments.value("labels").flatMap(StateOptions.Labels.init) ?? options.labels
    options.showsLoops = !arguments.has("no-loops")
    options.showsValues = !arguments.has("no-values")
    options.direction = arguments.value("direction").flatMap(Direction.init)
    return options
  }

  /// Each step with how often the traces take it.
  private func report(_ model: StateMachineModel, _ text: String) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("diagram", text)
    writer.member("machine", model.name)
    writer.member("states", model.states.count)
    writer.key("steps")
    writer.beginArray()
    for edge in model.edges { write(edge.step, edge.observed.count, isDeclared: true, &writer) }
    for (step, observed) in model.undeclared {
      write(step, observed.count, isDeclared: false, &writer)
    }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private func write(
    _ step: DeclaredEdge, _ count: Int, isDeclared: Bool, _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("from", step.from)
    writer.member("event", step.event)
    if let condition = step.condition { writer.member("condition", condition) }
    writer.member("to", step.to)
    writer.member("declared", isDeclared)
    writer.member("times", count)
    writer.endObject()
  }
}
