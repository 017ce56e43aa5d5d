import Diagnostics
import Markup
import Models
import SwiftCode

/// Finds what DocC links mean: articles, tutorials, types, members and modules of the project.
///
/// The order is DocC's: pages before symbols; relative links from the symbol of the page or comment
/// outward, then from the module.
struct DocCResolver {
  /// Where a link is written.
  struct Place {
    /// Qualified names of the types from which relative links are resolved, the innermost first.
    var scope: [String] = []
    /// Names that mean something on the declaration alone: parameters, generic parameters.
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
    if link.kind != .symbol, let page = self.page(path) {
      return problem(withAnchor: path.anchor, ofPage: page)
    }
    if link.kind == .page, isHeading(path) { return nil }
    guard var problem = symbolProblem(path, place) else { return nil }
    if link.kind == .page, problem.isNameUnknown { problem = unknownPage(path, problem) }
    if problem.confidence < .medium { problem.replacement = nil }
    return LinkProblem(
      summary: problem.summary, confidence: problem.confidence, help: problem.help,
      isCertain: problem.replacement != nil && problem.replacement == problem.help)
  }

  struct Problem {
    var summary: String
    var confidence: Confidence
    var help: String?
    var replacement: String?
    /// Whether not even the first name of the path is known.
    var isNameUnknown = false
    /// How many components were found.
    var depth = 0
  }

  // MARK: - Pages

  private static let prefixes: Set = ["documentation", "tutorials"]

  /// Whether a path ends with a heading of the page before it, as old DocC links do.
  private func isHeading(_ path: DocCPath) -> Bool {
    guard path.components.count > 1, let last = path.components.last,
      let page = page(DocCPath(components: path.components.dropLast()))
    else { return false }
    return index.anchors(of: page)?.containsSpelling(last.full) == true
  }

  /// The article or tutorial that a path names.
  private func page(_ path: DocCPath) -> String? {
    var components = path.components.map(\.full)[...]
    while let first = components.first, components.count > 1,
      Self.prefixes.contains(first) || isModule(first) || isPage(first)
    {
      components = components.dropFirst()
    }
    guard components.count == 1, let name = components.first else { return nil }
    let wanted = DocCCatalog.linkName(name)
    return index.catalogs.lazy.compactMap { $0.pages[wanted] }.first
  }

  private func isPage(_ name: String) -> Bool {
    let wanted = DocCCatalog.linkName(name)
    return index.catalogs.contains { $0.name == name || $0.pages[wanted] != nil }
  }

