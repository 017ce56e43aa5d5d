import Diagnostics
import Markdown

/// A link, an image or another reference that docgen resolves, and its place.
package struct Reference: Sendable {
  let kind: ReferenceKind
  /// As written, without `doc:`.
  let destination: String
  let file: String
  /// The start of the range in findings about it.
  let start: SourcePosition

  /// The place of a finding about a reference.
  struct Place: Hashable {
    let file: String
    let start: SourcePosition
    let rule: RuleID
  }

  var place: Place { Place(file: file, start: start, rule: kind.rule) }
}

extension Reference.Place {
  init?(_ finding: Diagnostic) {
    guard let range = finding.location.range else { return nil }
    self.init(file: finding.location.file, start: range.start, rule: finding.rule)
  }
}

/// The form of a reference and the rule that checks it. A project usually writes the references of one
/// kind by one convention.
package struct ReferenceKind: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case link, rootLink, anchor, image, symbol, page, snippet
  }

  enum Place: Hashable, Sendable {
    case document, catalog, comment
  }

  let form: Form
  let place: Place

  /// The rules that check references.
  static let rules: Set = [BrokenLink.id, UnresolvedDocLink.id]

  var rule: RuleID {
    switch form {
    case .link, .rootLink, .anchor, .image: BrokenLink.id
    case .symbol, .page, .snippet: UnresolvedDocLink.id
    }
  }

  /// `relative links in DocC catalogs`
  var name: String {
    switch place {
    case .document: form.name
    case .catalog: form.name + " in DocC catalogs"
    case .comment: form.name + " in comments"
    }
  }
}

extension ReferenceKind.Form {
  fileprivate var name: String {
    switch self {
    case .link: "relative links"
    case .rootLink: "links that begin with `/`"
    case .anchor: "links to headings"
    case .image: "images"
    case .symbol: "symbol links"
    case .page: "`<doc:>` links"
    case .snippet: "`@Snippet` paths"
    }
  }

  /// The way in which docgen resolves them.
  var convention: String {
    switch self {
    case .link: "docgen reads them from the folder of the document"
    case .rootLink: "docgen reads them from the root of the repository"
    case .anchor: "docgen computes the anchors of headings as GitHub and DocC do"
    case .image: "docgen looks in the repository and in the catalogs"
    case .symbol: "docgen looks in the configured sources"
    case .page: "docgen looks for pages in the catalogs of the repository"
    case .snippet: "docgen looks in folders called `Snippets`"
    }
  }
}

// MARK: - Finding them

extension CheckedPage {
  /// The references on the page that a rule checks and no marker excuses.
  package var references: [Reference] {
    let isInCatalog = DocCCatalog.folder(of: page.path) != nil
    let found =
      isInCatalog
      ? DocCLink.all(in: DocCText(page)).filter { isWritten($0.range) }.compactMap {
        Reference($0, in: page.path, .catalog)
      }
      : writtenLinks.compactMap { Reference($0, in: page.path) }
    return found.filter { reference in
      !page.disables.contains { disable in
        disable.rule.text == reference.kind.rule.rawValue && disable.covers.start <= reference.start
          && reference.start <= disable.covers.end
      }
    }
  }
}

extension CheckedProject {
  /// The references in documentation comments that a rule checks.
  package var references: [Reference] { UnresolvedDocLink.references(inCommentsOf: model) }
}

extension Reference {
  /// `nil` if the link leads to another site.
  fileprivate init?(_ link: Link, in file: String) {
    guard let form = ReferenceKind.Form(link.destination, isImage: link.isImage) else { return nil }
    self.init(
      kind: ReferenceKind(form: form, place: .document), destination: link.destination, file: file,
      start: (link.destinationRange ?? link.range).start)
  }

  /// `nil` if the link leads to another site.
  init?(_ link: DocCLink, in file: String, _ place: ReferenceKind.Place) {
    let form: ReferenceKind.Form?
    switch link.kind {
    case .symbol: form = .symbol
    case .page: form = .page
    case .snippet: form = .snippet
    case .asset: form = .image
    case .address: form = ReferenceKind.Form(link.destination, isImage: false)
    }
    guard let form else { return nil }
    self.init(
      kind: ReferenceKind(form: form, place: place), destination: link.destination, file: file,
      start: link.range.start)
  }
}

extension ReferenceKind.Form {
  fileprivate init?(_ destination: String, isImage: Bool) {
    guard let target = LinkTarget(destination) else { return nil }
    if isImage {
      self = .image
    } else if target.anchor != nil {
      self = .anchor
    } else {
      self = target.isFromRoot ? .rootLink : .link
    }
  }
}
