import Diagnostics
import Markup

extension CheckedPage {
  /// The words between backticks that a person wrote: what docgen writes is right by itself.
  var writtenCodeSpans: [CodeSpan] { page.codeSpans.filter { isWritten($0.range) } }

  /// The links and images that a person wrote.
  var writtenLinks: [Link] { page.links.filter { isWritten($0.range) } }

  private func isWritten(_ range: SourceRange) -> Bool {
    !page.regions.contains { region in
      region.kind != .verified && region.contentRange.start <= range.start
        && range.end <= region.contentRange.end
    }
  }
}
