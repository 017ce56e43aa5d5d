package import Diagnostics
import Markdown

/// A code fence that takes text and the next code block for code, since its partner is missing.
///
///     ```            opens a block, without a language or with that of code
///     ## Install
///     ```swift       is one of its lines, so that the next fence ends it
package enum StrayFence: Rule {
  package static let id = RuleID("stray-fence")
  package static let severity = Diagnostic.Severity.warning
  package static let isAboutCode = false
  package static let summary = "A code fence without a partner turns text into code."
  package static let explanation = Explanation.other(
    """
    A fence without a language whose block contains the line that opens another block has lost its \
    partner: the text in between is shown as code, and the code after it as text.
    """,
    "a document",
    text: """
      ~~~
      ## Install
      ~~~swift
      """,
    remedy: "Remove the fence, or add the one that is missing.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    // Only the first is certain to be wrong: it swaps text and code below it.
    let stray = page.page.fences.first { fence in
      languages.contains(fence.language.lowercased()) && page.isWritten(fence.range)
        && opener(in: fence) != nil
    }
    guard let stray, let line = opener(in: stray) else { return [] }
    let range = SourceRange(
      line: stray.range.start.line, column: stray.range.start.column, length: stray.length)
    return [
      Diagnostic(
        rule: id, severity: severity,
        confidence: page.subject.isHistorical ? .low : .medium, at: page.page.location(range),
        "this fence turns the text up to the next code block into code",
        evidence: [
          Evidence(
            .note, "the block contains the fence of line \(stray.range.start.line + line)"),
          Evidence(.help, "remove the fence, or add the one that is missing"),
        ])
    ]
  }

  /// Text in these languages has no fences of its own.
  private static let languages: Set = ["", "swift", "bash", "sh", "json", "yaml", "console"]

  /// The line of a block, from 1, that opens a block with a language after other text.
  private static func opener(in fence: Fence) -> Int? {
    let marks = String(repeating: fence.character, count: fence.length)
    let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.first { index in
      lines[index].hasPrefix(marks) && lines[index].dropFirst(fence.length).first?.isLetter == true
    }.map { $0 + 1 }
  }
}
