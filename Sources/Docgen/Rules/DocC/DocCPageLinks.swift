import Diagnostics
import Markdown
import Models
import SwiftIndex

/// The links of a page in a DocC catalog: articles, extension pages, tutorials.
struct DocCPageLinks {
  private let page: CheckedPage
  private let context: ProjectContext
  private let text: DocCText
  private let links: [DocCLink]
  private let resolver: DocCResolver
  private var index: RepositoryIndex { context.index }

  init(_ page: CheckedPage, _ context: ProjectContext) {
    self.page = page
    self.context = context
    text = DocCText(page.page)
    links = DocCLink.all(in: text).filter { page.isWritten($0.range) }
    resolver = DocCResolver(code: page.project.code, index: context.index)
  }

  // MARK: - Broken links

  /// Pictures, videos and plain addresses that lead nowhere.
  func findings() -> [Diagnostic] {
    links.compactMap { link in
      switch link.kind {
      case .asset:
        DocCAssets.problem(with: link, from: page.page.path, context)
          .map { finding(BrokenLink.id, $0, link: link) }
      case .address: problem(withAddress: link).map { finding(BrokenLink.id, $0, link: link) }
      case .symbol, .page, .snippet: nil
      }
    }
  }

  /// `[text](Page.md)`: a file, as GitHub shows it, or the address of a page on the site.
  private func problem(withAddress link: DocCLink) -> LinkProblem? {
    guard !LinkCheck.isTemplate(link.destination), let target = LinkTarget(link.destination) else {
      return nil
    }
    let path = page.page.path
    if target.path.isEmpty { return anchorProblem(target.anchor) }
    // Addresses on the finished site are in lower case, and may belong to another catalog.
    if ["/documentation/", "/tutorials/"].contains(where: target.path.hasPrefix) { return nil }
    guard let wanted = ProjectContext.path(target.path, from: path) else { return nil }
    if context.kind(wanted) != nil || index.isInSubmodule(wanted) { return nil }
    let address = DocCLink(
      kind: .page, destination: target.path, range: link.range, destinationRange: nil)
    if resolver.problem(with: address, at: place) == nil { return nil }
    var problem = LinkCheck(page, context).missing(wanted, target)
    if target.isFromRoot || !FileName.isFileName(target.path) {
      problem.confidence = .low
    }
    return problem
  }

  private func anchorProblem(_ anchor: String?) -> LinkProblem? {
    let link = DocCLink(
      kind: .page, destination: "#" + (anchor ?? ""), range: text.range(wholeRange),
      destinationRange: nil)
    return resolver.problem(with: link, at: place)
  }

