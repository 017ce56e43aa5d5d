import CommandLineTool
import Diagrams
import JSON
import Mermaid

extension DiagramCommand {
  static let description = CommandDescription(
    name, "Draw Mermaid diagrams from Swift sources or traces",
    discussion: """
      Classes and modules are read from Swift files, which need not compile; sequences and states \
      from traces. Each TRACE is a file as trace-format.md in share/doc/docgen describes it, or one \
      of the forms that `docgen trace` reads, OTLP/JSON among them; - stands for standard input. No \
      configuration is needed. The diagram goes to standard output.
      """,
    commands: [classes, modules, sequence, state],
    examples: [
      ("docgen diagram class --around SyncEngine", "Draw a type and what is related to it."),
      ("docgen diagram sequence traces/rate-limit-*.jsonl", "Draw several runs as one diagram."),
      ("docgen diagram state run.jsonl", "Draw the state machine that a run declares."),
    ], exitCodes: exitCodes)

  static let exitCodes: [(code: Int32, meaning: String)] = [
    (ExitCode.success.rawValue, "the diagram was drawn"),
    (ExitCode.usage.rawValue, "the command line is wrong, or names what is not there"),
    (ExitCode.input.rawValue, "a file cannot be read or written, or is no whole trace"),
    (ExitCode.internalError.rawValue, "the diagram does not allow a trace: docgen failed"),
  ]

  private static let traces = OperandDescription(
    "TRACE", "A trace, a pattern, or a scenario of the project; - for standard input",
    isRequired: true, isRepeating: true)
  private static let report = OptionDescription(
    "report", value: "FORM", choices: ["json"],
    "Print one JSON object with the diagram and what is known of it")

  private static let sequence = CommandDescription(
    "sequence", "Draw the calls between the participants of traces",
    discussion: """
      All traces become one diagram that allows each of them, whatever their order: repeats are \
      loops, what differs is alternatives, options, parallel parts or a break, titled by the \
      decision that separates them. LIST is names separated by commas.
      """,
    operands: [traces],
    options: [
      OptionDescription("participants", value: "LIST", "Whom to draw, in this order"),
      OptionDescription("hide", value: "LIST", "Whom not to draw"),
      OptionDescription("hide-messages", value: "LIST", "Messages not to draw, by name"),
      OptionDescription("silent", value: "LIST", "Whose answers not to draw, failures aside"),
      OptionDescription(
        "collapse", value: "LIST", "Of whom to show that they are called, not what they do"),
      OptionDescription(
        "group", value: "NAME=LIST", "Draw several participants as one; may be repeated"),
      OptionDescription("depth", value: "NUMBER", "How deep to draw calls within calls"),
      OptionDescription("from", value: "MESSAGE", "Begin with the first message of this name"),
      OptionDescription("to", value: "MESSAGE", "End with the first one of this name behind that"),
      OptionDescription(
        "max-messages", value: "NUMBER", "Draw no more, and say how many are left out"),
      OptionDescription(
        "decisions", value: "WHICH",
        choices: SequenceOptions.Decisions.allCases.map(\.rawValue),
        standard: "held",
        "Which decisions become notes, besides titles"),
      OptionDescription(
        "phases", value: "HOW", choices: SequenceOptions.Phases.allCases.map(\.rawValue),
        standard: "frames",
        "How phases are drawn"),
      OptionDescription("states", "Draw changes of state as notes"),
      report,
    ],
    examples: [
      (
        "docgen diagram sequence --report json run.jsonl",
        "See how exact the diagram is, and what each fold stands for."
      )
    ], exitCodes: exitCodes)

  private static let state = CommandDescription(
    "state", "Draw a state machine from traces",
    discussion: """
      A machine that no trace declares is drawn from the steps that were taken; the diagram then \
      says so. States with dots in their names lie within composite ones. LIST is names separated \
      by commas.
      """,
    operands: [traces],
    options: [
      OptionDescription("machine", value: "NAME", "The machine, where there are several"),
      OptionDescription(
        "labels", value: "WHAT", choices: StateOptions.Labels.allCases.map(\.rawValue),
        standard: "events",
        "What arrows say"),
      OptionDescription("no-loops", "Leave out steps that stay in their state"),
      OptionDescription("no-values", "Leave out the associated values of states"),
      OptionDescription("notes", "Tell in notes what states carry"),
      OptionDescription(
        "unobserved", value: "HOW", choices: StateOptions.Unobserved.allCases.map(\.rawValue),
        standard: "draw",
        "What becomes of steps that no trace takes"),
      OptionDescription(
        "group", value: "NAME=LIST", "Draw states within a composite one; may be repeated"),
      OptionDescription(
        "direction", value: "WHERE", choices: ["TB", "BT", "LR", "RL"],
        "Where the diagram points"),
      report,
    ],
    examples: [
      ("docgen diagram state run.jsonl > machine.mmd", "Draw the machine that a run declares."),
      ("docgen diagram state --unobserved mark traces/*.jsonl", "See which steps no run takes."),
    ], exitCodes: exitCodes)
}
