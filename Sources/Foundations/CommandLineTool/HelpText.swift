extension CommandDescription {
  /// The help of the command at `path`, at most `width` columns wide.
  ///
  /// An unknown path gives the help of the program itself. Sections without content are omitted.
  package func help(at path: [String] = [], width: Int = 80) -> String {
    guard let command = command(at: path) else { return help(width: width) }
    let fullName = ([name] + path).joined(separator: " ")
    var sections = ["\(command.summary)\n"]
    sections.append(
      HelpText.wrapped("Usage: " + command.usage(fullName: fullName), width: width))
    if !command.discussion.isEmpty {
      sections.append(HelpText.wrapped(command.discussion, width: width))
    }
    for (title, group) in [("Commands", Group.main), ("Tools", .tools)] {
      let commands = command.commands.filter { $0.group == group }.map { ($0.name, $0.summary) }
      sections.append(HelpText.table(title, commands, width: width))
    }
    let operands = command.operands.map { ($0.name, $0.help) }
    sections.append(HelpText.table("Operands", operands, width: width))
    let options = command.options + (path.isEmpty ? Self.common : [])
    sections.append(HelpText.table("Options", options.map(\.row), width: width))
    let common = path.isEmpty ? [] : inheritedOptions(at: path).map(\.row)
    sections.append(HelpText.table("Common options", common, width: width))
    sections.append(HelpText.examples(command.examples, width: width))
    let codes = command.exitCodes.map { (String($0.code), $0.meaning) }
    sections.append(HelpText.table("Exit codes", codes, width: width))
    if !command.commands.isEmpty {
      sections.append("Run '\(fullName) COMMAND --help' for the details of a command.\n")
    }
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// `docgen check [OPTIONS] [PAGE…]`
  package func usage(fullName: String) -> String {
    var words = [fullName]
    if !commands.isEmpty { words.append("COMMAND") }
    if !options.isEmpty || commands.isEmpty { words.append("[OPTIONS]") }
    for operand in operands {
      let text = operand.name + (operand.isRepeating ? "…" : "")
      words.append(operand.isRequired ? text : "[\(text)]")
    }
    return words.joined(separator: " ")
  }

  /// Options of the outer commands of the one at `path`, and the options that every command has.
  func inheritedOptions(at path: [String]) -> [OptionDescription] {
    let outer = path.indices.compactMap { command(at: Array(path[..<$0])) }
    return outer.flatMap(\.options) + Self.common
  }
}

extension OptionDescription {
  /// `-f, --format NAME` and its description: `How to print it: text (default), json`
  package var row: (String, String) {
    let short = short.map { "-\($0), " } ?? "    "
    let value = value.map { " \($0)" } ?? ""
    let words = choices.map { $0 == standard ? "\($0) (default)" : $0 }
    let choices = words.isEmpty ? "" : ": \(words.joined(separator: ", "))"
    return ("\(short)--\(name)\(value)", help + choices)
  }
}

/// Layout of help texts.
package enum HelpText {
  /// The text wrapped into lines of at most `width` columns; blank lines are kept.
  package static func wrapped(_ text: String, width: Int, indent: String = "") -> String {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = indent
      for word in paragraph.split(separator: " ") {
        if line.count > indent.count, line.count + 1 + word.count > width {
          lines.append(line)
          line = indent
        }
        line += (line.count > indent.count ? " " : "") + word
      }
      lines.append(line == indent ? "" : line)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Two columns under a title; an entry too wide for the first column gets its own line.
  ///
  /// The first column is at most 24 characters wide, because a single long option would otherwise
  /// leave no room for the descriptions.
  package static func table(_ title: String, _ rows: [(String, String)], width: Int) -> String {
    guard !rows.isEmpty else { return "" }
    let widest = rows.map(\.0.count).filter { $0 <= 24 }.max() ?? 24
    let indent = String(repeating: " ", count: widest + 4)
    var text = "\(title):\n"
    for (name, help) in rows {
      let body = wrapped(help, width: width, indent: indent)
      if name.count > widest {
        text += "  \(name)\n" + body
      } else {
        let gap = String(repeating: " ", count: widest - name.count + 2)
        text += "  " + name + gap + body.dropFirst(indent.count)
      }
    }
    return text
  }

  static func examples(_ examples: [(line: String, meaning: String)], width: Int) -> String {
    guard !examples.isEmpty else { return "" }
    let rows = examples.map {
      "  \($0.line)\n" + wrapped($0.meaning, width: width, indent: "      ")
    }
    return "Examples:\n" + rows.joined()
  }
}
