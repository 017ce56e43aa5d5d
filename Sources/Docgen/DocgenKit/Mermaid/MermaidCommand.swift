import CommandLineTool
import Diagnostics

/// `docgen mermaid`: reads, writes and compares Mermaid by itself, without a project.
struct MermaidCommand: Sendable {
  static let name = "mermaid"

  let console: any Console
  let arguments: ParsedArguments

  func run(_ command: String) -> ExitCode {
    switch command {
    case "lint": MermaidLint(console: console, arguments: arguments).run()
    case "fmt": MermaidFormatting(console: console, arguments: arguments).run()
    case "diff": MermaidDifference(console: console, arguments: arguments).run()
    default: MermaidModels(console: console, arguments: arguments).run()
    }
  }

  /// Says what is wrong with the command line.
  static func usage(_ message: String, _ command: String, _ console: any Console) -> ExitCode {
    console.complain("docgen: \(message)\nTry 'docgen mermaid \(command) --help'.\n")
    return .usage
  }

  /// Shows findings on standard error, for commands whose results are no findings.
  static func complain(
    _ findings: [Diagnostic], about input: MermaidInput, _ console: any Console,
    _ arguments: ParsedArguments
  ) {
    FindingsPrinter.complaining(console)
      .show(findings, sources: [input.path: input.source])
  }
}

extension [Diagnostic] {
  /// The exit code of a command that found these while reading.
  var mermaidExitCode: ExitCode { contains { $0.severity == .error } ? .input : .success }
}
