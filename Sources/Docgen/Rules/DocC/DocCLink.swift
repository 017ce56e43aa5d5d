import Diagnostics
import Markdown

/// A reference in a DocC page or a documentation comment.
struct DocCLink: Sendable {
  enum Kind: Sendable {
    /// ``` ``Door/push()`` ```, which leads to a symbol.
    case symbol
    /// `<doc:Opening-doors>` or `[text](doc:Door)`, which leads to a page or a symbol.
    case page
    /// `![text](sky.png)`, `@Image(source: sky)`, `@Video(source: "tour.mp4")`.
    case asset
    /// `@Snippet(path: "House/Snippets/Opening")`.
    case snippet
    /// `[text](Page.md)`, which DocC keeps as an address.
    case address
  }

  let kind: Kind
  /// As written, without `doc:`.
  let destination: String
  /// In the file.
  let range: SourceRange
  /// The place of the destination alone; `nil` if it cannot be replaced.
  let destinationRange: SourceRange?

  /// All references in a text, in their order.
  static func all(in text: DocCText) -> [DocCLink] {
    let links = symbols(in: text) + text.page.links.map { DocCLink($0, in: text) }
    return (links + directives(in: text)).sorted { $0.range.start < $1.range.start }
  }

  private static func symbols(in text: DocCText) -> [DocCLink] {
    text.page.codeSpans.compactMap { span in
      guard span.isSymbolLink, DocCPath.isPossible(span.text) else { return nil }
      return DocCLink(
        kind: .symbol, destination: span.text, range: text.range(span.contentRange),
        destinationRange: text.range(span.contentRange))
    }
  }

  private init(_ link: Link, in text: DocCText) {
    let range = link.destinationRange.map(text.range)
    let isPage = link.destination.hasPrefix("doc:")
    self.init(
      kind: link.isImage ? .asset : isPage ? .page : .address,
      destination: isPage ? String(link.destination.dropFirst(4)) : link.destination,
      range: range ?? text.range(link.range), destinationRange: range)
  }

  init(
    kind: Kind, destination: String, range: SourceRange, destinationRange: SourceRange?
  ) {
    self.kind = kind
    self.destination = destination
    self.range = range
    self.destinationRange = destinationRange
  }

  private static let assetDirectives: Set = [
    "Image", "Video", "PageImage", "Code", "Intro", "Chapter", "File",
  ]

  private static func directives(in text: DocCText) -> [DocCLink] {
    text.directives.flatMap { directive in
      directive.arguments.compactMap { key, value, range in
        let kind: Kind
        switch (directive.name, key) {
        case ("Snippet", "path"): kind = .snippet
        case ("Code", "file"), ("Code", "previousFile"): kind = .asset
        case ("TutorialReference", "tutorial"):
          guard value.hasPrefix("doc:") else { return nil }
          return DocCLink(
            kind: .page, destination: String(value.dropFirst(4)), range: range,
            destinationRange: nil)
        case (_, "source") where assetDirectives.contains(directive.name): kind = .asset
        case ("Video", "poster"): kind = .asset
        default: return nil
        }
        return DocCLink(kind: kind, destination: value, range: range, destinationRange: nil)
      }
    }
  }
}

extension CodeSpan {
  /// Whether the code is between double backticks: in DocC that is a link to a symbol.
  var isSymbolLink: Bool {
    range.start.line == contentRange.start.line
      && contentRange.start.column - range.start.column == 2
  }
}
