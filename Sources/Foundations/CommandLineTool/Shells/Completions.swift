/// The shells that completions can be made for.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension CommandDescription {
  /// A script that teaches a shell the program's commands, options and their values.
  package func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletions.script(self)
    case .zsh: ZshCompletions.script(self)
    case .fish: FishCompletions.script(self)
    }
  }

  /// A command below the program, with what completions need of it.
  struct Place {
    /// Empty for the program itself.
    var path: [String]
    var command: CommandDescription
    /// Its own options, and those that it inherits.
    var options: [OptionDescription]

    /// `/trace/summary`
    var key: String { path.map { "/\($0)" }.joined() }
    /// What may stand in place of an operand, or nothing for files.
    var words: [String] {
      command.commands.isEmpty
        ? command.operands.flatMap(\.choices) : command.commands.map(\.name) + ["help"]
    }
    /// Whether files stand in place of an operand.
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
