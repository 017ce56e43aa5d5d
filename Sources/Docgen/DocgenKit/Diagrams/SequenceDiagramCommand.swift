import CommandLineTool
import Diagnostics
import Diagrams
import Mermaid
import Traces

/// `docgen diagram sequence`.
struct SequenceDiagramCommand: Command {
  let context: CommandContext

  private static let participants = CommandOption.names(
    "participants", "Draw these participants, in this order")
  private static let hidden = CommandOption.names("hide", "Omit these participants")
  private static let hiddenMessages = CommandOption.names(
    "hide-messages", "Omit the messages with these names")
  private static let silent = CommandOption.names(
    "silent", "Omit the replies of these participants, except failures")
  private static let collapsed = CommandOption.names(
    "collapse", "Draw calls to these participants, but not what happens in them")
  private static let groups = CommandOption.lists(
    "group", "Draw several participants as one; may be repeated")
  private static let depth = CommandOption.number(
    "depth", in: 1...Int.max, "Draw calls within calls to this depth")
  private static let first = CommandOption.text(
    "from", value: "MESSAGE", "Begin with the first message of this name")
  private static let last = CommandOption.text(
    "to", value: "MESSAGE", "End with the first message of this name after that")
  private static let maxMessages = CommandOption.number(
    "max-messages", in: 1...Int.max, "Draw at most this many, and note how many are omitted")
  private static let decisions = CommandOption.choice(
    "decisions", value: "WHICH", default: SequenceOptions.Decisions.held,
    "Which decisions are notes, in addition to titles")
  private static let phases = CommandOption.choice(
    "phases", value: "HOW", default: SequenceOptions.Phases.frames, "How phases are drawn")
  private static let states = CommandOption.flag("states", "Draw state transitions as notes")

  static let description = CommandDescription(
    "sequence", "Draw the calls between the participants of traces",
    discussion: """
      All traces become one diagram that allows each of them, in any order: repetitions are loops; \
      differences are alternatives, options, parallel parts or a break, titled by the decision that \
      separates them. LIST is names separated by commas.
      """,
    operands: [DiagramCommands.traces],
    options: [
      participants, hidden, hiddenMessages, silent, collapsed, groups, depth, first, last,
      maxMessages, decisions, phases, states, DiagramCommands.format, CommonOptions.output,
    ],
    examples: [
      (
        "docgen diagram sequence -f json run.jsonl",
        "Show how exact the diagram is, and what each fold stands for."
      )
    ], exitCodes: DiagramCommands.exitCodes)

  func run() throws -> ExitCode {
    let options = options
    var reading = TraceReading(options: options, console: console)
    for operand in arguments.traceFiles {
      guard reading.read(operand) else { return .input }
    }
    if let unknown = reading.unknownName { throw UsageError(unknown) }
    let drawing = SequenceDrawing(
      reading.table, sequences: reading.sequences,
      participants: reading.tapes.map { $0.header?.participants ?? [] }, options: options)
    let measures = drawing.measures
    guard measures.fitness == 1 else {
      context.report("the diagram does not allow every trace; this is a bug in docgen")
      return .internalError
    }
    let text = MermaidPrinter.print(drawing.diagram)
    switch arguments[DiagramCommands.format] {
    case .mermaid: try context.write(text)
    case .json:
      let report = SequenceReport(
        diagram: text, drawing: drawing, measures: measures,
        scenarios: reading.tapes.map { $0.header?.scenario ?? "" })
      try context.write(report.json)
    }
    return .success
  }

  private var options: SequenceOptions {
    var options = SequenceOptions()
    options.participants = arguments[Self.participants]
    options.hidden = arguments[Self.hidden]
    options.hiddenMessages = arguments[Self.hiddenMessages]
    options.silent = arguments[Self.silent]
    options.collapsed = arguments[Self.collapsed]
    options.groups = arguments[Self.groups].map { .init($0.name, members: $0.members) }
    options.depth = arguments[Self.depth]
    options.maxMessages = arguments[Self.maxMessages]
    options.first = arguments[Self.first]
    options.last = arguments[Self.last]
    options.decisions = arguments[Self.decisions]
    options.phases = arguments[Self.phases]
    options.showsStates = arguments[Self.states]
    return options
  }
}
