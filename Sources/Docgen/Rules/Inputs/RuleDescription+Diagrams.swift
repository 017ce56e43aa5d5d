import Diagnostics

extension [RuleDescription] {
  /// Mermaid texts that a command passes over.
  static let diagrams: [RuleDescription] = [
    RuleDescription(
      .otherDiagram, severity: .note, summary: "`docgen mermaid` skips a block of another kind.",
      explanation: .other(
        "`docgen mermaid` reads state, sequence and class diagrams and flowcharts, and skips the others.",
        "a document given to `docgen mermaid lint`", text: "```mermaid\npie\n  \"a\": 1\n```",
        remedy: "Nothing needs to be done.")),
    RuleDescription(
      .notCanonical, severity: .note,
      summary:
        "`docgen mermaid fmt` does not change a diagram: formatted, it would mean something else.",
      explanation: .other(
        "Formatted and read again, the diagram would mean something else.",
        "a document given to `docgen mermaid fmt`", text: "```mermaid\n…\n```",
        remedy: "Nothing was changed; please report it as a bug.")),
  ]
}
