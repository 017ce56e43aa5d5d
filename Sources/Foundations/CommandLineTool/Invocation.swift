import Diagnostics

/// The action that a command line requests.
package enum Invocation: Sendable {
  /// Run the command with this path (`["trace", "summary"]`; empty for the program itself).
  case run(path: [String], arguments: ParsedArguments)
  /// Print the help of the command with this path.
  case help(path: [String])
  /// Print the program's version.
  case version
}

/// Options and operands of one command, as given.
///
/// The values have been validated against the description. A repeated option has several values;
/// most readers use the last one, as usual on command lines.
package struct ParsedArguments: Sendable {
  /// Values by option name, in the order given; a flag has one empty value each time.
  package private(set) var options: [String: [String]] = [:]
  package private(set) var operands: [String] = []

  /// Whether an option was given.
  package func has(_ name: String) -> Bool { options[name] != nil }
  /// The last value given for an option.
  package func value(_ name: String) -> String? { options[name]?.last }

  mutating func add(option name: String, _ value: String) {
    options[name, default: []].append(value)
  }

  mutating func add(operand: String) { operands.append(operand) }
}

/// An invalid command line; the message is a sentence for the user.
package struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  package var message: String
  /// The command whose `--help` explains more.
  package var path: [String]

  package init(_ message: String, path: [String] = []) {
    self.message = message
    self.path = path
  }

  package var description: String { message }
}

extension CommandDescription {
  /// Options that every command understands.
  package static let common = [
    OptionDescription("help", short: "h", "Show this help"),
    OptionDescription("version", "Show the version"),
  ]

  /// Reads a command line by GNU conventions: long and short options, `--name=value`, bundled short
  /// flags, unambiguous prefixes of long options, options and operands in any order, `--` before
  /// operands that begin with a dash, `-` as an operand.
  ///
  /// `words` are the arguments without the program's name. Throws a `UsageError` if the command
  /// line is invalid.
  ///
  /// `--help` and `--version` take effect at their place, even if later words are invalid.
  package func parse(_ words: [String]) throws(UsageError) -> Invocation {
    var parser = ArgumentParser(command: self, words: words)
    return try parser.parse()
  }

  /// The command at this path below this one.
  package func command(at path: [String]) -> CommandDescription? {
    var current = self
    for name in path {
      guard let next = current.commands.first(where: { $0.name == name }) else { return nil }
      current = next
    }
    return current
  }
}

/// Parses one command line.
private struct ArgumentParser {
  var command: CommandDescription
  let words: [String]
  var path: [String] = []
  /// The options of the command and of its outer commands.
  var options: [OptionDescription]
  var arguments = ParsedArguments()
  var index = 0
  var onlyOperands = false

  init(command: CommandDescription, words: [String]) {
    self.command = command
    self.words = words
    options = command.options + CommandDescription.common
  }

