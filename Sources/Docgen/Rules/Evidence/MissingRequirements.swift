import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Requirements of the project's protocols that a conforming type of a Swift block lacks.
///
///     struct DiskStore: Store { func load() {} }     `Store` also requires `save(_:)`
///
/// Only a type with a complete body counts: nothing is left out, no other block of the page has the
/// name, and no class, macro or unknown type can add members.
struct MissingRequirements {
  private let page: CheckedPage
  private let example: Example
  private var code: CodeModel { page.project.code }

  init(_ page: CheckedPage, _ example: Example) { (self.page, self.example) = (page, example) }

  var candidates: [SymbolCandidate] {
    guard !example.isDamaged, !example.hasOnlyInterfaces, example.excerpt.elidedLines.isEmpty else {
      return []
    }
    return example.types.compactMap(candidate)
  }

  private func candidate(for type: TypeDeclaration) -> SymbolCandidate? {
    guard [.struct, .class, .actor, .enum].contains(type.kind), type.members.count > 0,
      code.types(named: type.qualifiedName).isEmpty,
      !type.attributes.contains(where: \.isMacro), !example.isCommented(type),
      !page.examples.contains(where: { $0.extensions.contains(type.name) }),
      let protocols = ownProtocols(of: type), let place = type.nameLocation.range?.start,
      let name = CodeName(ofType: type.name)
    else { return nil }
    let shown = Set(type.members.map(\.name))
    let missing = protocols.flatMap { owner in
      owner.protocolRequirements.filter { isNeeded($0) && !shown.contains($0.name) }
    }
    guard let first = missing.first, let owner = first.owner else { return nil }
    let names = missing.prefix(3).map { "`\($0.fullName)`" }.joined(separator: ", ")
    let problem = SymbolProblem(
      .signature, type.name,
      message: "`\(owner)` also requires \(names), which `\(type.name)` lacks",
      at: first.nameLocation)
    return SymbolCandidate(
      name, problem, text: type.name,
      at: SourcePosition(line: place.line - example.linesBefore, column: place.column),
      in: example.fence, on: page, isOwn: true)
  }

  /// The protocols of the project that a type conforms to, directly or by another one; `nil` if
  /// another type may add members.
  private func ownProtocols(of type: TypeDeclaration) -> [TypeDeclaration]? {
    var found: [TypeDeclaration] = []
    var names = type.inheritance.map(\.name)
    var seen: Set<String> = []
    while let name = names.popLast() {
      guard seen.insert(name).inserted else { continue }
      let types = code.types(named: name)
      if types.isEmpty {
        // A class of another module may have the members, and so may a protocol of the page.
        if type.kind == .class && !PlatformNames.hasType(name) { return nil }
        if page.blockNames.declared.contains(name) { return nil }
        continue
      }
      guard types.count == 1, types[0].kind == .protocol, code.isOwn(name) else { return nil }
      found.append(types[0])
      names += types[0].inheritance.map(\.name)
    }
    return found
  }

  /// Whether a type must declare a requirement: nothing else provides or may provide it.
  private func isNeeded(_ requirement: Member) -> Bool {
    guard requirement.isMethod || requirement.property != nil, !requirement.isOperator,
      !requirement.modifiers.contains("optional"), !requirement.isDeprecated,
      requirement.attributes.isEmpty, requirement.conditions.isEmpty,
      !PlatformNames.contains(requirement.name) || CodeName.isCamelCase(requirement.name),
      !page.blockNames.declared.contains(requirement.name)
    else { return false }
    return !code.members(named: requirement.name).contains { $0.isFromExtension }
  }
}

extension Example {
  /// Whether a comment between the members replaces others: `// Other methods`.
  fileprivate func isCommented(_ type: TypeDeclaration) -> Bool {
    guard let range = type.location.range else { return true }
    let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
    let members = type.members.compactMap { member in
      member.location.range.map { $0.start.line...(member.bodyRange ?? $0).end.line }
    }
    return lines.indices.contains { index in
      let line = index + 1 + linesBefore
      return (range.start.line...range.end.line).contains(line)
        && !members.contains { $0.contains(line) }
        && lines[index].contains(
          /^\s*\/\/.*\b(other|more|rest|remaining|implement|omitted|etc|required)/.ignoresCase())
    }
  }
}
