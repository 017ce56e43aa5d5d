import Diagnostics
import Markdown

/// A page made from a text.
func page(_ text: String) -> Page {
  Page(path: "docs/page.md", bytes: Array(text.utf8))
}

extension Page {
  /// The bytes of the file in a range, as text.
  func cut(_ range: SourceRange) -> String { source.text(in: range) }

  /// `line:column rule` of every diagnostic.
  var findings: [String] {
    diagnostics.map { diagnostic in
      let start = diagnostic.location.range?.start
      return "\(start?.line ?? 0):\(start?.column ?? 0) \(diagnostic.rule)"
    }
  }
}

extension SourceRange {
  /// `1:3-2:5`.
  var text: String { "\(start.line):\(start.column)-\(end.line):\(end.column)" }
}

extension Page.Rewriting {
  var text: String? {
    guard case .changed(let bytes) = self else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  var refusals: [String] {
    guard case .refused(let diagnostics) = self else { return [] }
    return diagnostics.map(\.summary)
  }
}
