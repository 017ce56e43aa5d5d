import CommandLineTool

/// `docgen diagram`: draws traces or Swift files by themselves.
struct DiagramCommand: Sendable {
  static let name = "diagram"

  let console: any Console
  let folder: String
  let arguments: ParsedArguments

  func run(_ command: String) async -> ExitCode {
    switch command {
    case "class":
      await ClassDrawingRun(console: console, folder: folder, arguments: arguments).run()
    case "module":
      await ClassDrawingRun(console: console, folder: folder, arguments: arguments).runModules()
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
