package import Diagnostics

/// A verified Swift block that does not compile.
package enum SwiftBlockError: DescribedRule {
  package static let id = RuleID("swift-block-error")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A verified Swift block does not compile."
  package static let explanation = Explanation.other(
    "With `--run`, a block with the marker `docgen:verify swift` is compiled against the package. "
      + "The message and the notes are the compiler's.",
    "a block of a page",
    text: """
      <!-- docgen:verify swift -->
      ```swift
      let width: String = DoorMachine.width
      ```
      """,
    remedy: "Correct the block, put what it needs into a `docgen:setup` comment before it, or "
      + "write the expected error into the marker: `error=\"cannot convert\"`.")
}
