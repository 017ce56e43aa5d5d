// The CommandLineTool module parses command lines and prints everything about commands from one
// description.
//
// A program declares a tree of `CommandDescription`s, with its options as typed constants
// (`CommandOption`). From the same tree come the parser (`Invocation`), `--help` (`HelpText`), the
// manual page (`ManualPage`) and the completions of three shells (`Shells`), so that they cannot
// disagree. The conventions are those of GNU: long and short options, `--name=value`, `--`,
// unambiguous prefixes.
//
// The module runs nothing itself, apart from `run` for small programs, and has no knowledge of
// docgen. DocgenKit, SyncScenarios, SyncSimulation and MetricPayloadsCommand use it.

/// A command of a command-line program: everything that parsing, `--help`, the manual page and shell
/// completions need.
package struct CommandDescription: Sendable {
  /// `check`; the program's name for the outermost one.
  package var name: String
  /// One line, shown in the list of commands: an imperative of at most 60 characters.
  package var summary: String
  /// Other names of the command; help and completions do not list them.
  package var aliases: [String]
  /// The section of the command list that shows it.
  package var group: Group
  /// Paragraphs shown by `--help` under the usage.
  package var discussion: String
  package var operands: [OperandDescription]
  /// A command's subcommands accept its options as well.
  package var options: [OptionDescription]
  package var commands: [CommandDescription]
  /// Command lines worth copying, each with an explanation.
  package var examples: [(line: String, meaning: String)]
  package var exitCodes: [(code: Int32, meaning: String)]

  package enum Group: Sendable {
    case main
    /// Listed below the others, under `Tools`.
    case tools
    /// Listed only in the manual page and in completions.
    case hidden
  }

  package init(
    _ name: String, _ summary: String, aliases: [String] = [], group: Group = .main,
    discussion: String = "", operands: [OperandDescription] = [],
    options: [any CommandLineOption] = [],
    commands: [CommandDescription] = [], examples: [(line: String, meaning: String)] = [],
    exitCodes: [(code: Int32, meaning: String)] = []
  ) {
    self.name = name
    self.summary = summary
    self.aliases = aliases
    self.group = group
    self.discussion = discussion
    self.operands = operands
    self.options = options.map(\.description)
    self.commands = commands
    self.examples = examples
    self.exitCodes = exitCodes
  }
}

/// An operand of a command: `FILE…`.
package struct OperandDescription: Sendable {
  package var name: String
  /// The accepted words; empty for any, which completions treat as a file.
  package var choices: [String]
  package var help: String
  package var isRequired: Bool
  package var isRepeating: Bool

  package init(
    _ name: String, choices: [String] = [], _ help: String, isRequired: Bool = false,
    isRepeating: Bool = false
  ) {
    self.name = name
    self.choices = choices
    self.help = help
    self.isRequired = isRequired
    self.isRepeating = isRepeating
  }
}

/// An option of a command: `-o, --out DIR`.
package struct OptionDescription: Sendable {
  /// The name without its dashes: `out`.
  package var name: String
  package var short: Character?
  /// The name of its value in the help; `nil` for a flag.
  package var value: String?
  /// The accepted values; empty for any.
  package var choices: [String]
  /// The default if the option is left out.
  package var standard: String?
  package var help: String
  /// The reason to reject a value: `takes a whole number from 1, not 'x'`; `nil` if it is accepted.
  var problem: (@Sendable (String) -> String?)?

  package init(
    _ name: String, short: Character? = nil, value: String? = nil, choices: [String] = [],
    standard: String? = nil, _ help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.choices = choices
    self.standard = standard
    self.help = help
  }
}
