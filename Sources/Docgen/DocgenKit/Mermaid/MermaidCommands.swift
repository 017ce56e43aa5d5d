import CommandLineTool
import Diagnostics

/// `docgen mermaid`: reads, writes and compares Mermaid without a project.
enum MermaidCommands {
  static let entry = CommandEntry.group(
    CommandDescription(
      "mermaid", "Check, format and compare Mermaid diagrams offline", group: .tools,
      discussion: """
        Reads state, sequence and class diagrams and flowcharts as Mermaid 11 does. Each FILE is a \
        diagram (.mmd, .mermaid) or a Markdown page with Mermaid blocks; - is standard input. Other \
        kinds of diagram are skipped with a note. No configuration is needed.
        """,
      examples: [
        ("docgen mermaid lint README.md docs/*.md", "Report where Mermaid would reject a diagram."),
        ("docgen mermaid diff old.mmd new.mmd", "Show the changes, ignoring white space."),
      ],
      exitCodes: exitCodes(drift: "a file is not formatted, or two diagrams differ")),
    [
      MermaidLintCommand.self, MermaidFormatCommand.self, MermaidDiffCommand.self,
      MermaidModelCommand.self,
    ])

  static func exitCodes(drift: String?) -> [(code: Int32, meaning: String)] {
    let codes: [(ExitCode, String?)] = [
      (.success, "nothing to report"), (.drift, drift), (.usage, "the command line is wrong"),
      (.input, "a file cannot be read, or Mermaid would reject a diagram in it"),
    ]
    return codes.compactMap { code, meaning in meaning.map { (code.rawValue, $0) } }
  }

  static let files = OperandDescription(
    "FILE", "A diagram or a Markdown page; - for standard input", isRequired: true,
    isRepeating: true)
}

extension CommandContext {
  /// Prints findings about an input on standard error.
  func report(_ findings: [Diagnostic], about input: MermaidInput) {
    report(findings, sources: [input.path: input.source])
  }
}

extension [Diagnostic] {
  /// The exit code of a command that found these while reading.
  var mermaidExitCode: ExitCode { contains { $0.severity == .error } ? .input : .success }
}
