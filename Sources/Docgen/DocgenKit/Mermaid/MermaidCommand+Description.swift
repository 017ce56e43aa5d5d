import CommandLineTool

extension MermaidCommand {
  static let description = CommandDescription(
    name, "Check, format and compare Mermaid diagrams offline",
    discussion: """
      Knows state, sequence and class diagrams as Mermaid 11 reads them; lint and model read \
      flowcharts too. Each FILE is a diagram \
      (.mmd, .mermaid) or a Markdown page with blocks of Mermaid; - stands for standard input. \
      Diagrams of other kinds are passed over with a note. No configuration is needed.
      """,
    commands: [lint, format, diff, model],
    examples: [
      ("docgen mermaid lint README.md docs/*.md", "Say where Mermaid would refuse a diagram."),
      ("docgen mermaid diff old.mmd new.mmd", "Say what changed, whatever the white space."),
    ],
    exitCodes: exitCodes(drift: "a file is not formatted, or two diagrams differ"))

  private static func exitCodes(drift: String?) -> [(code: Int32, meaning: String)] {
    let codes: [(ExitCode, String?)] = [
      (.success, "nothing to report"), (.drift, drift), (.usage, "the command line is wrong"),
      (.input, "a file cannot be read, or Mermaid would refuse a diagram in it"),
    ]
    return codes.compactMap { code, meaning in meaning.map { (code.rawValue, $0) } }
  }

  private static let files = OperandDescription(
    "FILE", "A diagram or a Markdown page; - for standard input", isRequired: true,
    isRepeating: true)

  private static let lint = CommandDescription(
    "lint", "Report where Mermaid would reject a diagram", operands: [files],
    options: [FindingsPrinter.formatOption],
    examples: [
      ("docgen mermaid lint -f github docs/*.md", "Annotate a pull request."),
      ("git show HEAD:flow.mmd | docgen mermaid lint -", "Check what is not in a file."),
    ], exitCodes: exitCodes(drift: nil))

  private static let format = CommandDescription(
    "fmt", "Format diagrams",
    discussion: """
      Indents each line by four spaces a level and puts the usual blanks around arrows and \
      colons. Nothing but white space changes, and never the meaning of a diagram. In Markdown, \
      only blocks of Mermaid change, except those that `docgen generate` writes. Standard input \
      is written to standard output.
      """,
    operands: [files],
    options: [
      OptionDescription("check", "Write nothing; exit with 1 if something would change"),
      OptionDescription("diff", short: "d", "Print what changes"),
    ],
    examples: [
      ("docgen mermaid fmt --check docs/*.md", "Fail a pull request whose diagrams are untidy."),
      ("docgen mermaid fmt - < flow.mmd", "Print a formatted diagram."),
    ], exitCodes: exitCodes(drift: "with --check: a file is not formatted"))

  private static let diff = CommandDescription(
    "diff", "Show what differs between two diagrams",
    discussion: """
      Compares what diagrams mean: blind to white space, comments, styles, aliases, and to order \
      where it means nothing. Each change is told once, as what it is: added, removed, moved, \
      relabelled, redirected or changed, with its place in both files. The diagrams of two \
      Markdown pages are compared in their order, kind by kind.
      """,
    operands: [
      OperandDescription(
        "OLD", "A diagram or a Markdown page; - for standard input", isRequired: true),
      OperandDescription("NEW", "The same, later", isRequired: true),
    ],
    options: [
      OptionDescription(
        "format", short: "f", value: "NAME", choices: ["text", "json", "mermaid"], standard: "text",
        "How to print the changes; mermaid draws them")
    ],
    examples: [
      ("docgen mermaid diff -f mermaid old.mmd new.mmd", "Draw the change for a pull request.")
    ], exitCodes: exitCodes(drift: "the diagrams differ"))

  private static let model = CommandDescription(
    "model", "Print the models of diagrams as JSON Lines",
    operands: [OperandDescription("FILE", "A diagram or a Markdown page; - for standard input")],
    options: [
      OptionDescription(
        "jsonl",
        "Read lines {\"id\", \"text\"} from standard input and answer each with "
          + "{\"id\", \"ok\", \"kind\", \"error\", \"model\"}")
    ],
    examples: [
      ("docgen mermaid model flow.mmd", "Print the states, transitions and notes of a diagram.")
    ], exitCodes: exitCodes(drift: nil))
}
