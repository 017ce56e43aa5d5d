import CommandLineTool
import Diagnostics
import Diagrams
import JSON
import Mermaid
import Models
import SwiftIndex
import Traces

/// `docgen diagram state`.
struct StateDiagramCommand: Command {
  let context: CommandContext

  private static let machine = CommandOption.text(
    "machine", value: "NAME", "The machine of the traces, or the type that holds the state")
  private static let labels = CommandOption.choice(
    "labels", value: "WHAT", default: StateOptions.Labels.events, "What the labels of arrows are")
  private static let loops = CommandOption.flag(
    "loops", "Draw transitions that stay in their state")
  private static let noValues = CommandOption.flag(
    "no-values", "Omit the associated values of states")
  private static let notes = CommandOption.flag(
    "notes", "Draw the documentation of states as notes")
  private static let unobserved = CommandOption.choice(
    "unobserved", value: "HOW", default: StateOptions.Unobserved.draw,
    "How to draw transitions that no trace takes")
  private static let groups = CommandOption.lists(
    "group", "Draw states within a composite one; may be repeated")
  private static let direction = CommandOption.choice(
    "direction", value: "WHERE", of: Direction.self, "The direction of the diagram")

  static let description = CommandDescription(
    "state", "Draw a state machine from Swift sources or traces",
    discussion: """
      Without traces, --machine names an enum, the type with a variable that holds it, or that \
      variable, such as Player.state; the diagram has the transitions that its code can make. With \
      traces, a machine that none of them declares is drawn from the transitions that were taken, and \
      the diagram notes that. States with dots in their names are drawn within composite states. LIST \
      is names separated by commas.
      """,
    operands: [DiagramCommands.traces(isRequired: false)],
    options: [
      machine, labels, loops, noValues, notes, unobserved, groups, direction,
      DiagramCommands.format, CommonOptions.output, SwiftFiles.sources,
    ] + SwiftFiles.compilerOptions,
    examples: [
      ("docgen diagram state --machine Player", "Draw the states that the code of a type assigns."),
      ("docgen diagram state run.jsonl > machine.mmd", "Draw the machine that a run declares."),
      (
        "docgen diagram state --unobserved mark traces/*.jsonl",
        "Mark the transitions that no run takes."
      ),
    ], exitCodes: DiagramCommands.exitCodes)

  func run() async throws -> ExitCode {
    if arguments.operands.isEmpty { return try await drawSource() }
    var traces: [RecordedTrace] = []
    for operand in arguments.traceFiles {
      let input = TraceInput(operand)
      guard input.printError(console) else { return .input }
      traces += input.recorded
    }
    let names = StateMachineModel.names(in: traces)
    guard let name = arguments[Self.machine] ?? (names.count == 1 ? names[0] : nil) else {
      throw UsageError(
        names.isEmpty
          ? "the traces neither declare a machine nor record one"
          : "the traces have several machines: name one of \(names.joined(separator: ", "))")
    }
    guard let model = StateMachineModel(named: name, in: traces) else {
      throw UsageError("the traces have no machine '\(name)'\(Self.near(name, among: names))")
    }
    try draw(model)
    return .success
  }

  /// Draws a machine that is read from the code.
  ///
  /// - Throws: `UsageError` if no machine, or more than one, has the name.
  private func drawSource() async throws -> ExitCode {
    guard let name = arguments[Self.machine] else {
      throw UsageError("name a type with --machine, or give a trace")
    }
    let files = SwiftFiles(context)
    let code = await files.read(console)
    let holders = code.machineHolders(named: name)
    guard let holder = holders.first else {
      let known = code.types.filter { $0.kind == .enum }.map(\.qualifiedName)
      throw UsageError(
        "no type named '\(name)' has or is an enum\(Self.near(name, among: known))")
    }
    guard holders.count == 1 else {
      let names = holders.map(\.name).joined(separator: ", ")
      throw UsageError("'\(name)' means several variables: name one of \(names)")
    }
    let machine = code.sourceMachine(of: holder)
    for place in machine.unknownTargets {
      context.report("\(place): the code does not show which state is assigned here")
    }
    try draw(StateMachineModel(machine, named: name))
    return files.problems.isEmpty ? .success : .input
  }

  private func draw(_ model: StateMachineModel) throws {
    let name = model.name
    var diagram = StateBuilder.diagram(of: model, options: try options(for: model))
    if !model.isDeclared {
      let comment = "Known only from recorded runs: no trace declares the machine."
      diagram.statements.insert(.comment(Comment(comment)), at: 0)
      context.report("no trace declares '\(name)': it is known only from recorded runs")
    }
    let text = MermaidPrinter.print(diagram)
    switch arguments[DiagramCommands.format] {
    case .mermaid: try context.write(text)
    case .json: try context.write(json: report(model, text))
    }
  }

  private func options(for model: StateMachineModel) throws(UsageError) -> StateOptions {
    var options = StateOptions()
    options.labels = arguments[Self.labels]
    options.showsLoops = arguments[Self.loops]
    options.showsValues = !arguments[Self.noValues]
    options.showsNotes = arguments[Self.notes]
    options.unobserved = arguments[Self.unobserved]
    options.direction = arguments[Self.direction]
    let known = model.states.map(\.name)
    for group in arguments[Self.groups] {
      if let unknown = group.members.first(where: { !known.contains($0) }) {
        throw UsageError(
          "'\(model.name)' has no state '\(unknown)'\(Self.near(unknown, among: known))")
      }
      options.groups.append((group.name, group.members))
    }
    return options
  }

  private static func near(_ name: String, among known: [String]) -> String {
    NearMiss.best(for: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Each transition with the number of times that the traces take it.
  private func report(_ model: StateMachineModel, _ text: String) -> JSON {
    func step(_ step: DeclaredEdge, _ count: Int, isDeclared: Bool) -> JSON {
      [
        "from": .text(step.from), "event": .text(step.event),
        "condition": step.condition.map { .text($0) }, "to": .text(step.to),
        "declared": .boolean(isDeclared), "times": .integer(count),
      ]
    }
    let steps =
      model.edges.map { step($0.step, $0.observed.count, isDeclared: model.isDeclared) }
      + model.undeclared.map { step($0.step, $0.observed.count, isDeclared: false) }
    return [
      "diagram": .text(text), "machine": .text(model.name), "declared": .boolean(model.isDeclared),
      "states": .integer(model.states.count), "steps": .array(steps),
    ]
  }
}