  /// A link to a page: the name may be misspelled.
  private func unknownPage(_ path: DocCPath, _ problem: Problem) -> Problem {
    var problem = problem
    let name = path.components.last?.full ?? ""
    problem.summary = "no article, tutorial or symbol is called `\(name)`"
    let known = index.catalogs.flatMap(\.pages.keys)
    if let near = NearMiss.best(for: name, among: known) { problem.help = "doc:" + near }
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

  private func symbolProblem(_ path: DocCPath, _ place: Place) -> Problem? {
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

  /// Where a search may begin: the types found so far, and the components that are left.
  private func starts(
    of components: ArraySlice<DocCPath.Component>, _ path: DocCPath, _ place: Place
  ) -> [(types: [TypeDeclaration], rest: ArraySlice<DocCPath.Component>)] {
    var starts: [(types: [TypeDeclaration], rest: ArraySlice<DocCPath.Component>)] = []
    guard let first = components.first else { return [] }
    if !path.isAbsolute {
      for scope in place.scope {
        let types = code.types(qualifiedAs: scope)
        if !types.isEmpty { starts.append((types, components)) }
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

  /// Whether a path that begins with no type of the project is known all the same: a module, a
  /// global, an extension of another module's type, something of C.
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

  private func missing(_ written: ArraySlice<DocCPath.Component>) -> Problem {
    Problem(
      summary: "no symbol is called `\(written.last?.name ?? "")`", confidence: .medium,
      isNameUnknown: true)
  }

  // MARK: - Members

  private func problem(
    withMember component: DocCPath.Component, of type: TypeDeclaration,
    _ written: ArraySlice<DocCPath.Component>
  ) -> Problem? {
    let members = code.documentedMembers(of: type)
    if members.contains(where: { Self.matches($0, component) }) { return nil }
    if Self.isSynthesized(component) { return nil }
    let depth = written.count - 1
    var problem = missing(component, of: type, written, depth: depth)
    let alike = Set(members.filter { $0.name == component.base }.map(Self.linkName))
    if !alike.isEmpty {
      let near =
        alike.count == 1 ? alike.first : NearMiss.best(for: component.name, among: alike.sorted())
      if alike.contains(where: { Self.isShortened(component.name, $0) }) {
        problem.confidence = min(problem.confidence, .medium)
      }
      problem.help = near.map { Self.text(written.dropLast(), $0) }
      // DocC wants the labels, but a reader understands a name without them.
      if !component.hasParameters { problem.confidence = min(problem.confidence, .medium) }
      if alike.count == 1, !component.hasParameters { problem.replacement = problem.help }
    } else if let near = NearMiss.best(for: component.name, among: Set(members.map(Self.linkName)))
    {
      problem.help = Self.text(written.dropLast(), near)
    }
    return problem
  }

  private func missing(
    _ component: DocCPath.Component, of type: TypeDeclaration,
    _ written: ArraySlice<DocCPath.Component>, depth: Int
  ) -> Problem {
    Problem(
      summary: "`\(type.qualifiedName)` has no member `\(component.name)`",
      confidence: mayHaveOtherMembers(type) ? .low : .high, depth: depth)
  }

  private static func text(_ owner: ArraySlice<DocCPath.Component>, _ name: String) -> String {
    (owner.map(\.full) + [name]).joined(separator: "/")
  }

  /// Whether a name leaves out labels of another one: `open(at:)` of `open(at:quietly:)`.
  private static func isShortened(_ name: String, _ full: String) -> Bool {
    func labels(_ name: String) -> [Substring] {
      name.drop { $0 != "(" }.dropFirst().split(separator: ":").dropLast()
    }
    var rest = labels(full)[...]
    return labels(name).allSatisfy { label in
      guard let place = rest.firstIndex(of: label) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  /// Whether a base of another module, a macro or an alias may give a type members.
  private func mayHaveOtherMembers(_ type: TypeDeclaration) -> Bool {
    type.kind == .typealias || code.mayHaveMacroMembers(type) || isExtendedElsewhere(type)
      || code.foreignBases(of: type).contains { !Self.knownBases.contains(Self.last($0)) }
  }

  /// Whether an extension names the type by a module that docgen does not know.
  private func isExtendedElsewhere(_ type: TypeDeclaration) -> Bool {
    code.foreignExtensions.contains {
      Self.last($0.name) == type.name && $0.name.contains(".")
    }
  }

  /// Protocols and types of the standard library whose members are known, and which may be linked.
  private static let knownBases: Set = [
    "Sendable", "SendableMetatype", "Equatable", "Hashable", "Comparable", "Codable", "Encodable",
    "Decodable", "Error", "CaseIterable", "Identifiable", "CustomStringConvertible",
    "CustomDebugStringConvertible", "Copyable", "BitwiseCopyable", "Escapable", "AnyObject",
    "String", "Int", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Int8", "Int16", "Int32",
    "Int64", "RawRepresentable", "CodingKey", "ExpressibleByStringLiteral",
    "ExpressibleByIntegerLiteral", "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral",
    "ExpressibleByNilLiteral", "ExpressibleByBooleanLiteral", "ExpressibleByFloatLiteral",
    "LocalizedError", "Actor",
  ]

  private static let synthesized: Set = [
    "==(_:_:)", "!=(_:_:)", "hash(into:)", "hashValue", "rawValue", "init(rawValue:)",
    "encode(to:)", "init(from:)", "description", "debugDescription", "localizedDescription",
    "allCases", "id", "RawValue", "AllCases", "ID", "<(_:_:)", ">(_:_:)", "<=(_:_:)", ">=(_:_:)",
    "...(_:_:)", "..<(_:_:)", "...(_:)", "..<(_:)", "errorDescription", "failureReason",
    "recoverySuggestion", "helpAnchor", "stringValue", "intValue", "init(stringValue:)",
    "init(intValue:)", "unownedExecutor", "withSerialExecutor(_:)", "assertIsolated(_:file:line:)",
    "init()", "assumeIsolated(_:file:line:)", "preconditionIsolated(_:file:line:)",
    "init(stringLiteral:)", "init(integerLiteral:)", "init(arrayLiteral:)", "init(floatLiteral:)",
    "init(dictionaryLiteral:)", "init(nilLiteral:)", "init(booleanLiteral:)",
    "ArrayLiteralElement", "StringLiteralType",
  ]

  private static func isSynthesized(_ component: DocCPath.Component) -> Bool {
    synthesized.contains(component.name)
  }

  private static func last(_ name: String) -> String { FileName.lastName(of: name) }

  /// The name of a member in a link: `push(_:)`, `width`, `init(from:)`, `opened(by:)`.
  static func linkName(_ member: Member) -> String {
    if let signature = member.signature {
      return member.name + "(" + signature.labels.map { $0 + ":" }.joined() + ")"
    }
    guard let values = member.enumCase?.associatedValues, !values.isEmpty else {
      return member.name
    }
    return member.name + "(" + values.map { ($0.label ?? "_") + ":" }.joined() + ")"
  }

  static func matches(_ member: Member, _ component: DocCPath.Component) -> Bool {
    let name = linkName(member)
    if name == component.name || name.replacing("/", with: "_") == component.name { return true }
    guard member.name == "subscript", component.base == "subscript" else { return false }
    return name.count { $0 == ":" } == component.name.count { $0 == ":" }
  }

  // MARK: - Unknown names

  private static let words: Set = [
    "true", "false", "nil", "self", "Self", "Any", "AnyObject", "Void", "Never", "init", "deinit",
    "async", "await", "throws", "throw", "try", "some", "any", "weak", "unowned", "static", "let",
    "var", "func", "class", "struct", "enum", "protocol", "actor", "extension", "import", "private",
    "public", "internal", "fileprivate", "open", "final", "lazy", "mutating", "inout", "where",
    "return", "if", "else", "guard", "switch", "case", "default", "for", "while", "do", "catch",
    "defer", "operator", "macro", "nonisolated", "isolated", "consuming", "borrowing", "package",
  ]

  private func unknown(
    _ components: ArraySlice<DocCPath.Component>, _ place: Place
  ) -> Problem? {
    guard let first = components.first, let last = components.last else { return nil }
    if Self.words.contains(first.full) { return nil }
    let isCertain =
      place.path != nil && first.name.first?.isUppercase == true && !Self.isOfSystem(first.name)
      && !index.reexports(code)
    var problem = Problem(
      summary: "no symbol is called `\(first.name)`",
      confidence: isCertain ? .high : Self.isOfSystem(first.name) ? .low : .medium,
      isNameUnknown: true)
    if components.count == 1, let dotted = dotted(first) { return dotted }
    if components.count == 1, isPage(first.full) {
      problem.summary = "`\(first.full)` is an article; only symbols can be between backticks"
      problem.help = "<doc:\(first.full)>"
      problem.confidence = .medium
      return problem
    }
    let word = first.base
    let isUsed = code.mentions(word)
    if isUsed || index.mentionsOutsideSources(word, sources: code.lineCounts) {
      problem.confidence = .low
      if !isUsed { return index.isHeaderWord(word) ? nil : problem }
      return inside(first, last, components, problem)
    }
    let known = code.types.lazy.filter { !$0.qualifiedName.contains(".") }.map(\.name)
    problem.help = NearMiss.best(for: first.name, among: Set(known)).map {
      ([$0] + components.dropFirst().map(\.full)).joined(separator: "/")
    }
    return problem
  }

  /// Whether a name has a prefix of Apple's frameworks, or is one of C: `UIView`, `pthread_self`.
  private static func isOfSystem(_ name: String) -> Bool {
    name.wholeMatch(
      of:
        #/(UI|NS|CA|CG|CF|CI|AV|SK|MK|CL|WK|MTL|MTK|CK|PH|UN|HK|SCN|AR|GK|WC|XC|CB|MF|SF|LA|PK|AS|SC|OS|ML|VN|NW|JS)[A-Z][a-z].*/#
    ) != nil
      || name.contains("_") && name.lowercased() == name
  }

  /// A type or member of another type, whose name has to be written before it.
  private func inside(
    _ first: DocCPath.Component, _ last: DocCPath.Component,
    _ components: ArraySlice<DocCPath.Component>, _ problem: Problem
  ) -> Problem {
    var problem = problem
    let nested = Set(
      code.types(named: first.name).map(\.qualifiedName).filter { $0.contains(".") })
    if !nested.isEmpty {
      problem.summary = "no symbol `\(first.name)` can be seen from here"
      let owners = nested.sorted().map { $0.split(separator: ".").map(String.init) }
      if nested.count == 1, let owner = owners.first {
        problem.confidence = .medium
        problem.help = (owner + components.dropFirst().map(\.full)).joined(separator: "/")
      }
      return problem
    }
    guard components.count == 1 else { return problem }
    let owners = Set(
      code.members(named: first.base).filter { Self.matches($0, first) }.compactMap(\.owner))
    if owners.count == 1, let owner = owners.first {
      problem.help = owner.replacing(".", with: "/") + "/" + first.full
    }
    return problem
  }

  /// `Door.push()`, which DocC wants to be `Door/push()`.
  private func dotted(_ component: DocCPath.Component) -> Problem? {
    let name = component.name
    let head = name.prefix { $0 != "(" }
    guard head.contains("."), head.first?.isUppercase == true, !head.contains("..") else {
      return nil
    }
    let text = String(head.replacing(".", with: "/") + name.dropFirst(head.count))
    let path = DocCPath(text)
    var problem = Problem(
      summary: "DocC separates names by `/`: `\(name)`", confidence: .low, help: text)
    if symbolProblem(path, Place()) == nil,
      !code.types(qualifiedAs: path.components[0].name).isEmpty
    {
      problem.confidence = index.catalogs.isEmpty ? .low : .medium
      problem.replacement = text
    }
    return problem
  }

  // MARK: - Modules

  /// Whether a name is a module's: of the project, or one that its sources import.
  private func isModule(_ name: String) -> Bool {
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