  mutating func parse() throws(UsageError) -> Invocation {
    while index < words.count {
      let word = words[index]
      index += 1
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        if let invocation = try operand(word) { return invocation }
      } else if word == "--" {
        onlyOperands = true
      } else if word.hasPrefix("--") {
        try longOption(String(word.dropFirst(2)))
      } else {
        try shortOptions(word.dropFirst())
      }
      if arguments.has("help") { return .help(path: path) }
      if arguments.has("version") { return .version }
    }
    try checkOperands()
    return .run(path: path, arguments: arguments)
  }

  /// The first words of a program with subcommands name the command, after which all words are
  /// operands. Aliases are replaced by the command's own name in the path.
  private mutating func operand(_ word: String) throws(UsageError) -> Invocation? {
    guard !command.commands.isEmpty, arguments.operands.isEmpty else {
      arguments.add(operand: word)
      return nil
    }
    if word == "help" { return try helpOnCommand() }
    let next = command.commands.first { $0.name == word || $0.aliases.contains(word) }
    guard let next else { throw unknown("command", word, among: command.commands.map(\.name)) }
    command = next
    options += next.options
    path.append(next.name)
    return nil
  }

  /// Reads `docgen help trace summary` like `docgen trace summary --help`.
  private mutating func helpOnCommand() throws(UsageError) -> Invocation {
    while index < words.count {
      if !["--help", "-h"].contains(words[index]) { _ = try operand(words[index]) }
      index += 1
    }
    return .help(path: path)
  }

  private mutating func longOption(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let option = try option(named: String(parts.first ?? ""))
    let name = option.name
    if option.value == nil {
      if parts.count == 2 { throw usage("option '--\(name)' takes no value") }
      arguments.add(option: name, "")
    } else {
      try add(option, parts.count == 2 ? String(parts[1]) : nil, spelled: "--" + name)
    }
  }

  /// The option of that name, or the only one with that prefix.
  private func option(named name: String) throws(UsageError) -> OptionDescription {
    if let exact = options.first(where: { $0.name == name }) { return exact }
    let candidates = name.isEmpty ? [] : options.filter { $0.name.hasPrefix(name) }
    if candidates.count == 1 { return candidates[0] }
    if candidates.isEmpty {
      throw unknown("option", "--" + name, among: options.map { "--" + $0.name })
    }
    let list = candidates.map { "'--\($0.name)'" }.joined(separator: ", ")
    throw usage("option '--\(name)' is ambiguous: \(list)")
  }

  private mutating func shortOptions(_ letters: Substring) throws(UsageError) {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw usage("unknown option '-\(letter)'")
      }
      if option.value == nil {
        arguments.add(option: option.name, "")
      } else {
        try add(option, rest.isEmpty ? nil : String(rest), spelled: "-\(letter)")
        return
      }
    }
  }

  private mutating func add(
    _ option: OptionDescription, _ attached: String?, spelled: String
  ) throws(UsageError) {
    var value = attached
    if value == nil, index < words.count {
      value = words[index]
      index += 1
    }
    guard let value else {
      throw usage("option '\(spelled)' needs a value: \(option.value ?? "VALUE")")
    }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      throw usage(
        "option '\(spelled)' takes \(option.choices.joined(separator: ", ")), not '\(value)'")
    }
    if let problem = option.problem?(value) { throw usage("option '\(spelled)' \(problem)") }
    arguments.add(option: option.name, value)
  }

  private func checkOperands() throws(UsageError) {
    if !command.commands.isEmpty {
      throw usage("a command is missing")
    }
    let given = arguments.operands.count
    let required = command.operands.filter(\.isRequired)
    if given < required.count { throw usage("\(required[given].name) is missing") }
    let isOpen = command.operands.contains(where: \.isRepeating)
    if !isOpen, given > command.operands.count {
      throw usage("unexpected '\(arguments.operands[command.operands.count])'")
    }
    for (index, word) in arguments.operands.enumerated() {
      let operand = command.operands[min(index, command.operands.count - 1)]
      if operand.choices.isEmpty || operand.choices.contains(word) { continue }
      throw unknown(operand.name.lowercased(), word, among: operand.choices)
    }
  }

  private func usage(_ message: String) -> UsageError { UsageError(message, path: path) }

  ///     docgen tracce      ->  unknown command 'tracce'; did you mean 'trace'?
  ///     docgen compl       ->  suggests each command that begins with it
  private func unknown(_ what: String, _ name: String, among known: [String]) -> UsageError {
    // A part of a name suggests every name that contains it; any other text counts as a
    // misspelling.
    let parts = known.filter { $0.hasPrefix(name) || $0.split(separator: "-").contains(name[...]) }
    let near = parts.isEmpty ? NearMiss.best(for: name, among: known).map { [$0] } ?? [] : parts
    let names = near.prefix(5).map { "'\($0)'" }
    let list =
      names.count < 2 ? names : [names.dropLast().joined(separator: ", "), names[names.count - 1]]
    return usage(
      "unknown \(what) '\(name)'"
        + (name.isEmpty || list.isEmpty ? "" : "; did you mean \(list.joined(separator: " or "))?"))
  }
}
