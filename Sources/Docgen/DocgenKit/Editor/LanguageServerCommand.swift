import CommandLineTool
import DocgenLSP

/// `docgen lsp`: serves an editor.
enum LanguageServerCommand {
  static let name = "lsp"

  /// Serves until the editor ends it; the exit code that the protocol demands.
  static func run(_ arguments: ParsedArguments) async -> ExitCode {
    let session = EditorSession(
      connection: ServerConnection(), configuration: arguments.value("config"))
    return await session.run() == 0 ? .success : .drift
  }

  static let description = CommandDescription(
    name, "Run the language server on standard input and output",
    discussion: """
      Tells findings while a page is typed, what code and traces say about what stands under the \
      cursor, and where it is declared; completes markers, symbols and diagrams; generates regions \
      and mends findings as code actions. Editors start it themselves; what to write into their \
      settings stands in the manual, docgen.md in share/doc/docgen. Each document belongs to the nearest .docgen.json above it.
      """,
    options: [
      OptionDescription(
        "stdio", "Talk on standard input and output, as it does anyway: some editors say so"),
      OptionDescription(
        "config", short: "c", value: "FILE", "Read this configuration instead of the nearest one"),
    ],
    exitCodes: [
      (0, "the editor has shut the server down and let it exit"),
      (1, "the editor ended without shutting the server down"),
      (2, "the command line is wrong"),
    ])
}
