import CommandLineTool
import Diagnostics
import Mermaid

/// `docgen mermaid lint`.
struct MermaidLintCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "lint", "Report where Mermaid would reject a diagram", operands: [MermaidCommands.files],
    options: [FindingsPrinter.formatOption],
    examples: [
      ("docgen mermaid lint -f github docs/*.md", "Annotate a pull request."),
      ("git show HEAD:flow.mmd | docgen mermaid lint -", "Check a diagram that is not in a file."),
    ], exitCodes: MermaidCommands.exitCodes(drift: nil))

  func run() -> ExitCode {
    let printer = context.printer(tool: "docgen mermaid lint")
    let isQuiet = context.isQuiet
    var count = Count()
    var findings: [Diagnostic] = []
    var sources: [String: SourceText] = [:]
    for operand in arguments.operands {
      let input = MermaidInput(operand)
      let found = input.problems + input.texts.flatMap { $0.findings(in: input) }
      count.add(input, found)
      sources[input.path] = input.source
      findings += found
    }
    printer.show(isQuiet ? findings.filter { $0.severity != .note } : findings, sources: sources)
    if !isQuiet, printer.format.isForPeople {
      console.print((findings.isEmpty ? "" : "\n") + count.summary + "\n")
    }
    return findings.mermaidExitCode
  }

  /// The counts for the last line.
  private struct Count {
    private var files = 0
    private var diagrams = 0
    private var errors = 0
    private var warnings = 0
    private var unread = 0

    mutating func add(_ input: MermaidInput, _ findings: [Diagnostic]) {
      files += 1
      errors += findings.count { $0.severity == .error }
      warnings += findings.count { $0.severity == .warning }
      for text in input.texts {
        if case .other = text.document.diagram { unread += 1 } else { diagrams += 1 }
      }
    }

    /// `2 errors, 1 warning in 3 diagrams of 1 file · 1 of another kind`
    var summary: String {
      let place = "\(diagrams.counted("diagram")) of \(files.counted("file"))"
      let verdict =
        (errors == 0 ? "no errors" : errors.counted("error"))
        + (warnings == 0 ? "" : ", " + warnings.counted("warning"))
      let rest =
        unread == 0 ? "" : " · \(unread) of \(unread == 1 ? "another kind" : "other kinds")"
      return "\(verdict) in \(place)\(rest)"
    }
  }
}
