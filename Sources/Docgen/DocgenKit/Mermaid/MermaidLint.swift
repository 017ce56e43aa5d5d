import CommandLineTool
import Diagnostics
import Mermaid

/// `docgen mermaid lint`: says where Mermaid would refuse a diagram, or draw what nobody meant.
struct MermaidLint: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    let printer = FindingsPrinter(console, arguments, tool: "docgen mermaid lint")
    let isQuiet = arguments.has("quiet")
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

  /// What was read, for the last line.
  private struct Count {
    private var files = 0
    private var diagrams = 0
    private var errors = 0
    private var warnings = 0
    private var others = 0

    mutating func add(_ input: MermaidInput, _ findings: [Diagnostic]) {
      files += 1
      errors += findings.count { $0.severity == .error }
      warnings += findings.count { $0.severity == .warning }
      for text in input.texts {
        if case .other = text.document.diagram { others += 1 } else { diagrams += 1 }
      }
    }

    /// `2 errors, 1 warning in 3 diagrams of 1 file · 1 of another kind`
    var summary: String {
      let place = "\(diagrams.counted("diagram")) of \(files.counted("file"))"
      let verdict =
        (errors == 0 ? "no errors" : errors.counted("error"))
        + (warnings == 0 ? "" : ", " + warnings.counted("warning"))
      let rest =
        others == 0 ? "" : " · \(others) of \(others == 1 ? "another kind" : "other kinds")"
      return "\(verdict) in \(place)\(rest)"
    }
  }
}
