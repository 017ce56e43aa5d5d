import Diagnostics
import Markdown

extension CheckedPage {
  /// The inline code outside of generated regions.
  ///
  /// In a DocC catalog double backticks are links, which have a rule of their own.
  var writtenCodeSpans: [CodeSpan] {
    let isCatalog = DocCCatalog.folder(of: page.path) != nil
    return page.codeSpans.filter { isWritten($0.range) && !(isCatalog && $0.isSymbolLink) }
  }

  /// The rest of the line after inline code.
  func text(after span: CodeSpan) -> String {
    let line = page.source.line(span.range.end.line).utf8
    return String(decoding: line.dropFirst(span.range.end.column - 1), as: UTF8.self)
  }

  /// The beginning of the line before inline code.
  func text(before span: CodeSpan) -> String {
    let line = page.source.line(span.range.start.line).utf8
    return String(decoding: line.prefix(span.range.start.column - 1), as: UTF8.self)
  }

  /// The links and images outside of generated regions.
  var writtenLinks: [Link] { page.links.filter { isWritten($0.range) } }

  func isWritten(_ range: SourceRange) -> Bool { page.isWritten(range) }
}

extension Page {
  /// Whether a place is outside of the text that docgen writes.
  func isWritten(_ range: SourceRange) -> Bool {
    !regions.contains { region in
      region.kind != .verified && region.contentRange.start <= range.start
        && range.end <= region.contentRange.end
    }
  }
}
