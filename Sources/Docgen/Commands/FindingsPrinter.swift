import CommandLineTool
import Diagnostics

/// Prints findings in the form that `--format` names: the same for every command that has any.
struct FindingsPrinter: Sendable {
  /// How findings can be printed; every command with findings offers all of them.
  enum Format: String, CaseIterable, Sendable {
    case text, github

    /// Whether a person reads it, who wants a summary too.
    var isForPeople: Bool { self == .text }
  }

  private let console: any Console
  let format: Format
  private let style: TextStyle

  init(_ console: any Console, _ arguments: ParsedArguments) {
    self.console = console
    format = arguments.value("format").flatMap(Format.init) ?? .text
    style =
      switch arguments.value("color") {
      case "always": TextStyle(usesColor: true)
      case "never": .plain
      default: TextStyle(usesColor: console.wantsColor)
      }
  }

  /// Prints findings; `sources` are the texts by the file names of the findings.
  func show(_ findings: [Diagnostic], sources: [String: SourceText]) {
    guard !findings.isEmpty else { return }
    switch format {
    case .text: console.print(TextFormat(style: style, sources: sources).text(for: findings))
    case .github: console.print(GitHubFormat.text(for: findings))
    }
  }

  /// `--format`, as every command with findings has it.
  static let formatOption = OptionDescription(
    "format", short: "f", value: "NAME", choices: Format.allCases.map(\.rawValue),
    "How to print findings")
  /// `--color`
  static let colorOption = OptionDescription(
    "color", value: "WHEN", choices: ["auto", "always", "never"], "When to use colours")
}
