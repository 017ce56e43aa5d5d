import CommandLineTool
import Diagnostics
import Diagrams
import JSON
import Mermaid
import Models
import Traces

/// `docgen diagram state`: a state machine that traces declare, or show.
struct StateDrawing: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    var traces: [RecordedTrace] = []
    for operand in arguments.traceFiles {
      let input = TraceInput(operand)
      guard input.complain(console) else { return .input }
      traces += input.traces.map { RecordedTrace(file: input.path, trace: $0) }
    }
    let names = StateMachineModel.names(in: traces)
    guard let name = arguments.value("machine") ?? (names.count == 1 ? names[0] : nil) else {
      let reason =
        names.isEmpty
        ? "the traces neither declare a machine nor show one"
        : "the traces have several machines: name one of \(names.joined(separator: ", "))"
      return DiagramCommand.usage(reason, "state", console)
    }
    guard let model = StateMachineModel(named: name, in: traces) else {
      let near = NearMiss.best(for: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      return DiagramCommand.usage("the traces have no machine '\(name)'\(near)", "state", console)
    }
    let options: StateOptions
    do throws(UsageError) {
      options = try self.options(for: model)
    } catch {
      return DiagramCommand.usage(error.message, "state", console)
    }
    var diagram = StateBuilder.diagram(of: model, options: options)
    if !model.isDeclared {
      let words = "Known only from recorded runs: nothing declares what else it can do."
      diagram.statements.insert(.comment(Comment(words)), at: 0)
      console.complain("docgen: nothing declares '\(name)': it is known only from recorded runs\n")
    }
    let text = MermaidPrinter.print(diagram)
    console.print(arguments.has("report") ? report(model, text) : text)
    return .success
  }

  private func options(for model: StateMachineModel) throws(UsageError) -> StateOptions {
    var options = StateOptions()
    options.labels = arguments.value("labels").flatMap(StateOptions.Labels.init) ?? options.labels
    options.showsLoops = !arguments.has("no-loops")
    options.showsValues = !arguments.has("no-values")
    options.showsNotes = arguments.has("notes")
    options.unobserved =
      arguments.value("unobserved").flatMap(StateOptions.Unobserved.init) ?? options.unobserved
    options.direction = arguments.value("direction").flatMap(Direction.init)
    let known = model.states.map(\.name)
    for group in arguments.options["group"] ?? [] {
      let parts = group.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw UsageError("--group takes NAME=LIST, not '\(group)'") }
      let states = parts[1].split(separator: ",").map { String($0.drop { $0 == " " }) }
      if let unknown = states.first(where: { !known.contains($0) }) {
        let near = NearMiss.best(for: unknown, among: known).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError("'\(model.name)' has no state '\(unknown)'\(near)")
      }
      options.groups.append((parts[0], states))
    }
    return options
  }

  /// Each step with how often the traces take it.
  private func report(_ model: StateMachineModel, _ text: String) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("diagram", text)
    writer.member("machine", model.name)
    writer.member("declared", model.isDeclared)
    writer.member("states", model.states.count)
    writer.key("steps")
    writer.beginArray()
    for edge in model.edges {
      write(edge.step, edge.observed.count, isDeclared: model.isDeclared, &writer)
    }
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
