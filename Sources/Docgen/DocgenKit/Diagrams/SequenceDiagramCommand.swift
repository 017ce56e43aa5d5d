import CommandLineTool
import Diagnostics
import Diagrams
import Mermaid
import SwiftIndex
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
    "from", value: "NAME", "The entry method, TYPE.METHOD; with traces, the first message")
  private static let last = CommandOption.text(
    "to", value: "MESSAGE", "End with the first message of this name after that")
  private static let maxMessages = CommandOption.number(
    "max-messages", in: 1...Int.max, "Draw at most this many, and note how many are omitted")
  private static let decisions = CommandOption.choice(
    "decisions", value: "WHICH", default: SequenceOptions.Decisions.held,
    "Which decisions are notes, in addition to titles")
  private static let phases = CommandOption.choice(
    "phases", value: "HOW", default: SequenceOptions.Phases.frames, "How phases are drawn")
  private static let replies = CommandOption.flag(
    "replies", "Without traces, draw replies with the types of results")
  private static let states = CommandOption.flag("states", "Draw state transitions as notes")

  static let description = CommandDescription(
    "sequence", "Draw the calls along a method, or between the participants of traces",
    discussion: """
      Without traces, --from names a method, such as SyncEngine.performSync(); the diagram has the \
      calls between classes, actors, protocols and the services that they store, as the code makes \
      them, to the depth of --depth, by default \(SourceFlow.standardDepth). All traces become one diagram that allows each of them, in any order: repetitions are loops; \
      differences are alternatives, options, parallel parts or a break, titled by the decision that \
      separates them. LIST is names separated by commas.
      """,
    operands: [DiagramCommands.traces(isRequired: false)],
    options: [
      participants, hidden, hiddenMessages, silent, collapsed, groups, depth, first, last,
      maxMessages, decisions, phases, states, replies, DiagramCommands.format,
      CommonOptions.output, SwiftFiles.sources,
    ] + SwiftFiles.compilerOptions,
    examples: [
      (
        "docgen diagram sequence --from 'SyncEngine.performSync()'",
        "Draw the calls that a method makes."
      ),
      (
        "docgen diagram sequence -f json run.jsonl",
        "Show how exact the diagram is, and what each fold stands for."
      ),
    ], exitCodes: DiagramCommands.exitCodes)

  func run() async throws -> ExitCode {
    if arguments.operands.isEmpty { return try await drawSource() }
    return try drawTraces()
  }

  /// Draws the calls along a method, read from the code.
  ///
  /// A part of the code that could not be followed is not an error; `complete` is `false` in the
  /// JSON.
  private func drawSource() async throws -> ExitCode {
    guard let name = arguments[Self.first] else {
      throw UsageError("name a method with --from, or give a trace")
    }
    let files = SwiftFiles(context)
    let code = await files.read(console)
    let (type, method) = try Self.entry(name, in: code)
    let flow = code.sourceFlow(
      of: method, in: type, depth: options.depth ?? SourceFlow.standardDepth)
    let drawing = FlowDrawing(of: flow, options: options)
    if drawing.steps.isEmpty { context.report("\(name) calls no participant that is drawn") }
    let text = MermaidPrinter.print(drawing.diagram)
    switch arguments[DiagramCommands.format] {
    case .mermaid: try context.write(text)
    case .json: try context.write(json: FlowReport(flow: flow, diagram: text).json)
    }
    return files.problems.isEmpty ? .success : .input
  }

  private static func entry(
    _ name: String, in code: CodeModel
  ) throws(UsageError) -> (type: TypeDeclaration, method: Member) {
    do throws(FlowEntryError) {
      return try code.flowEntry(named: name)
    } catch {
      let names = error.candidates.isEmpty ? "" : ": \(error.candidates.joined(separator: ", "))"
      let near = error.nearest.map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError(error.message + names + near)
    }
  }

  /// The diagram is replayed against every trace before it is printed: a fitness below 1 would be a
  /// wrong diagram, and counts as an internal error.
  private func drawTraces() throws -> ExitCode {
    let options = options
    var reading = TraceReading(options: options, console: console)
    for operand in arguments.traceFiles {
      guard reading.read(operand) else { return .input }
    }
    if let unknown = reading.unknownName { throw UsageError(unknown) }
    let drawing = SequenceDrawing(
      reading.table, sequences: reading.sequences, counts: reading.counts,
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
      try context.write(json: report.json)
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
    options.showsReplies = arguments[Self.replies]
    return options
  }
}
