import Diagnostics
import Markdown

extension CheckedPage {
  /// The words between backticks that a person wrote: what docgen writes is right by itself.
  ///
  /// In a DocC catalog double backticks are links, which have a rule of their own.
  var writtenCodeSpans: [CodeSpan] {
    let isCatalog = DocCCatalog.folder(of: page.path) != nil
    return page.codeSpans.filter { isWritten($0.range) && !(isCatalog && $0.isSymbolLink) }
  }

  /// The links and images that a person wrote.
  var writtenLinks: [Link] { page.links.filter { isWritten($0.range) } }

  func isWritten(_ range: SourceRange) -> Bool { page.isWritten(range) }
}

extension Page {
  /// Whether a place is outside of what docgen writes.
  func isWritten(_ range: SourceRange) -> Bool {
    !regions.contains { region in
      region.kind != .verified && region.contentRange.start <= range.start
        && range.end <= region.contentRange.end
    }
  }
}
