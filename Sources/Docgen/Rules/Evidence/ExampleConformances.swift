import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Requirements of the project's protocols that the types of an example do not meet.
///
///     struct Pier: Dock { func moor(_ ship: Ship) {} }     `Dock` requires `moor(_:at:)`
///     struct Quay: Dock { func free() -> Int { 1 } }       `Dock` requires `free() -> Int?`
///
/// A requirement that is missing completely counts only if it is newer than the example: many
/// examples show one function alone.
struct ExampleConformances {
  private let page: CheckedPage
  private let code: CodeModel

  /// The types that the page's blocks declare.
  private let pageTypes: Set<String>

  init(_ page: CheckedPage) {
    (self.page, code) = (page, page.project.code)
    pageTypes = Set(page.examples.flatMap(\.types).map(\.name))
  }

  func candidates(in example: Example) -> [SymbolCandidate] {
    guard let file = example.excerpt.declarations?.file else { return [] }
    let types = file.types.filter {
      $0.kind != .protocol && $0.kind != .typealias
        && code.types(named: $0.name).allSatisfy {
          $0.outerName != nil || ExamplePath.isExample($0.location.file)
        }
    }
    return types.flatMap { type in
      let more = file.extensions.filter { $0.name == type.name }
      let members = type.members + more.flatMap(\.members)
      return (type.inheritance + more.flatMap(\.inheritance)).flatMap { base in
        candidates(of: type, members, base.name, in: example)
      }
    }
  }

  private func candidates(
    of type: TypeDeclaration, _ members: [Member], _ base: String, in example: Example
  ) -> [SymbolCandidate] {
    let protocols = code.types(named: base)
    guard protocols.count == 1, protocols[0].kind == .protocol, code.isOwn(base) else { return [] }
    // Extensions of other types do not implement the requirement for this one.
    let owners = Set(
      code.ancestry(of: protocols[0]).map(\.qualifiedName) + type.inheritance.map(\.name))
    let required = protocols[0].protocolRequirements.filter { member in
      member.isMethod && !member.isOperator
        && !code.members(named: member.name).contains {
          $0.isFromExtension && $0.owner.map(owners.contains) != false
        }
    }
    let names = Set(members.map(\.name))
    return required.compactMap { requirement in
      names.contains(requirement.name)
        ? mislabeled(requirement, of: protocols[0], members, in: example)
          ?? mistyped(requirement, of: protocols[0], members, in: example)
        : missing(requirement, of: protocols[0], type, names, in: example)
    }
  }

  /// A function with the name and other labels than each requirement of that name.
  private func mislabeled(
    _ requirement: Member, of base: TypeDeclaration, _ members: [Member], in example: Example
  ) -> SymbolCandidate? {
    let namesakes = members.filter { $0.name == requirement.name }
    let required = base.protocolRequirements.filter { $0.name == requirement.name }
    guard let member = namesakes.first, let name = CodeName(member.fullName),
      namesakes.allSatisfy({ function in
        function.isMethod && !required.contains { $0.fullName == function.fullName }
      })
    else { return nil }
    return candidate(
      name, "`\(base.name)` requires `\(requirement.fullName)`, not `\(member.fullName)`", member,
      requirement, in: example)
  }

  /// A function with the labels of the only requirement of that name, and certainly other types.
  private func mistyped(
    _ requirement: Member, of base: TypeDeclaration, _ members: [Member], in example: Example
  ) -> SymbolCandidate? {
    guard let required = requirement.signature,
      base.protocolRequirements.count(where: { $0.name == requirement.name }) == 1,
      let member = members.first(where: { $0.fullName == requirement.fullName }),
      members.count(where: { $0.name == requirement.name }) == 1, let written = member.signature,
      required.parameters.count == written.parameters.count, let name = CodeName(member.fullName)
    else { return nil }
    let types = zip(required.parameters, written.parameters).map { ($0.type, $1.type) }
    guard
      types.contains(where: { differ($0, $1, base) })
        || required.result != nil && written.result == nil && required.result?.text != "Void"
        || differ(required.result, written.result, base)
    else { return nil }
    return candidate(
      name, "`\(base.name)` requires `\(requirement.headline)`", member, requirement, in: example)
  }

  /// Whether two types are certainly different: an optional and its value, or two known names.
  private func differ(
    _ required: TypeReference?, _ written: TypeReference?, _ base: TypeDeclaration
  ) -> Bool {
    guard let required, let written else { return false }
    switch (required.structure, written.structure) {
    case (.optional(let first), .optional(let second)), (.array(let first), .array(let second)):
      return differ(first, second, base)
    case (.optional(let first), .named), (.array(let first), .named):
      return first.plainText == written.plainText || differ(first, written, base)
    case (.named, .optional(let second)), (.named, .array(let second)):
      return required.plainText == second.plainText || differ(required, second, base)
    case (.named(let first, _), .named(let second, _)):
      let names = [first, second].map(FileName.lastName)
      return names[0] != names[1] && isConcrete(first) && isConcrete(second)
    default: return false
    }
  }

  /// Whether a name means one type of the standard library or of the project.
  private func isConcrete(_ name: String) -> Bool {
    let own = code.types(named: name)
    if own.isEmpty { return Self.standard.contains(name) }
    return own.count == 1 && own[0].kind != .typealias && own[0].kind != .protocol
      && code.isOwn(own[0].name)
      && !pageTypes.contains(name)
  }

  private static let standard: Set = [
    "String", "Int", "Double", "Bool", "Data", "URL", "Date", "Void", "Float", "UUID",
  ]

  private func missing(
    _ requirement: Member, of base: TypeDeclaration, _ type: TypeDeclaration, _ names: Set<String>,
    in example: Example
  ) -> SymbolCandidate? {
    guard example.excerpt.elidedLines.isEmpty, let name = CodeName(ofType: type.name),
      base.protocolRequirements.contains(where: { names.contains($0.name) }),
      let line = type.nameLocation.range?.start.line,
      case let place = example.fence.position(
        in: page.page.source, line: max(line - example.linesBefore, 1), column: 1),
      page.areNewer([requirement.name], of: base, than: [place.line])
    else { return nil }
    return candidate(
      name, "`\(base.name)` also requires `\(requirement.fullName)`", type, requirement,
      in: example)
  }

  private func candidate(
    _ name: CodeName, _ message: String, _ written: any Declared, _ requirement: Member,
    in example: Example
  ) -> SymbolCandidate? {
    guard let place = written.nameLocation.range?.start else { return nil }
    let problem = SymbolProblem(
      .signature, name.last, message: message, at: requirement.nameLocation)
    return SymbolCandidate(
      name, problem, text: name.path,
      at: SourcePosition(line: place.line - example.linesBefore, column: place.column),
      in: example.fence, on: page)
  }
}
