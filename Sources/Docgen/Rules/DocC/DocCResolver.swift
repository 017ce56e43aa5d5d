import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Resolves DocC links: articles, tutorials, types, members and modules of the project.
///
/// The order is DocC's: pages before symbols; relative links from the symbol of the page or comment
/// outward, then from the module.
struct DocCResolver {
  /// The place of a link.
  struct Place {
    /// Qualified names of the types from which relative links are resolved, the innermost first.
    var scope: [String] = []
    /// Names with a meaning only on the declaration: parameters, generic parameters.
    var localNames: Set<String> = []
    /// The page of a catalog; `nil` in a comment.
    var path: String?
    /// Whether the symbol of the page is unknown, so that its members cannot be found.
    var isScopeUnknown = false
  }

  let code: CodeModel
  let index: RepositoryIndex

  /// `nil` if the link leads somewhere, or if another module or language may declare its target.
  func problem(with link: DocCLink, at place: Place) -> LinkProblem? {
    let path = DocCPath(
      link.kind == .page ? LinkTarget.decoded(link.destination[...]) : link.destination)
    if path.components.isEmpty {
      return link.kind == .page ? problem(withAnchor: path.anchor, of: place) : nil
    }
    if link.kind != .symbol, let page = self.page(path, from: place.path) {
      return problem(withAnchor: path.anchor, ofPage: page)
    }
    if link.kind == .page, isHeading(path) { return nil }
    guard var problem = symbolProblem(path, place) else { return nil }
    if link.kind == .page, problem.isNameUnknown { problem = unknownPage(path, problem) }
    if problem.confidence < .medium { problem.replacement = nil }
    return LinkProblem(
      summary: problem.summary, confidence: problem.confidence, help: problem.help,
      isCertain: problem.replacement != nil && problem.replacement == problem.help,
      absentMember: problem.absentMember)
  }

  struct Problem {
    var summary: String
    var confidence: Confidence
    var help: String?
    var replacement: String?
    /// Whether not even the first name of the path is known.
    var isNameUnknown = false
    /// The number of components that were found.
    var depth = 0
    /// The member that the last found type lacks.
    var absentMember: AbsentMember?
  }

  // MARK: - Pages

  private static let prefixes: Set = ["documentation", "tutorials"]

  /// Whether a path ends with a heading of the page before it, as old DocC links do.
  private func isHeading(_ path: DocCPath) -> Bool {
    guard path.components.count > 1, let last = path.components.last,
      let page = page(DocCPath(components: path.components.dropLast()), from: nil)
    else { return false }
    return index.anchors(of: page)?.containsSpelling(last.full) == true
  }

  /// The article or tutorial that a path names; the catalog of the page with the link is searched
  /// first, since catalogs may have pages of the same name.
  private func page(_ path: DocCPath, from place: String?) -> String? {
    var components = path.components.map(\.full)[...]
    while let first = components.first, components.count > 1,
      Self.prefixes.contains(first) || isModule(first) || isPage(first)
    {
      components = components.dropFirst()
    }
    guard components.count == 1, let name = components.first else { return nil }
    let wanted = DocCCatalog.linkName(name)
    let pages = index.catalogs.compactMap { $0.pages[wanted] }
    let own = place.flatMap { DocCCatalog.folder(of: $0) }
    return pages.first { own != nil && DocCCatalog.folder(of: $0) == own } ?? pages.first
  }

  func isPage(_ name: String) -> Bool {
    let wanted = DocCCatalog.linkName(name)
    return index.catalogs.contains { $0.name == name || $0.pages[wanted] != nil }
  }

  /// Whether a name is a page's own, and not that of the symbol which an extension page describes.
  func isArticle(_ name: String) -> Bool {
    let wanted = DocCCatalog.linkName(name)
    return index.catalogs.compactMap { $0.pages[wanted] }.contains { path in
      guard let page = index.page(path), let heading = page.headings.first else { return true }
      return !page.codeSpans.contains { $0.block == heading.block && $0.isSymbolLink }
    }
  }

  /// A link to a page: the name may be misspelled.
  private func unknownPage(_ path: DocCPath, _ problem: Problem) -> Problem {
    var problem = problem
    let name = path.components.last?.full ?? ""
    problem.summary = "no article, tutorial or symbol is called `\(name)`"
    let near = index.nearest(to: name, among: .article) { index.catalogs.flatMap(\.pages.keys) }
    if let near { problem.help = "doc:" + near }
    return problem
  }

  // MARK: - Anchors

  /// Anchors that DocC makes itself.
  private static let ownAnchors: Set = [
    "topics", "seealso", "overview", "discussion", "parameters", "returnvalue", "relationships",
    "mentionedin", "declaration", "defaultimplementations", "primarycontent",
  ]

  private func problem(withAnchor anchor: String?, of place: Place) -> LinkProblem? {
    guard let path = place.path else { return nil }
    var problem = problem(withAnchor: anchor, ofPage: path)
    // The comment of the page's symbol has headings as well.
    if !place.scope.isEmpty || place.isScopeUnknown { problem?.confidence = .low }
    return problem
  }

