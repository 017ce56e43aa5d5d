import CommandLineTool

/// `docgen completions` and `docgen man`: the description of the commands for shells and for `man`.
enum ShellSupport {
  static let completions = CommandDescription(
    "completions", "Print completions for a shell",
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
        "For zsh, where ~/.zshrc says `fpath+=~/.zfunc` before `autoload -U compinit; compinit`."
      ),
      ("docgen completions fish > ~/.config/fish/completions/docgen.fish", "For fish."),
    ])

  static let manual = CommandDescription(
    "man", "Print the manual page",
    examples: [("docgen man | man -l -", "Read it; `make install` installs it.")])
}
