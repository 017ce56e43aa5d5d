/// Completions for fish.
///
/// One `complete` line for each option in each command, with a condition that tests the current
/// command.
enum FishCompletions {
  static func script(_ program: CommandDescription) -> String {
    let places = program.places
    let name = program.name
    let function = "__" + name.replacing("-", with: "_") + "_at"
    var lines = [
      "# Completions of \(name) for fish, made by `\(name) completions fish`.",
      "function \(function)", "    set -l at ''",
      "    for word in (commandline -opc)[2..]", "        switch \"$at/$word\"",
      "            case \(places.dropFirst().map(\.key).joined(separator: " "))",
      "                set at \"$at/$word\"", "        end", "    end",
      "    test \"$at\" = \"$argv[1]\"", "end",
    ]
    for place in places {
      let start = "complete -c \(name) -n \(quoted("\(function) '\(place.key)'"))"
      if !place.takesFiles { lines.append("\(start) -f") }
      for command in place.command.commands {
        lines.append("\(start) -a \(command.name) -d \(quoted(command.summary))")
      }
      let words = place.command.operands.flatMap(\.choices)
      if !words.isEmpty { lines.append("\(start) -a \(quoted(words.joined(separator: " ")))") }
      for option in place.options { lines.append("\(start) \(arguments(option))") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func arguments(_ option: OptionDescription) -> String {
    var text = option.short.map { "-s \($0) " } ?? ""
    text += "-l \(option.name)"
    if option.value != nil {
      if !option.choices.isEmpty {
        text += " -x -a \(quoted(option.choices.joined(separator: " ")))"
      } else {
        text += option.takesFolder ? " -x -a '(__fish_complete_directories)'" : " -r -F"
      }
    }
    return text + " -d \(quoted(option.help))"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
