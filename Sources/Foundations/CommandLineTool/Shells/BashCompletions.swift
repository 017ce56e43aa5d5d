/// Completions for bash 3.2 and newer, without its completion package.
///
/// The script walks over the words before the cursor to find the current command (`at`), then
/// offers its commands, options or values. macOS still has bash 3.2, so the script has no
/// associative arrays.
enum BashCompletions {
  static func script(_ program: CommandDescription) -> String {
    let places = program.places
    let function = "_" + program.name.replacing("-", with: "_")
    return """
      # Completions of \(program.name) for bash, made by `\(program.name) completions bash`.
      \(function)() {
        local at= word index current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        # --option=value comes as three words.
        if [ "$current" = = ]; then
          current=
        elif [ "$previous" = = ]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        for ((index = 1; index < COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          case "$at $word" in
            *' --') return ;;
      \(places.flatMap(valued).joined(separator: "\n"))
      \(places.dropFirst().map(entering).joined(separator: "\n"))
          esac
        done
        case "$at $previous" in
      \(places.flatMap(values).joined(separator: "\n"))
        esac
        case "$at $current" in
      \(places.map(options).joined(separator: "\n"))
      \(places.compactMap(words).joined(separator: "\n"))
        esac
      }
      complete -o default -F \(function) \(program.name)

      """
  }

  /// Skips the values of options, which are not commands.
  private static func valued(_ place: CommandDescription.Place) -> [String] {
    let names = place.options.filter { $0.value != nil }.flatMap(\.spellings)
    if names.isEmpty { return [] }
    let patterns = names.map { "'\(place.key) \($0)'" }.joined(separator: "|")
    return ["      \(patterns)) [ \"${COMP_WORDS[index+1]}\" = = ] || ((index++)) ;;"]
  }

  private static func entering(_ place: CommandDescription.Place) -> String {
    let above = place.path.dropLast().map { "/\($0)" }.joined()
    return "      '\(above) \(place.path.last ?? "")') at=\(place.key) ;;"
  }

  private static func values(_ place: CommandDescription.Place) -> [String] {
    place.options.compactMap { option in
      guard option.value != nil else { return nil }
      let patterns = option.spellings.map { "'\(place.key) \($0)'" }.joined(separator: "|")
      let action =
        if !option.choices.isEmpty { reply(option.choices) } else if option.takesFolder {
          "COMPREPLY=($(compgen -d -- \"$current\"))"
        } else { ":" }
      return "    \(patterns)) \(action); return ;;"
    }
  }

  private static func options(_ place: CommandDescription.Place) -> String {
    "    '\(place.key) '-*) \(reply(place.options.flatMap(\.spellings))) ;;"
  }

  private static func words(_ place: CommandDescription.Place) -> String? {
    place.words.isEmpty ? nil : "    '\(place.key) '*) \(reply(place.words)) ;;"
  }

  private static func reply(_ words: [String]) -> String {
    "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
  }
}
