import Diagnostics
import Markdown
import Models
import SwiftIndex

/// What a quoted type states about itself, and the code states differently: its keyword, its bases,
/// the constraints of its parameters, and aliases and associated types in it.
///
///     protocol Dock: Pier                  the code has `protocol Dock: Harbor`
///     struct Crate<Load: Equatable>        the code has `Load: Hashable`
///     associatedtype Ship = Boat           the code has another default
struct QuotedHeadlines {
  private let page: CheckedPage
  private let example: Example
  /// Types that the page's blocks declare.
  private let ownTypes: Set<String>
  private var code: CodeModel { page.project.code }

  init(_ page: CheckedPage, _ example: Example, ownTypes: Set<String>) {
    (self.page, self.example, self.ownTypes) = (page, example, ownTypes)
  }

  func candidates(of quoted: TypeDeclaration, _ own: TypeDeclaration) -> [SymbolCandidate] {
    if quoted.kind != own.kind {
      let message =
        "`\(own.qualifiedName)` is declared as `\(own.headline)`, not as `\(quoted.kind.rawValue)`"
      return [candidate(quoted, message, own)].compactMap(\.self)
    }
    return bases(of: quoted, own)
      + [constraints(of: quoted, own)].compactMap(\.self)
      + nestedTypes(of: quoted, own) + defaults(of: quoted, own)
  }

  /// Bases of a quoted type that are declared nowhere, or that the type of the code does not have.
  private func bases(of quoted: TypeDeclaration, _ own: TypeDeclaration) -> [SymbolCandidate] {
    quoted.inheritance.compactMap { base in
      guard let name = CodeName(ofType: base.name),
        CodeName.isCamelCase(base.name) || !code.types(named: base.name).isEmpty
      else { return nil }
      let unknown = SymbolProblem(name, in: code).flatMap { $0.kind == .name ? $0 : nil }
      let isOther =
        !PlatformNames.contains(base.name) && !ownTypes.contains(base.name)
        && own.attributes.allSatisfy { !$0.isMacro } && !code.inherits(own, from: [base.name])
        && code.types(named: base.name).allSatisfy { $0.kind != .typealias }
      let other = isOther ? problem(quoted.name, declaration(of: own), own) : nil
      guard let problem = unknown ?? other else { return nil }
      var found = candidate(name, problem, text: base.name, in: quoted)
      found?.isQuotation = true
      return found
    }
  }

  /// Constraints of generic parameters, as names of protocols and classes.
  private func constraints(of quoted: TypeDeclaration, _ own: TypeDeclaration) -> SymbolCandidate? {
    let (written, declared) = (quoted.constraintsOfParameters, own.constraintsOfParameters)
    guard quoted.genericParameters.map(\.name) == own.genericParameters.map(\.name),
      written.contains(where: { name, bounds in
        !bounds.isEmpty && bounds.isDisjoint(with: declared[name] ?? [])
      })
    else { return nil }
    return candidate(quoted, declaration(of: own), own)
  }

  /// Aliases for which the code declares a type.
  private func nestedTypes(
    of quoted: TypeDeclaration, _ own: TypeDeclaration
  ) -> [SymbolCandidate] {
    example.quotableTypes.compactMap { type in
      let declared = code.types(qualifiedAs: "\(own.qualifiedName).\(type.name)")
      guard type.outerName == quoted.qualifiedName, type.kind == .typealias,
        declared.count == 1, declared[0].kind != .typealias
      else { return nil }
      return candidate(type, declaration(of: declared[0]), declared[0])
    }
  }

  /// Defaults of associated types.
  private func defaults(of quoted: TypeDeclaration, _ own: TypeDeclaration) -> [SymbolCandidate] {
    quoted.members.compactMap { member in
      guard case .associatedType(let written) = member.kind, let old = written.defaultType,
        let declared = own.members(named: member.name).first,
        case .associatedType(let type) = declared.kind, type.defaultType?.plainText != old.plainText
      else { return nil }
      return candidate(member, declaration(of: declared), declared)
    }
  }

  private func declaration(of declared: some Declared) -> String {
    "`\(declared.name)` is declared as `\(declared.headline)`"
  }

  private func problem(
    _ word: String, _ message: String, _ declared: some Declared
  ) -> SymbolProblem {
    SymbolProblem(.signature, word, message: message, at: declared.nameLocation)
  }

  private func candidate(
    _ written: some Declared, _ message: String, _ declared: some Declared
  ) -> SymbolCandidate? {
    CodeName(ofType: written.name).flatMap {
      candidate($0, problem(written.name, message, declared), text: written.name, in: written)
    }
  }

  private func candidate(
    _ name: CodeName, _ problem: SymbolProblem, text: String, in written: some Declared
  ) -> SymbolCandidate? {
    guard let line = written.nameLocation.range?.start.line else { return nil }
    return SymbolCandidate(
      name, problem, text: text,
      at: example.position(of: text, from: line - example.linesBefore), in: example.fence,
      on: page, isOwn: true)
  }
}

extension TypeDeclaration {
  /// The bounds of each generic parameter, between the brackets and in the `where` clause.
  fileprivate var constraintsOfParameters: [String: Set<String>] {
    var all = genericParameters.reduce(into: [String: Set<String>]()) { all, parameter in
      all[parameter.name] = Set(parameter.constraint?.mentions.map(\.name) ?? [])
    }
    for requirement in requirements where requirement.relation == .conforms {
      let bounds = requirement.constraint?.mentions.map(\.name) ?? []
      all[requirement.subject.text]?.formUnion(bounds)
    }
    return all
  }
}
