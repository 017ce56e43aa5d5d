import Diagnostics
import SwiftIndex

/// The last names of links: members of a type.
extension DocCResolver {
  func problem(
    withMember component: DocCPath.Component, of type: TypeDeclaration,
    _ written: ArraySlice<DocCPath.Component>
  ) -> Problem? {
    let members = code.documentedMembers(of: type)
    if members.contains(where: { Self.matches($0, component) }) { return nil }
    if Self.isSynthesized(component) || isImplemented(component, for: type) { return nil }
    let depth = written.count - 1
    var problem = missing(component, of: type, written, depth: depth)
    // A deprecated member does not replace a missing one.
    let usable = members.filter { !$0.isDeprecated }
    let alike = Set(usable.filter { $0.name == component.base }.map(Self.linkName))
    if !alike.isEmpty {
      let near =
        alike.count == 1 ? alike.first : NearMiss.best(for: component.name, among: alike.sorted())
      if alike.contains(where: { Self.isShortened(component.name, $0) }) {
        problem.confidence = min(problem.confidence, .medium)
      }
      problem.help = near.map { Self.text(written.dropLast(), $0) }
      // DocC requires the labels, but a reader understands a name without them.
      if !component.hasParameters { problem.confidence = min(problem.confidence, .medium) }
      // A member of a protocol that the type conforms to may be a different one.
      let isOwn = members.contains {
        $0.name == component.base && $0.owner == type.qualifiedName
      }
      if alike.count == 1, isOwn, !component.hasParameters { problem.replacement = problem.help }
    } else if let near = NearMiss.best(for: component.name, among: Set(usable.map(Self.linkName))) {
      problem.help = Self.text(written.dropLast(), near)
    }
    return problem
  }

  func missing(
    _ component: DocCPath.Component, of type: TypeDeclaration,
    _ written: ArraySlice<DocCPath.Component>, depth: Int
  ) -> Problem {
    let elsewhere = code.members(named: component.base).filter { Self.matches($0, component) }
    let files = Set(([type.location] + type.members.map(\.location)).map(\.file))
    let isKnownName =
      !component.hasParameters
      && code.documentedMembers(of: type).contains { $0.name == component.base }
      // An extension of a protocol next to the type may be for this type alone.
      || elsewhere.contains { files.contains($0.location.file) }
      || isForeignAlias(type)
    return Problem(
      summary: "`\(type.qualifiedName)` has no member `\(component.name)`",
      confidence: certainty(ofMissing: component, in: type), depth: depth,
      absentMember: isKnownName
        ? nil
        : AbsentMember(
          key: component.key,
          isElsewhere: !elsewhere.isEmpty || PlatformNames.contains(component.base), files: files))
  }

  /// Whether a type is another name of a type that the project does not declare: its members are
  /// unknown.
  private func isForeignAlias(_ type: TypeDeclaration) -> Bool {
    guard type.kind == .typealias else { return false }
    let intended = type.aliased.map { code.types(named: $0.plainText) } ?? []
    // A condition may give the name to a type of the project as well.
    return intended.allSatisfy {
      $0.kind == .typealias || $0.qualifiedName == type.qualifiedName
    }
  }

  /// A base of the platforms has no members but those with names of the platforms.
  private func certainty(
    ofMissing component: DocCPath.Component, in type: TypeDeclaration
  ) -> Confidence {
    let isOwn = code.documentedMembers(of: type).contains { $0.name == component.base }
    if !isOwn || component.base == "init", PlatformNames.hasType(type.name),
      index.redeclaresPlatform(code)
    {
      return .low
    }
    guard mayHaveOtherMembers(type) else { return .high }
    let isUnknown = isOwn || !code.mentions(component.base)
    return isUnknown && !PlatformNames.contains(component.base)
      && code.inheritsOnlyFromPlatform(type) && !isExtendedElsewhere(type) ? .medium : .low
  }

  static func text(_ owner: ArraySlice<DocCPath.Component>, _ name: String) -> String {
    (owner.map(\.full) + [name]).joined(separator: "/")
  }

  /// Whether a name leaves out labels of another one: `open(at:)` of `open(at:quietly:)`.
  static func isShortened(_ name: String, _ full: String) -> Bool {
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
  func mayHaveOtherMembers(_ type: TypeDeclaration) -> Bool {
    type.kind == .typealias || code.mayHaveMacroMembers(type) || isExtendedElsewhere(type)
      || code.foreignBases(of: type).contains { !DocCNames.bases.contains(Self.last($0)) }
  }

  /// Whether an extension names the type by a module that docgen does not know.
  func isExtendedElsewhere(_ type: TypeDeclaration) -> Bool {
    code.foreignExtensions.contains {
      Self.last($0.name) == type.name && $0.name.contains(".")
    }
  }

  static func isSynthesized(_ component: DocCPath.Component) -> Bool {
    DocCNames.synthesized.contains(component.name)
  }

  /// Whether a protocol of the standard library implements a member for a type.
  private func isImplemented(_ component: DocCPath.Component, for type: TypeDeclaration) -> Bool {
    DocCNames.implementations.contains { protocols, members in
      members.contains(component.name) && code.inherits(type, from: protocols)
    }
  }

  static func last(_ name: String) -> String { FileName.lastName(of: name) }

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
    // Most members have another name, and need no text with labels.
    guard member.name == component.base || member.name.utf8.contains(UInt8(ascii: "/")) else {
      return false
    }
    let name = linkName(member)
    if name == component.name || name.replacing("/", with: "_") == component.name { return true }
    guard member.name == "subscript", component.base == "subscript" else { return false }
    return name.count { $0 == ":" } == component.name.count { $0 == ":" }
  }
}
