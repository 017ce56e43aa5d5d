/// An option that a command declares: its description and the type of its value.
///
/// A command keeps its options as constants, lists them in its description, and reads each value
/// from the arguments with the constant:
///
///     static let depth = CommandOption.number("depth", in: 1...100, "Draw calls to this depth")
///     …
///     let depth = arguments[Self.depth]  // Int?
///
/// The type of the value is part of the constant, so reading an option that the command does not
/// declare is visible at the place of its use, and a conversion cannot fail after parsing: values
/// are validated by `OptionDescription.problem` and `choices` before a command runs.
package struct CommandOption<Value: Sendable>: Sendable {
  package let description: OptionDescription
  /// Converts the texts given on the command line; the array is empty if the option is missing.
  fileprivate let read: @Sendable ([String]) -> Value
}

/// Anything that a description can list among the options of a command.
package protocol CommandLineOption: Sendable {
  var description: OptionDescription { get }
}

extension CommandOption: CommandLineOption {}

extension OptionDescription: CommandLineOption {
  package var description: OptionDescription { self }
}

extension ParsedArguments {
  /// The value of an option.
  package subscript<Value>(option: CommandOption<Value>) -> Value {
    option.read(options[option.description.name] ?? [])
  }
}

extension CommandOption where Value == Bool {
  /// An option without a value: `true` if it is given.
  package static func flag(_ name: String, short: Character? = nil, _ help: String) -> Self {
    Self(description: OptionDescription(name, short: short, help)) { !$0.isEmpty }
  }
}

extension CommandOption where Value == String? {
  /// An option with any text as its value. The last value counts; `nil` if the option is missing.
  package static func text(
    _ name: String, short: Character? = nil, value: String, _ help: String
  ) -> Self {
    Self(description: OptionDescription(name, short: short, value: value, help)) { $0.last }
  }
}

extension CommandOption where Value == [String] {
  /// An option that may be repeated: all its values in order.
  package static func texts(
    _ name: String, value: String, choices: [String] = [], _ help: String
  ) -> Self {
    Self(description: OptionDescription(name, value: value, choices: choices, help)) { $0 }
  }

  /// An option that takes names separated by commas, and may be repeated: all its names in order.
  ///
  /// An empty name, as in `A,,B`, is skipped.
  package static func names(_ name: String, value: String = "LIST", _ help: String) -> Self {
    Self(description: OptionDescription(name, value: value, help)) { $0.flatMap(CommandList.names) }
  }
}

/// Lists on a command line.
package enum CommandList {
  /// The names in `A, B,C`.
  package static func names(in text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }
}

extension CommandOption where Value == [NamedList] {
  /// An option of the form `NAME=LIST` that may be repeated.
  ///
  /// A text without `=` is rejected with a usage error before the command runs.
  package static func lists(_ name: String, _ help: String) -> Self {
    var description = OptionDescription(name, value: "NAME=LIST", help)
    description.problem = { NamedList($0) == nil ? "takes NAME=LIST, not '\($0)'" : nil }
    return Self(description: description) { $0.compactMap(NamedList.init) }
  }
}

/// A name with a list of other names: `Server=Router, Store`.
package struct NamedList: Hashable, Sendable {
  package var name: String
  package var members: [String]

  /// `nil` if the text has no equals sign.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    name = parts[0]
    members = CommandList.names(in: parts[1])
  }
}

extension CommandOption where Value == Int? {
  /// An option that takes a whole number in a range; `nil` if it is missing.
  package static func number(
    _ name: String, value: String = "NUMBER", in range: ClosedRange<Int>, _ help: String
  ) -> Self {
    Self(description: .number(name, value: value, at: range, help: help)) {
      $0.last.flatMap { Int($0) }
    }
  }
}

extension CommandOption where Value == Int {
  /// An option that takes a whole number in a range, with a default.
  package static func number(
    _ name: String, value: String = "NUMBER", in range: ClosedRange<Int>, default standard: Int,
    _ help: String
  ) -> Self {
    Self(
      description: .number(name, value: value, at: range, help: "\(help) (default: \(standard))")
    ) {
      $0.last.flatMap { Int($0) } ?? standard
    }
  }
}

extension CommandOption {
  /// An option whose value has a notation of its own; `nil` if it is missing.
  ///
  /// A text that `parse` cannot read is rejected with a usage error before the command runs:
  /// `takes `expected`, not 'x'`.
  package static func parsed<Parsed>(
    _ name: String, value: String, expected: String, _ help: String,
    parse: @escaping @Sendable (String) -> Parsed?
  ) -> Self where Value == Parsed? {
    var description = OptionDescription(name, value: value, help)
    description.problem = { parse($0) == nil ? "takes \(expected), not '\($0)'" : nil }
    return Self(description: description) { $0.last.flatMap(parse) }
  }
}

extension CommandOption
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// An option that takes one of a few words, with a default.
  package static func choice(
    _ name: String, short: Character? = nil, value: String, default standard: Value, _ help: String
  ) -> Self {
    Self(
      description: OptionDescription(
        name, short: short, value: value, choices: Value.allCases.map(\.rawValue),
        standard: standard.rawValue, help)
    ) { $0.last.flatMap(Value.init) ?? standard }
  }
}

extension CommandOption {
  /// An option that takes one of a few words; `nil` if it is missing.
  package static func choice<Choice>(
    _ name: String, short: Character? = nil, value: String, of type: Choice.Type, _ help: String
  ) -> Self
  where
    Value == Choice?, Choice: RawRepresentable & CaseIterable & Sendable, Choice.RawValue == String
  {
    Self(
      description: OptionDescription(
        name, short: short, value: value, choices: Choice.allCases.map(\.rawValue), help)
    ) { $0.last.flatMap(Choice.init) }
  }
}

extension OptionDescription {
  fileprivate static func number(
    _ name: String, value: String, at range: ClosedRange<Int>, help: String
  ) -> Self {
    var option = OptionDescription(name, value: value, help)
    option.problem = { text in
      if let number = Int(text), range.contains(number) { return nil }
      let bounds =
        range.upperBound == .max
        ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      return "takes a whole number \(bounds), not '\(text)'"
    }
    return option
  }
}
