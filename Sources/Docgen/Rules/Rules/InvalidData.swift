package import Diagnostics
import Markdown

/// A data block that does not parse, or does not fit the `Codable` type that its marker names.
package enum InvalidData: Rule {
  package static let id = RuleID("invalid-data")
  package static let severity = Diagnostic.Severity.error
  package static let isAboutCode = false
  package static let summary =
    "A block of JSON, YAML or a property list does not parse, or does not fit its type."
  package static let explanation = Explanation.document(
    """
    Readers copy such blocks into files. Comments, trailing commas, `…` and placeholders are accepted; \
    any other syntax error is a warning. Below `docgen:verify json type=T`, the keys and values must be \
    those that the `Codable` type T reads: then each difference is an error.
    """,
    "```json\n{ \"width\": 70 \"height\": 210 }\n```",
    remedy: "Correct the block. `…` stands for omitted parts.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let verified = Set(page.regions.compactMap(\.dataBlock))
    let syntax = page.fences.compactMap { fence -> Diagnostic? in
      guard page.isWritten(fence.range), let block = DataBlock(fence),
        let problem = block.problem
      else { return nil }
      let isCertain = verified.contains(fence.block)
      let isDoubtful =
        page.subject.isHistorical(fence) || block.format == .yaml || page.isCounterExample(fence)
      return Diagnostic(
        rule: id, severity: severity,
        confidence: isCertain ? .high : isDoubtful ? .low : .medium,
        at: page.location(ofOffset: problem.offset, in: fence),
        "the \(block.format.rawValue) block does not parse: \(problem.reason)")
    }
    let types = page.regions.flatMap { checked -> [Diagnostic] in
      guard case .data(let verification) = checked.outcome else { return [] }
      return verification.deviations.map { deviation in
        Diagnostic(
          rule: id, severity: severity,
          at: page.location(ofOffset: deviation.offset, in: verification.fence),
          deviation.summary, caretLabel: "documented", evidence: deviation.evidence)
      }
    }
    return syntax + types
  }
}

extension CheckedPage {
  /// Whether the text before a block calls it wrong.
  fileprivate func isCounterExample(_ fence: Fence) -> Bool {
    let line = page.source.line(max(1, fence.range.start.line - 2)).lowercased()
    return ["wrong", "invalid", "malformed", "broken", "incorrect", "don't", "error"].contains {
      line.contains($0)
    }
  }
}

extension CheckedRegion {
  /// The index of the block that is compared with a type.
  fileprivate var dataBlock: Int? {
    if case .data(let verification) = outcome { verification.fence.block } else { nil }
  }
}
