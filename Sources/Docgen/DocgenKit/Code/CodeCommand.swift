import CommandLineTool
import JSON

/// `docgen code`: what docgen reads in Swift files, without a project.
struct CodeCommand: Sendable {
  static let name = "code"

  let console: any Console
  let arguments: ParsedArguments

  /// Prints what files and folders declare, as one JSON object.
  func run() async -> ExitCode {
    guard !arguments.operands.isEmpty else {
      console.complain("docgen: PATH is missing\nTry 'docgen code model --help'.\n")
      return .usage
    }
    var files = SwiftFiles(paths: arguments.operands)
    files.readSymbolGraphs(at: arguments.options["symbol-graphs"] ?? [])
    files.compile(
      on: arguments.options["platform"] ?? [], flags: arguments.options["define"] ?? [])
    let code = await files.read(console)
    console.print(CodeModelText.json(code) + "\n")
    return files.problems.isEmpty ? .success : .input
  }

  static let description = CommandDescription(
    name, "Show what docgen reads in Swift files",
    commands: [
      CommandDescription(
        "model", "Print the declarations of Swift files as JSON",
        discussion: """
          Each PATH is a Swift file or a folder of them; they need not compile. Extensions are \
          merged into the types that they extend. Syntax errors are shown, and the rest is read. \
          The manual, docgen.md in share/doc/docgen, has the form of the JSON.
          """,
        operands: [
          OperandDescription(
            "PATH", "A Swift file, or a folder; - for standard input", isRequired: true,
            isRepeating: true)
        ],
        options: [SwiftFiles.symbolGraphsOption] + SwiftFiles.platformOptions,
        examples: [
          ("docgen code model Sources | jq '.types[].name'", "List the types of a package."),
          (
            "docgen code model --platform iOS --define DEBUG App",
            "Read what a debug build for iOS compiles."
          ),
        ],
        exitCodes: [
          (ExitCode.success.rawValue, "everything was read"),
          (ExitCode.usage.rawValue, "the command line is wrong"),
          (ExitCode.input.rawValue, "a file could not be read"),
        ])
    ])
}
