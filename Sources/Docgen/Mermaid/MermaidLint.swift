import CommandLineTool
import Diagnostics
import Mermaid

/// `docgen mermaid lint`: says where Mermaid would refuse a diagram.
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
      count.add(input)
      sources[input.path] = input.source
      findings += input.problems + input.texts.flatMap { $0.findings(in: input) }
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
    private var others = 0

    mutating func add(_ input: MermaidInput) {
      files += 1
      errors += input.problems.count { $0.severity == .error }
      for text in input.texts {
        errors += text.document.errors.count
        if case .other = text.document.diagram { others += 1 } else { diagrams += 1 }
      }
    }

    /// `2 errors in 3 diagrams of 1 file · 1 of another kind`
    var summary: String {
      let place = "\(diagrams.counted("diagram")) of \(files.counted("file"))"
      let verdict = errors == 0 ? "no errors" : errors.counted("error")
      let rest =
        others == 0 ? "" : " · \(others) of \(others == 1 ? "another kind" : "other kinds")"
      return "\(verdict) in \(place)\(rest)"
    }

  }
}
