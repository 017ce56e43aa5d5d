package import Diagnostics
import Markdown

/// A document that is empty: it was probably meant to hold something.
package enum EmptyDocument: Rule {
  package static let id = "empty-document"
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A document is empty."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard page.page.isReadable, page.page.blocks.isEmpty else { return [] }
    return [
      Diagnostic(
        rule: id, severity: severity, at: SourceLocation(file: page.page.path),
        "the document is empty",
        evidence: [Evidence(.help, "write it, or leave it out of the configured documents")])
    ]
  }
}

/// A document that is larger than anybody reads.
package enum LargeDocument: Rule {
  package static let id = "large-document"
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A document is so large that checking it takes seconds."

  /// In bytes.
  private static let limit = 10_000_000

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let size = page.page.source.bytes.count
    guard size > limit else { return [] }
    return [
      Diagnostic(
        rule: id, severity: severity, at: SourceLocation(file: page.page.path),
        "the document has \(size / 1_000_000) MB; checking it takes seconds",
        evidence: [Evidence(.help, "split it, or leave it out of the configured documents")])
    ]
  }
}
