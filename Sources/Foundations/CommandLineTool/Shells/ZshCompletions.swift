/// Completions for zsh.
///
/// One function for each command, which calls that of the subcommand. `_arguments` excludes an
/// option that was given already, in either form.
enum ZshCompletions {
  static func script(_ program: CommandDescription) -> String {
    let function = "_" + program.name.replacing("-", with: "_")
    let functions = program.places.map { text(of: $0, function) }
    return """
      #compdef \(program.name)
      # Completions of \(program.name) for zsh, made by `\(program.name) completions zsh`.
      \(functions.joined(separator: "\n"))
      # Loaded by `compinit` this file is the function itself; sourced it registers it.
      if [ "$funcstack[1]" = \(function) ]; then
        \(function) "$@"
      else
        compdef \(function) \(program.name)
      fi

      """
  }

  private static func text(of place: CommandDescription.Place, _ function: String) -> String {
    let name = ([function] + place.path.map { $0.replacing("-", with: "_") }).joined(separator: "_")
    var lines = ["\(name)() {"]
    let options = place.options.map { "    \(argument($0))" }
    if place.command.commands.isEmpty {
      let operands =
        place.words.isEmpty
        ? place.takesFiles ? "    '*:file:_files'" : "    ': :'"
        : "    '*:\(place.command.operands[0].name.lowercased()):(\(place.words.joined(separator: " ")))'"
      lines += ["  _arguments -s \\"] + (options + [operands]).map { $0 + " \\" }
      lines.append("    && return")
    } else {
      lines.append("  local context state line curcontext=$curcontext")
      lines += ["  _arguments -C -s \\"] + options.map { $0 + " \\" }
      lines += ["    '1: :->command' '*:: :->arguments'", "  case $state in", "  command)"]
      lines.append("    local -a commands=(")
      for command in place.command.commands {
        lines.append("      \(quoted("\(command.name):\(command.summary)"))")
      }
      lines += ["    )", "    _describe -t commands command commands ;;", "  arguments)"]
      lines.append("    case $line[1] in")
      for command in place.command.commands {
        lines.append("    \(command.name)) \(name)_\(command.name.replacing("-", with: "_")) ;;")
      }
      lines += ["    esac ;;", "  esac"]
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// `'(-f --format)'{-f,--format=}'[How to print]:name:(text json)'`
  private static func argument(_ option: OptionDescription) -> String {
    let help = option.help.replacing("[", with: "(").replacing("]", with: ")")
    var end = "[\(help)]"
    if let value = option.value {
      let action =
        option.choices.isEmpty
        ? option.takesFolder ? "_files -/" : "_files"
        : "(\(option.choices.joined(separator: " ")))"
      end += ":\(value.lowercased().replacing(":", with: " ")):\(action)"
    }
    let names = option.spellings.map { spelling in
      option.value == nil ? spelling : spelling.hasPrefix("--") ? spelling + "=" : spelling + "+"
    }
    let excluded = "'(\(option.spellings.joined(separator: " ")))'"
    return names.count > 1
      ? "\(excluded){\(names.joined(separator: ","))}\(quoted(end))" : quoted(names[0] + end)
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