  private var wholeRange: SourceRange {
    SourceRange(
      start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 1))
  }

  // MARK: - DocC links

  nonisolated(unsafe) private static let halfClosed =
    /(?:^|[^`])(``[A-Za-z_][\w\/():]*`)(?=[\s.,;)]|$)/

  /// Links with two backticks before the name and one after it: DocC shows them as text.
  private var halfClosedLinks: [Diagnostic] {
    text.page.blocks.filter { $0.kind == .paragraph }.flatMap { block in
      text.page.lines(of: block).compactMap { line -> Diagnostic? in
        guard line.text.contains("``"), let match = line.text.firstMatch(of: Self.halfClosed) else {
          return nil
        }
        let start = line.position(column: line.text[..<match.1.startIndex].utf8.count + 1)
        let range = text.range(
          SourceRange(line: start.line, column: start.column, length: match.1.utf8.count))
        guard page.isWritten(range) else { return nil }
        let name = String(match.1.drop { $0 == "`" }.dropLast())
        let link = DocCLink(
          kind: .symbol, destination: name, range: range, destinationRange: nil)
        return finding(
          UnresolvedDocLink.id,
          LinkProblem(summary: "the link to `\(name)` lacks a backtick", confidence: .medium),
          link: link)
      }
    }
  }

  /// Links to symbols, articles, tutorials and snippets that lead nowhere.
  func unresolved() -> [Diagnostic] {
    let place = place
    return halfClosedLinks
      + links.compactMap { link in
        if context.isIgnored(link.destination) { return nil }
        var problem: LinkProblem?
        switch link.kind {
        case .symbol where isTitle(link): problem = titleProblem(link)
        case .symbol, .page: problem = resolver.problem(with: link, at: place)
        case .snippet: problem = DocCAssets.snippetProblem(link, index)
        case .asset, .address: problem = nil
        }
        if hasAddress(link) { problem?.confidence = .low }
        return problem.map { finding(UnresolvedDocLink.id, $0, link: link) }
      }
  }

  /// Whether a link to a symbol is the text of a link to a website: the name may be another project's.
  private func hasAddress(_ link: DocCLink) -> Bool {
    link.kind == .symbol
      && text.page.links.contains { outer in
        let range = text.range(outer.range)
        return outer.destination.contains("://") && range.start <= link.range.start
          && link.range.end <= range.end
      }
  }

  /// The symbol of an extension page: ``` # ``House/Door`` ```.
  private var title: DocCLink? {
    guard let heading = text.page.headings.first, heading.level == 1,
      let span = text.page.codeSpans.first(where: { $0.block == heading.block }),
      span.isSymbolLink, span.text == heading.text
    else { return nil }
    let range = text.range(span.contentRange)
    return links.first { $0.kind == .symbol && $0.range == range }
  }

  private func isTitle(_ link: DocCLink) -> Bool { title?.range == link.range }

  /// A page of a module has the module's name, which need not be known.
  private func titleProblem(_ link: DocCLink) -> LinkProblem? {
    let path = DocCPath(link.destination)
    if path.components.count == 1, isModulePage(path.components[0].full) { return nil }
    return resolver.problem(with: link, at: DocCResolver.Place(path: page.page.path))
  }

  private func isModulePage(_ name: String) -> Bool {
    index.sourceFolders(page.project.code).contains(name)
      || text.page.headings.dropFirst().contains { $0.text == "Topics" }
        && page.project.code.types(named: name).isEmpty
        && index.files(named: "project.pbxproj").contains {
          ("/" + $0).contains("/\(name).xcodeproj/")
        }
  }

  /// The starting point of the page's relative links: its symbol, or the module.
  private var place: DocCResolver.Place {
    var place = DocCResolver.Place(path: page.page.path)
    guard let title else { return place }
    let components = DocCPath(title.destination).components
    let names = components.map(\.name)
    let code = page.project.code
    for start in [0, 1] where start < names.count {
      let name = names[start...].joined(separator: ".")
      if !code.types(qualifiedAs: name).isEmpty {
        place.scope = CodeModel.scopes(of: name)
        return place
      }
    }
    place.isScopeUnknown = titleProblem(title) != nil || names.count > 1
    return place
  }

  private func finding(_ rule: RuleID, _ problem: LinkProblem, link: DocCLink) -> Diagnostic {
    UnresolvedDocLink.finding(
      rule, problem: problem, link: link, in: page.page.path, repository: context.repository)
  }
}

/// Files that DocC pages and comments show.
enum DocCAssets {
  /// A picture or video that no catalog has.
  static func problem(
    with link: DocCLink, from path: String, _ context: ProjectContext
  ) -> LinkProblem? {
    guard !LinkCheck.isTemplate(link.destination), let target = LinkTarget(link.destination),
      !target.path.isEmpty
    else { return nil }
    let index = context.index
    if index.catalogs.contains(where: { $0.hasAsset(target.path) }) { return nil }
    if let file = ProjectContext.path(target.path, from: path) {
      if context.kind(file) != nil || index.isInSubmodule(file) || index.isIgnored(file) {
        return nil
      }
    }
    let name = FileName.last(of: target.path)
    let isFile = name.contains(".")
    let near = index.nearest(to: name, among: isFile ? .file : .folder) {
      Set(index.catalogs.flatMap(\.assets)).filter { $0.contains(".") == isFile }
    }
    return LinkProblem(summary: "no catalog has a file `\(name)`", help: near)
  }

  /// A snippet without a file in the folder `Snippets`.
  static func snippetProblem(_ link: DocCLink, _ index: RepositoryIndex) -> LinkProblem? {
    let parts = link.destination.split(separator: "/")
    guard let last = parts.last else { return nil }
    let files = index.files.lazy.filter { ("/" + $0).contains("/Snippets/") }
    // `Knock` of `Knock.swift`; a plug-in may add those of other languages: `Knock.java`.
    if files.contains(where: { FileName.last(of: $0).hasPrefix(last + ".") }) { return nil }
    let known = files.filter { $0.hasSuffix(".swift") }
    let names = known.map { String(FileName.last(of: $0).dropLast(".swift".count)) }
    let near = index.nearest(to: String(last), among: .snippet) { names }
    return LinkProblem(
      summary: "no snippet is called `\(last)`",
      help: near.map { (parts.dropLast().map(String.init) + [$0]).joined(separator: "/") })
  }
}
