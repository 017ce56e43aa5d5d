package import Diagnostics

/// A comment in a Swift block with another result than the running block.
package enum WrongResult: DescribedRule {
  package static let id = RuleID("wrong-result")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A value, output or error in a comment of a Swift block differs from the actual one."
  package static let explanation = Explanation.other(
    "`// => 70` is the value of the expression before it, as `print` or `debugPrint` writes it. "
      + "`// prints: open` is the output of the statement, and `// throws: DoorError.locked` the "
      + "error that it throws. `…` stands for any text.",
    "a block of a page",
    text: """
      <!-- docgen:verify swift -->
      ```swift
      DoorMachine.width  // => 70
      ```
      """,
    remedy: "`docgen fix --run` writes the actual results.")
}
