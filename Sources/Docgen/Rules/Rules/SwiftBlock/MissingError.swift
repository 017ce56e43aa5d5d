package import Diagnostics

/// A Swift block without the compiler's error that its marker announces.
package enum MissingError: DescribedRule {
  package static let id = RuleID("missing-error")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A Swift block compiles, or has another error than its marker states."
  package static let explanation = Explanation.other(
    "The marker of a block that must not compile has a part of the compiler's message. A newer "
      + "compiler or a changed package may accept the block.",
    "a block of a page",
    text: """
      <!-- docgen:verify swift error="cannot assign" -->
      ```swift
      var door = DoorMachine()
      door.state = .open
      ```
      """,
    remedy: "Correct the block, or the text of `error`; without `error`, the block must compile.")
}
