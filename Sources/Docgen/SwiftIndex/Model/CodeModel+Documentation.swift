internal import Diagnostics

/// Declarations by exact names, and base types of other modules: DocC links need both.
extension CodeModel {
  /// All members that a type declares or inherits from a type of the sources, including those of
  /// extensions, whatever their conditions are.
  package func documentedMembers(of type: TypeDeclaration) -> [Member] {
    // If each platform has its own declaration of a type, an extension belongs to none of them.
    ancestry(of: type).flatMap { ancestor in
      ancestor.members + ancestor.synthesized
        + foreignExtensions(of: ancestor.qualifiedName).flatMap(\.members)
    }
  }

  /// The types nested in a type, or in one that it inherits from, of exactly that name.
  package func nestedTypes(named name: String, in type: TypeDeclaration) -> [TypeDeclaration] {
    ancestry(of: type).flatMap { types(qualifiedAs: $0.qualifiedName + "." + name) }
  }

  /// The base types that the sources do not declare: other modules may give the type members. An
  /// alias counts as its type.
  package func foreignBases(of type: TypeDeclaration) -> [String] {
    ancestry(of: type).flatMap { ancestor -> [String] in
      var names = ancestor.inheritance.filter { !$0.isSuppressed }.map(\.name)
      if let aliased = ancestor.aliased {
        if case .named(let name, _) = aliased.structure {
          names.append(name)
        } else {
          return [aliased.text]
        }
      }
      return names.filter { types(named: $0, inside: ancestor.qualifiedName).isEmpty }
    }
  }

  /// Whether an attached macro may give a type members that the sources do not show.
  package func mayHaveMacroMembers(_ type: TypeDeclaration) -> Bool {
    ancestry(of: type).contains { $0.attributes.contains(where: \.isMacro) }
  }

  /// A documentation comment and the starting point of its links: the type that contains the
  /// declaration and the types around it.
  package struct Documented: Sendable {
    package let documentation: Documentation
    /// Qualified names, the innermost first. A type begins with itself.
    package let scope: [String]
    package let module: String?
    /// Names that the declaration itself introduces: its parameters and generic parameters.
    package let localNames: Set<String>
  }

  /// Every documentation comment of the sources that a condition accepts, each once.
  package func documented(where isWanted: (Documentation) -> Bool) -> [Documented] {
    var seen: Set<String> = []
    var found: [Documented] = []
    func add(
      _ info: DeclarationInfo, in type: String?, module: String?,
      names: @autoclosure () -> Set<String>
    ) {
      guard let documentation = info.documentation, isWanted(documentation),
        let line = documentation.location.range?.start.line,
        seen.insert("\(documentation.location.file):\(line)").inserted
      else { return }
      found.append(
        Documented(
          documentation: documentation, scope: type.map(Self.scopes) ?? [], module: module,
          localNames: names()))
    }
    func add(_ members: [Member], _ type: String?, module: String?) {
      for member in members {
        add(member.info, in: type, module: module, names: member.localNames)
      }
    }
    for type in types {
      let name = type.qualifiedName
      add(type.info, in: name, module: type.module, names: Set(type.genericParameters.map(\.name)))
      add(type.members, name, module: type.module)
    }
    for declaration in foreignExtensions {
      add(declaration.info, in: declaration.name, module: declaration.module, names: [])
      add(declaration.members, declaration.name, module: declaration.module)
    }
    add(globals, nil, module: nil)
    return found
  }

  /// `A.B.C` -> `A.B.C`, `A.B`, `A`
  package static func scopes(of name: String) -> [String] {
    var scopes: [String] = []
    var rest = name[...]
    while true {
      scopes.append(String(rest))
      guard let dot = rest.lastIndex(of: ".") else { return scopes }
      rest = rest[..<dot]
    }
  }
}

extension Member {
  /// Parameters and generic parameters by the names that the declaration gives them.
  fileprivate var localNames: Set<String> {
    var names = Set(signature?.genericParameters.map(\.name) ?? [])
    for parameter in signature?.parameters ?? [] {
      names.formUnion([parameter.name, parameter.label].compactMap { $0 })
    }
    for value in enumCase?.associatedValues ?? [] {
      if let label = value.label { names.insert(label) }
    }
    return names
  }
}
