/// The shells that completions can be made for.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension CommandDescription {
  /// A script that defines completions of the program's commands, options and option values.
  package func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletions.script(self)
    case .zsh: ZshCompletions.script(self)
    case .fish: FishCompletions.script(self)
    }
  }

  /// A command of the program, with the facts that completions need.
  struct Place {
    /// Empty for the program itself.
    var path: [String]
    var command: CommandDescription
    /// Its own and inherited options.
    var options: [OptionDescription]

    /// `/trace/summary`
    var key: String { path.map { "/\($0)" }.joined() }
    /// The words accepted as an operand; empty if the operand is a file.
    var words: [String] {
      command.commands.isEmpty
        ? command.operands.flatMap(\.choices) : command.commands.map(\.name) + ["help"]
    }
    /// Whether files are accepted as an operand.
    var takesFiles: Bool {
      command.commands.isEmpty && command.operands.contains { $0.choices.isEmpty }
    }
  }

  /// The program and every command below it.
  var places: [Place] { places(below: []) }

  private func places(below path: [String]) -> [Place] {
    guard let command = command(at: path) else { return [] }
    let options = command.options + inheritedOptions(at: path)
    return [Place(path: path, command: command, options: options)]
      + command.commands.flatMap { places(below: path + [$0.name]) }
  }
}

extension OptionDescription {
  /// `--format`, `-f`
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
  var takesFolder: Bool { value == "DIR" || value == "FOLDER" }
}
