extension CommandDescription {
  /// The manual page of the program, section 1, for `man` (roff with the `man` macros).
  package func manualPage(version: String) -> String {
    var page = ManualPage()
    page.line(".TH \(name.uppercased()) 1 \"\" \"\(ManualPage.escaped("\(name) \(version)"))\"")
    page.section("NAME")
    page.text("\(name) - \(summary)")
    page.section("SYNOPSIS")
    page.text(usage(fullName: name))
    if !discussion.isEmpty {
      page.section("DESCRIPTION")
      page.text(discussion)
    }
    page.section("COMMANDS")
    for command in commands { page.command(command, fullName: "\(name) \(command.name)") }
    page.section("OPTIONS")
    page.text("Every command understands these.")
    page.entries((options + Self.common).map(\.row))
    page.end(self)
    return page.text
  }
}

/// Writes roff.
private struct ManualPage {
  private(set) var text = ""

  mutating func line(_ line: String) { text += line + "\n" }

  mutating func section(_ title: String) { line(".SH \(title)") }

  /// Filled text; line breaks in it are kept.
  mutating func text(_ words: String) {
    for (index, paragraph) in words.split(separator: "\n").enumerated() {
      if index > 0 { line(".br") }
      line(Self.escaped(String(paragraph)))
    }
  }

  mutating func command(_ command: CommandDescription, fullName: String) {
    line(".SS \"\(Self.escaped(command.usage(fullName: fullName)))\"")
    text("\(command.summary).")
    if !command.discussion.isEmpty {
      line(".PP")
      text(command.discussion)
    }
    entries(command.operands.map { ($0.name, $0.help) })
    entries(command.options.map(\.row))
    if command.commands.isEmpty { examples(command) }
    for inner in command.commands { self.command(inner, fullName: "\(fullName) \(inner.name)") }
  }

  mutating func entries(_ rows: [(String, String)]) {
    for (name, help) in rows {
      line(".TP")
      line(".B \(Self.escaped(String(name.drop { $0 == " " })))")
      text(help)
    }
  }

  /// Examples and exit codes of the program as a whole.
  mutating func end(_ program: CommandDescription) {
    if !program.examples.isEmpty {
      section("EXAMPLES")
      examples(program)
    }
    if !program.exitCodes.isEmpty {
      section("EXIT STATUS")
      entries(program.exitCodes.map { ("\($0.code)", $0.meaning) })
    }
  }

  private mutating func examples(_ command: CommandDescription) {
    for example in command.examples {
      line(".PP")
      line(".EX")
      line(Self.escaped(example.line))
      line(".EE")
      text(example.meaning)
    }
  }

  /// Escapes dashes so that they can be copied, and text that roff would read as a request.
  ///
  /// Characters beyond ASCII become `\[uXXXX]`, which groff and mandoc both read in any locale.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      case "\"": result += "\\(dq"
      case _ where character.isASCII: result.append(character)
      default:
        for scalar in character.unicodeScalars {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
        }
      }
    }
    return text.first == "." || text.first == "'" ? "\\&" + result : result
  }
}
