package import Diagnostics
import Markdown
import SwiftIndex

/// A block marked as Swift that does not parse, even as a part of a file with omissions.
package enum SwiftFence: Rule {
  package static let id = RuleID("swift-block")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A Swift block has a syntax error."
  package static let explanation = Explanation.document(
    "Readers copy examples: a Swift block must parse as some part of a file. `…` and `...` "
      + "stand for anything. Numbers of alternatives, check marks and crosses, and scalars "
      + "without width are ignored.",
    """
    ```swift
    let door = = DoorMachine()
    ```
    """,
    remedy: "Fix it, or remove the word `swift` from a block that is not Swift.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.examples.compactMap { example in
      guard let error = example.excerpt.syntaxError, !isText(example.fence.literal) else {
        return nil
      }
      if let line = error.location.range?.start.line, example.counterExampleLines.contains(line) {
        return nil
      }
      let isUncertain = page.subject.isHistorical || isNotation(error, in: example)
      return Diagnostic(
        rule: id, severity: severity, confidence: isUncertain ? .low : .medium,
        at: page.location(of: error.location.range, in: example.fence), error.summary,
        evidence: [Evidence(.help, "remove the word `swift` from a block that is not Swift")])
    }
  }

  /// Whether an error looks like a notation that the author chose, and not like a mistake: a colon
  /// or a dot where Swift has none, a piece that begins or ends within a statement, an omission.
  ///
  ///     Flow: load, then save  ·  protocol Name.Service { … }  ·  } label: { text in
  private static func isNotation(_ error: Diagnostic, in example: Example) -> Bool {
    let isPiece =
      error.summary == "unexpected code in source file"
      || error.summary.hasPrefix("`case` can only appear")
    let unexpected = error.summary.prefixMatch(of: /unexpected code `(.)/)?.1.first
    let line = error.location.range.map { example.fence.literal.line($0.start.line) } ?? ""
    // `after: .save: { … }` has one colon too many, whatever a notation may look like.
    if line.contains(/[\w)]\s*:\s*\.\w+\s*:\s*\{/) { return false }
    // `"save": "App save",` between members: entries of a table.
    return isPiece || line.contains(/^\s*"[^"]*":/) || unexpected.map { ":,.".contains($0) } == true
      || error.location.range.map { example.excerpt.elidedLines.contains($0.start.line) } == true
  }

  /// Whether a block is a drawing, a template or a list of answers, whatever its language says.
  private static func isText(_ text: String) -> Bool {
    text.contains { "└├│".contains($0) } || text.contains("{%") || text.contains("<%")
      || text.split(separator: "\n").contains { $0.hasPrefix("A) ") }
      // A template with placeholders: `struct <Name>Mapper {`
      || text.contains(/[ (]<[A-Z][A-Za-z]*>/)
  }
}

extension String {
  /// A line by its number, from 1; empty if there is none.
  fileprivate func line(_ number: Int) -> Substring {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(number - 1) ? lines[number - 1] : ""
  }
}
