import CommandLineTool
import Diagnostics

/// `docgen completions`.
struct CompletionsCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "completions", "Print completions for a shell", group: .hidden,
    operands: [
      OperandDescription(
        "SHELL", choices: Shell.allCases.map(\.rawValue), "bash, zsh or fish", isRequired: true)
    ],
    examples: [
      (
        "docgen completions bash > ~/.local/share/bash-completion/completions/docgen",
        "For bash with its completion package; otherwise `source` the file in ~/.bashrc."
      ),
      (
        "docgen completions zsh > ~/.zfunc/_docgen",
        "For zsh, if ~/.zshrc has `fpath+=~/.zfunc` before `autoload -U compinit; compinit`."
      ),
      ("docgen completions fish > ~/.config/fish/completions/docgen.fish", "For fish."),
    ])

  func run() -> ExitCode {
    let shell = arguments.operands.first.flatMap(Shell.init) ?? .bash
    console.put(Program.description.completions(for: shell), on: .output)
    return .success
  }
}

/// `docgen man`.
struct ManualPageCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "man", "Print the manual page", group: .hidden,
    examples: [("docgen man | man -l -", "Read it. `make install` installs it.")])

  func run() -> ExitCode {
    console.put(Program.description.manualPage(version: Program.version), on: .output)
    return .success
  }
}

/// `docgen schema`.
struct SchemaCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "schema", "Print the JSON Schema of .docgen.json", group: .hidden,
    discussion: """
      Editors check and complete the configuration with it. Save it to a file, and name that file \
      as `$schema` in the configuration.
      """,
    examples: [("docgen schema > .docgen.schema.json", "Save it next to the configuration.")])

  func run() -> ExitCode {
    console.put(ConfigurationSchema.text, on: .output)
    return .success
  }
}
