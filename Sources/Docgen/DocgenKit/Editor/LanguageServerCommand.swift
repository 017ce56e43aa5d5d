import CommandLineTool
import Diagnostics
import DocgenLSP

/// `docgen lsp`.
struct LanguageServerCommand: Command {
  let context: CommandContext
  static let showsProgress = false

  static let description = CommandDescription(
    "lsp", "Run the language server on standard input and output", group: .tools,
    discussion: """
      Reports findings while you type, shows what code and traces state about the symbol under the \
      cursor, and goes to its declaration; completes markers, symbols and diagrams; regenerates \
      regions and fixes findings as code actions. Editors start it themselves; \
      how-to/editors.md in share/doc/docgen has the settings. Each document belongs to the nearest \
      .docgen.json above it.
      """,
    options: [
      CommandOption.flag(
        "stdio", "Use standard input and output, as it always does; some editors add this"),
      CommonOptions.configuration,
    ],
    exitCodes: [
      (0, "the editor has shut the server down and let it exit"),
      (1, "the editor ended without shutting the server down"),
      (2, "the command line is wrong"),
    ])

  func run() async -> ExitCode {
    let session = EditorSession(
      connection: ServerConnection(), configuration: arguments[CommonOptions.configuration])
    return await session.run() == 0 ? .success : .drift
  }
}
