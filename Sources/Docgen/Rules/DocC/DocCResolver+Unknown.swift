import Diagnostics
import SwiftIndex

/// Handles first names of links that no symbol has: how certain the problem is, and the name that
/// was probably meant.
extension DocCResolver {
  func unknown(
    _ components: ArraySlice<DocCPath.Component>, _ place: Place
  ) -> Problem? {
    guard let first = components.first else { return nil }
    var problem = unknown(first, components, place)
    if PlatformNames.contains(first.base), index.redeclaresPlatform(code) {
      problem?.confidence = .low
    }
    return problem
  }

  private func unknown(
    _ first: DocCPath.Component, _ components: ArraySlice<DocCPath.Component>, _ place: Place
  ) -> Problem? {
    if DocCNames.words.contains(first.full) { return nil }
    let isCertain = place.path != nil && first.name.first?.isUppercase == true
    // The catalog lists the modules that the project reexports next to its own.
    let mayBeForeign =
      DocCNames.isOfSystem(first.name) || place.path != nil && index.reexports(code)
    var problem = Problem(
      summary: "no symbol is called `\(first.name)`",
      confidence: mayBeForeign ? .low : isCertain ? .high : .medium, isNameUnknown: true)
    if let path = place.path, index.hasSymbolGraph(besides: path) {
      problem.confidence = .low
      return problem
    }
    if components.count == 1, let dotted = dotted(first) { return dotted }
    if components.count == 1, isArticle(first.full) {
      problem.summary = "`\(first.full)` is an article; only symbols can be between backticks"
      problem.help = "<doc:\(first.full)>"
      problem.confidence = .medium
      return problem
    }
    // `core.v1.Pod` is a type of another module if the sources use `Pod`.
    let word = first.base.split(separator: ".").last.map(String.init) ?? first.base
    let isUsed = code.mentions(word)
    if isUsed || index.mentionsOutsideSources(word, code) {
      problem.confidence = .low
      if !isUsed { return index.isHeaderWord(word) ? nil : problem }
      return inside(first, components: components, problem: problem, at: place)
    }
    let near = index.nearest(to: first.name, among: .type) {
      Set(code.types.lazy.filter { !$0.qualifiedName.contains(".") }.map(\.name))
    }
    problem.help = near.map {
      ([$0] + components.dropFirst().map(\.full)).joined(separator: "/")
    }
    // A type of the platform that no source uses, and not a misspelled type of the project.
    if problem.help == nil, CodeName.isCamelCase(first.name), PlatformNames.hasType(first.name) {
      problem.confidence = .low
    }
    return problem
  }

  /// A type or member of another type, whose name has to be written before it.
  func inside(
    _ first: DocCPath.Component, components: ArraySlice<DocCPath.Component>, problem: Problem,
    at place: Place
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
    // DocC finds no member without its type in an article.
    if !owners.isEmpty, place.path != nil, place.scope.isEmpty, !place.isScopeUnknown,
      !PlatformNames.contains(first.base)
    {
      problem.confidence = .medium
    }
    if owners.count == 1, let owner = owners.first {
      problem.help = owner.replacing(".", with: "/") + "/" + first.full
    }
    return problem
  }

  /// `Door.push()`, which DocC expects as `Door/push()`.
  func dotted(_ component: DocCPath.Component) -> Problem? {
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
}
