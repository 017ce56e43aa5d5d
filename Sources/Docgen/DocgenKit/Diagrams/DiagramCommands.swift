import CommandLineTool
import Diagnostics

/// `docgen diagram`: draws Swift files or traces without a project.
enum DiagramCommands {
  static let entry = CommandEntry.group(
    CommandDescription(
      "diagram", "Draw Mermaid diagrams from Swift sources or traces", group: .tools,
      discussion: """
        Classes, modules, states and sequences are read from Swift files, which need not compile; \
        sequences and states also from traces. Each TRACE is a file as reference/trace-format.md in \
        share/doc/docgen describes it, or in a form that `docgen trace` reads, such as OTLP/JSON; - is \
        standard input. No configuration is needed.
        """,
      examples: [
        ("docgen diagram class --around SyncEngine", "Draw a type and the types related to it."),
        ("docgen diagram sequence traces/rate-limit-*.jsonl", "Draw several runs as one diagram."),
        (
          "docgen diagram state --machine Player",
          "Draw the states that the code of a type assigns."
        ),
      ],
      exitCodes: exitCodes),
    [
      ClassDiagramCommand.self, ModuleDiagramCommand.self, SequenceDiagramCommand.self,
      StateDiagramCommand.self,
    ])

  static let exitCodes: [(code: Int32, meaning: String)] = [
    (0, "the diagram is drawn"),
    (2, "the command line is wrong, or names something unknown"),
    (4, "a file cannot be read or written, or is not a complete trace"),
    (70, "the diagram does not allow a trace: docgen failed"),
  ]

  /// `mermaid` is the diagram alone; `json` is an object with the diagram and its measures.
  enum Format: String, CaseIterable, Sendable {
    case mermaid, json
  }

  static let format = CommandOption.choice(
    "format", short: "f", value: "NAME", default: Format.mermaid,
    "How to print it; json adds facts about the diagram")

  static func traces(isRequired: Bool) -> OperandDescription {
    OperandDescription(
      "TRACE", "A trace, a pattern, or a scenario of the project; - for standard input",
      isRequired: isRequired, isRepeating: true)
  }
}
