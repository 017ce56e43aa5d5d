package import Diagnostics

/// A verified Swift block that does not run to its end.
package enum FailingBlock: DescribedRule {
  package static let id = RuleID("failing-block")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified Swift block throws an error, traps, or runs too long."
  package static let explanation = Explanation.other(
    "A verified block runs to its end. The blocks after it on the same page do not run.",
    "a block of a page",
    text: """
      <!-- docgen:verify swift -->
      ```swift
      let widths: [Int] = []
      print(widths[0])
      ```
      """,
    remedy: "Correct the block, state the error with `// throws: …`, or add `no-run` to the marker."
  )
}
