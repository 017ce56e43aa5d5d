import Diagnostics

/// A struct, class, actor, enum, protocol or type alias, with the additions of its extensions.
///
/// In `FileDeclarations` each is as in one file, in `CodeModel` the extensions of all files are
/// merged in.
package struct TypeDeclaration: Declared {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case `struct`, `class`, `actor`, `enum`, `protocol`, `typealias`
  }

  package var info: DeclarationInfo
  package var kind: Kind
  /// Includes the names of the types around it: `SyncEngine.State`.
  package var qualifiedName: String
  /// The module of the file that declares it, if the caller gave one.
  package var module: String?
  package var genericParameters: [GenericParameter]
  package var requirements: [GenericRequirement]
  /// The entries after the colon, followed by those of extensions.
  package var inheritance: [Inheritance]
  /// In source order, followed by those of extensions, file by file.
  package var members: [Member] { didSet { names = MemberNames() } }
  /// The type that an alias stands for.
  package var aliased: TypeReference?
  /// Members that the compiler synthesizes, from symbol graphs: `init(x:y:)` of a struct,
  /// `init(rawValue:)` of an enum. Empty without symbol graphs.
  package var synthesized: [Member] = []
  /// Full names of the members that it has by its conformances, from a symbol graph; `nil` without
  /// one.
  package var inherited: Set<String>?
  var names = MemberNames()
}

/// An extension in one file.
package struct ExtensionDeclaration: Declared {
  /// Its name is the dotted name of the extended type.
  package var info: DeclarationInfo
  package var extended: TypeReference
  package var module: String?
  package var requirements: [GenericRequirement]
  package var inheritance: [Inheritance]
  package var members: [Member]
}

extension TypeDeclaration {
  /// A type that is known only by an extension.
  package init(extending declaration: ExtensionDeclaration) {
    self.init(
      info: declaration.info, kind: .struct, qualifiedName: declaration.name,
      module: declaration.module, genericParameters: [], requirements: declaration.requirements,
      inheritance: declaration.inheritance, members: declaration.members)
  }

  /// Name of the type directly around it.
  package var outerName: String? {
    guard let dot = qualifiedName.lastIndex(of: ".") else { return nil }
    return String(qualifiedName[..<dot])
  }

  package var methods: [Member] { members.filter(\.isMethod) }
  package var initializers: [Member] { names.members("init", among: members) }
  package var properties: [Member] { members.filter { $0.property != nil } }
  package var cases: [Member] { members.filter { $0.enumCase != nil } }
  package var storedProperties: [Member] { members.filter { $0.property?.isStored == true } }

  /// Requirements of a protocol in source order: members of its own block.
  package var protocolRequirements: [Member] {
    kind == .protocol ? members.filter { !$0.isFromExtension } : []
  }

  /// Members of that name, or of that full name: `apply` and `apply(_:)` find the same one.
  ///
  /// Synthesized members are found if the sources have none of that name.
  package func members(named name: String) -> [Member] {
    let written = names.members(name, among: members)
    return written.isEmpty ? MemberNames().members(name, among: synthesized) : written
  }

  /// Whether more members have that name than `Limit.overloads`: comparing each use with each of them
  /// takes too long.
  package func hasTooManyOverloads(named name: String) -> Bool {
    names.count(of: name, among: members) > Limit.overloads.value
  }

  /// The nearest other name of a member that `isWanted`; `nil` if no name is near.
  package func nearestMember(
    to name: String, where isWanted: (Member) -> Bool = { _ in true }
  ) -> String? {
    names.nearest(to: name, among: members, where: isWanted)
  }

  package func member(named name: String) -> Lookup<Member> {
    lookup(name) { _ in true }
  }

  package func methods(named name: String) -> [Member] {
    members(named: name).filter(\.isMethod)
  }

  package func method(named name: String) -> Lookup<Member> {
    lookup(name, where: \.isMethod)
  }

  package func property(named name: String) -> Lookup<Member> {
    lookup(name) { $0.property != nil }
  }

  package func enumCase(named name: String) -> Lookup<Member> {
    lookup(name) { $0.enumCase != nil }
  }

  private func lookup(_ name: String, where isWanted: (Member) -> Bool) -> Lookup<Member> {
    Lookup(members(named: name).filter(isWanted), nearest: nearestMember(to: name, where: isWanted))
  }

  /// Whether the inheritance clause of the type or an extension names that protocol or class.
  package func inherits(_ name: String) -> Bool {
    inheritance.contains { !$0.isSuppressed && $0.name == name }
  }
}
