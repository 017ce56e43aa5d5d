package import Diagnostics
import Markdown

/// An empty document, which was probably meant to have content.
package enum EmptyDocument: Rule {
  package static let id = RuleID("empty-document")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A document is empty."
  package static let explanation = Explanation.document(
    "It was probably meant to have content.", "",
    remedy: "Write its content, or remove it from `documents`.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    // A site may need the index of a folder, whatever is in it, and a page of values alone.
    let name = FileName.last(of: page.page.path).lowercased()
    guard page.page.isReadable, page.page.blocks.isEmpty, page.page.frontMatter == nil,
      !["index.md", "_index.md"].contains(name)
    else { return [] }
    return [
      Diagnostic(
        rule: id, severity: severity, at: SourceLocation(file: page.page.path),
        "the document is empty",
        evidence: [Evidence(.help, "write it, or leave it out of the configured documents")])
    ]
  }
}

/// A document that is too large for readers.
package enum LargeDocument: Rule {
  package static let id = RuleID("large-document")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A document is so large that checking it takes seconds."
  package static let explanation = Explanation.other(
    "Over 10 MB, a document is too long for readers, and checking it takes seconds.",
    "a document", text: "a log with the name `server.md`",
    remedy: "Split it, or leave it out of `documents`.")

  /// In bytes.
  private static let limit = 10_000_000

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let size = page.page.source.bytes.count
    guard size > limit else { return [] }
    return [
      Diagnostic(
        rule: id, severity: severity, at: SourceLocation(file: page.page.path),
        "the document is \(size / 1_000_000) MB long; checking it takes seconds",
        evidence: [Evidence(.help, "split it, or leave it out of the configured documents")])
    ]
  }
}
