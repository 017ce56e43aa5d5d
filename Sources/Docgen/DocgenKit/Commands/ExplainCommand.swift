import CommandLineTool
import Diagnostics
import Rules

/// `docgen explain`.
struct ExplainCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "explain", "Explain a rule, with an example and how to fix it",
    operands: [
      OperandDescription(
        "RULE", choices: RuleCatalogue.descriptions.map(\.id.rawValue),
        "The rule in brackets at the end of a finding; without it, all rules are listed")
    ],
    examples: [("docgen explain stale-region", "Explain `[stale-region]` in a report.")])

  func run() -> ExitCode {
    console.print(RuleExplanation.text(arguments.operands.first, width: console.width))
    return .success
  }
}

/// The explanations of rules as text for a terminal.
enum RuleExplanation {
  /// The explanation of a rule, or the list of all rules.
  static func text(_ rule: String?, width: Int) -> String {
    guard let entry = rule.flatMap(RuleCatalogue.description) else {
      let rows = RuleCatalogue.descriptions.map { ($0.id.rawValue, plain($0.summary)) }
      return HelpText.table("Rules", rows, width: width)
        + "\n'docgen explain RULE' explains one.\n"
    }
    var paragraphs = ["\(entry.id)  (\(entry.severity.rawValue))\n"]
    paragraphs.append(wrapped(entry.summary, width))
    let explanation = entry.explanation
    paragraphs.append(wrapped(explanation.meaning, width))
    if !explanation.example.text.isEmpty {
      let lines = explanation.example.text.split(separator: "\n", omittingEmptySubsequences: false)
      paragraphs.append("Example, \(explanation.example.title):\n")
      paragraphs.append(lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined())
    }
    paragraphs.append(wrapped("What to do: \(explanation.remedy)", width))
    if explanation.example.isDocument { paragraphs.append(wrapped(Explanation.door, width)) }
    return paragraphs.joined(separator: "\n")
  }

  private static func wrapped(_ text: String, _ width: Int) -> String {
    HelpText.wrapped(plain(text), width: width)
  }

  /// A terminal shows quotes instead of Markdown's backticks.
  private static func plain(_ text: String) -> String { text.replacing("`", with: "'") }
}
