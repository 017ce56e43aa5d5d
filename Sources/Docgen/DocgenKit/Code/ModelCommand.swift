import CommandLineTool
import Diagnostics

/// `docgen model`.
struct ModelCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "model", "Print the declarations of Swift files as JSON", group: .tools,
    discussion: """
      Each PATH is a Swift file or a folder of them; they need not compile. Extensions are merged \
      into the types that they extend. Syntax errors are reported, and the rest is read. \
      reference/json.md in share/doc/docgen describes the JSON.
      """,
    operands: [
      OperandDescription(
        "PATH", "A Swift file, or a folder; - for standard input", isRequired: true,
        isRepeating: true)
    ],
    options: [CommonOptions.output] + SwiftFiles.compilerOptions,
    examples: [
      ("docgen model Sources | jq '.types[].name'", "List the types of a package."),
      (
        "docgen model --platform iOS --define DEBUG App",
        "Read what a debug build for iOS compiles."
      ),
    ],
    exitCodes: [
      (0, "everything was read"), (2, "the command line is wrong"),
      (4, "a file could not be read"),
    ])

  func run() async throws -> ExitCode {
    let files = SwiftFiles(context, paths: arguments.operands)
    try context.write(json: CodeModelText.json(await files.read(console)))
    return files.problems.isEmpty ? .success : .input
  }
}
