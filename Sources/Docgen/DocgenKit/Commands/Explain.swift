import CommandLineTool
import Diagnostics
import Rules

/// `docgen explain`: what a rule finds, with an example, and how to mend it.
enum Explain {
  /// The text about a rule; a list of all of them when none is named.
  static func text(_ rule: String?, width: Int) -> String {
    guard let rule, let entry = RuleCatalogue.descriptions.first(where: { $0.id == rule }) else {
      let rows = RuleCatalogue.descriptions.map { ($0.id, plain($0.summary)) }
      return HelpText.table("Rules", rows, width: width)
        + "\n'docgen explain RULE' tells more about one.\n"
    }
    var paragraphs = ["\(entry.id)  (\(entry.severity.rawValue))\n"]
    paragraphs.append(wrapped(entry.summary, width))
    guard let explanation = Explanation.of(rule) else { return paragraphs.joined(separator: "\n") }
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

  /// Backticks are for Markdown; a terminal reads as well without.
  private static func plain(_ text: String) -> String { text.replacing("`", with: "'") }

  static let description = CommandDescription(
    "explain", "Explain a rule, with an example and how to fix it",
    operands: [
      OperandDescription(
        "RULE", choices: RuleCatalogue.descriptions.map(\.id),
        "The name that a finding ends with, in brackets; all rules are listed without it")
    ],
    examples: [("docgen explain stale-region", "What `[stale-region]` in a report means.")])
}
