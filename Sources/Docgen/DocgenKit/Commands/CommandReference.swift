import CommandLineTool
import Templates

/// The commands and exit codes of docgen, for the templates of its manual.
///
/// Texts of the help are Markdown in these templates: they name commands and options between
/// backticks.
enum CommandReference {
  static let data: TemplateDictionary = {
    let program = Program.description
    return TemplateDictionary([
      ("commands", .list(program.commands.flatMap { entries($0, within: program.name) })),
      ("commonOptions", .list(options(program.options + CommandDescription.common))),
      ("exitCodes", .list(exitCodes(program))),
    ])
  }()

  /// A command and its subcommands, in the order of the help.
  private static func entries(
    _ command: CommandDescription, within outer: String
  ) -> [TemplateValue] {
    let name = "\(outer) \(command.name)"
    return [entry(command, named: name)] + command.commands.flatMap { entries($0, within: name) }
  }

  private static func entry(_ command: CommandDescription, named name: String) -> TemplateValue {
    [
      "name": .code(name), "summary": .markdown(command.summary),
      "usage": .string(command.usage(fullName: name)),
      "discussion": .markdown(command.discussion),
      "aliases": .list(command.aliases.map { .code($0) }),
      "isGroup": .boolean(!command.commands.isEmpty),
      "operands": .list(
        command.operands.map { ["name": .code($0.name), "meaning": .markdown($0.help)] }),
      "options": .list(options(command.options)),
      "examples": .list(
        command.examples.map { ["line": .string($0.line), "meaning": .markdown($0.meaning)] }),
      "exitCodes": .list(exitCodes(command)),
    ]
  }

  private static func options(_ options: [OptionDescription]) -> [TemplateValue] {
    options.map { option in
      let (name, meaning) = option.row
      return [
        "name": .code(String(name.drop { $0 == " " })), "meaning": .markdown(meaning),
      ]
    }
  }

  private static func exitCodes(_ command: CommandDescription) -> [TemplateValue] {
    command.exitCodes.map { ["code": .integer(Int($0.code)), "meaning": .markdown($0.meaning)] }
  }
}