  private func problem(withAnchor anchor: String?, ofPage path: String) -> LinkProblem? {
    guard let anchor, !anchor.isEmpty, !path.hasSuffix(".tutorial"),
      let anchors = index.anchors(of: path),
      !anchors.containsSpelling(anchor),
      !Self.ownAnchors.contains(anchor.lowercased().filter { $0.isLetter })
    else { return nil }
    let near = anchors.only(spelledLike: anchor) ?? anchors.nearest(to: anchor)
    return LinkProblem(
      summary: "`\(path)` has no heading `#\(anchor)`", help: near.map { "#" + $0 })
  }

  // MARK: - Symbols

  func symbolProblem(_ path: DocCPath, _ place: Place) -> Problem? {
    var components = path.components[...]
    if let first = components.first, components.count > 1, Self.prefixes.contains(first.full) {
      components = components.dropFirst()
    }
    guard let first = components.first else { return nil }
    if components.count == 1, place.localNames.contains(first.full) { return nil }
    var problems: [Problem] = []
    for start in starts(of: components, path, place) {
      guard let problem = walk(start.types, start.rest, written: components) else { return nil }
      problems.append(problem)
    }
    if isDeclaredOutside(components, path) { return nil }
    let best = problems.max { $0.depth < $1.depth }
    if let best, best.depth > 0 { return best }
    let isInModule = components.count > 1 && isModule(first.full)
    return unknown(isInModule ? components.dropFirst() : components, place)
  }

  /// The starting points of a search: the types found so far, and the remaining components.
  private func starts(
    of components: ArraySlice<DocCPath.Component>, _ path: DocCPath, _ place: Place
  ) -> [(types: [TypeDeclaration], rest: ArraySlice<DocCPath.Component>)] {
    var starts: [(types: [TypeDeclaration], rest: ArraySlice<DocCPath.Component>)] = []
    guard let first = components.first else { return [] }
    if !path.isAbsolute {
      for scope in place.scope {
        let types = code.types(qualifiedAs: scope)
        if !types.isEmpty { starts.append((types, components)) }
        // `extension Data { struct Problem {} }`
        let nested = types.isEmpty ? code.types(qualifiedAs: scope + "." + first.name) : []
        if !nested.isEmpty { starts.append((nested, components.dropFirst())) }
        if FileName.lastName(of: scope) == first.name {
          starts.append((types, components.dropFirst()))
        }
      }
    }
    var rests = [components]
    if isModule(first.full) { rests.append(components.dropFirst()) }
    for rest in rests {
      guard let name = rest.first?.name else { continue }
      let types = code.types(qualifiedAs: name)
      if !types.isEmpty { starts.append((types, rest.dropFirst())) }
    }
    return starts
  }

  /// Whether a path that does not begin with a type of the project is still known: a module, a
  /// global, an extension of another module's type, a name of C.
  private func isDeclaredOutside(
    _ components: ArraySlice<DocCPath.Component>, _ path: DocCPath
  ) -> Bool {
    guard let first = components.first else { return true }
    var rests = [components]
    if isModule(first.full) {
      if components.count == 1 { return true }
      rests.append(components.dropFirst())
      if !isOwnModule(first.full) { return true }
    }
    return rests.contains { rest in
      guard let first = rest.first else { return true }
      if rest.count == 1 {
        if code.globals.contains(where: { Self.matches($0, first) }) { return true }
        if code.operators.contains(where: { $0.name == first.base }) { return true }
      }
      return code.types(qualifiedAs: first.name).isEmpty && isExtended(rest)
    }
  }

  /// `URLSession/open()` of `extension URLSession { func open() }`.
  private func isExtended(_ components: ArraySlice<DocCPath.Component>) -> Bool {
    let names = components.map(\.name)
    return code.foreignExtensions.contains { declaration in
      let own = declaration.name.split(separator: ".").map(String.init)
      if names.count <= own.count { return own.suffix(names.count) == names[...] || own == names }
      guard names.count == own.count + 1, Array(names.prefix(own.count)) == own,
        let last = components.last
      else { return false }
      return declaration.members.contains { Self.matches($0, last) || $0.name == last.base }
    }
  }

  /// Follows the components from types on; `nil` if they lead to a declaration.
  private func walk(
    _ types: [TypeDeclaration], _ rest: ArraySlice<DocCPath.Component>,
    written: ArraySlice<DocCPath.Component>
  ) -> Problem? {
    guard let component = rest.first else { return types.isEmpty ? missing(written) : nil }
    var best: Problem?
    for type in types {
      let nested = code.nestedTypes(named: component.name, in: type)
      let problem: Problem?
      if !nested.isEmpty {
        problem = walk(nested, rest.dropFirst(), written: written)
      } else if rest.count == 1 {
        problem = self.problem(withMember: component, of: type, written)
      } else {
        problem = missing(component, of: type, written, depth: written.count - rest.count)
      }
      guard let problem else { return nil }
      if best.map({ $0.confidence > problem.confidence }) ?? true { best = problem }
    }
    return best ?? missing(written)
  }

  func missing(_ written: ArraySlice<DocCPath.Component>) -> Problem {
    Problem(
      summary: "no symbol is called `\(written.last?.name ?? "")`", confidence: .medium,
      isNameUnknown: true)
  }

  // MARK: - Modules

  /// Whether a name is that of a module: of the project, or one that its sources import.
  func isModule(_ name: String) -> Bool {
    isOwnModule(name) || index.imported(code).contains(name)
  }

  private func isOwnModule(_ name: String) -> Bool { index.ownModules(code).contains(name) }
}

extension FileName {
  /// `A.B` -> `B`
  static func lastName(of name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}
