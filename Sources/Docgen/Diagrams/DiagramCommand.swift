import CommandLineTool

/// `docgen diagram`: draws traces by themselves, without a project.
struct DiagramCommand: Sendable {
  static let name = "diagram"

  let console: any Console
  let arguments: ParsedArguments

  func run(_ command: String) -> ExitCode {
    switch command {
    case "state": StateDrawing(console: console, arguments: arguments).run()
    default: SequenceDrawingRun(console: console, arguments: arguments).run()
    }
  }

  /// Says what is wrong with the command line.
  static func usage(_ message: String, _ command: String, _ console: any Console) -> ExitCode {
    console.complain("docgen: \(message)\nTry 'docgen diagram \(command) --help'.\n")
    return .usage
  }
}
