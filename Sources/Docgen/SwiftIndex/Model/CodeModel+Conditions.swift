/// Evaluates extension constraints. `nil` always means that syntax alone cannot decide.
extension CodeModel {
  /// Whether the constraints of the extension around an inherited member hold for a type. If the
  /// sources cannot decide, a symbol graph does; without one, they count as true.
  ///
  ///     extension Box where T == Int { func sum() }     Box<String> has no `sum`
  ///     extension Sequence where Element: Job { … }     decided by the type's `Element`
  ///
  /// An undecided constraint counts as true, because a member that is wrongly reported as missing
  /// would be a false alarm.
  func applies(_ member: Member, of ancestor: Receiver, to receiver: Receiver) -> Bool {
    let type = receiver.type
    guard type.kind != .protocol else { return true }
    return member.extensionConditions.allSatisfy { condition in
      if condition.subject.text != "Self" {
        return isSo(condition, of: ancestor, for: receiver, around: member.owner ?? "") ?? true
      }
      guard condition.relation != .other, type.kind != .typealias else { return true }
      if case .named(let name, _)? = condition.constraint?.structure,
        let holds = holds(condition.relation, name, of: type, around: member.owner ?? "")
      {
        return holds
      }
      guard let listed = type.inherited, min(member.access, type.access) >= .public else {
        return true
      }
      return listed.contains(member.fullName)
    }
  }

  /// Evaluates `T == Int` for a type whose `T` is known, or `Element: Job` for one that declares
  /// `Element`.
  private func isSo(
    _ condition: GenericRequirement, of ancestor: Receiver, for receiver: Receiver,
    around owner: String
  ) -> Bool? {
    guard let subject = argument(condition.subject, of: ancestor, for: receiver),
      let written = condition.constraint, let constraint = ancestor.outside(written)
    else { return nil }
    switch condition.relation {
    case .equals: return areSame(subject, constraint, inside: owner)
    case .conforms:
      guard case .named(let name, _) = subject.structure,
        case .named(let wanted, _) = constraint.structure,
        let type = only(types(named: name, inside: owner)), type.kind != .typealias
      else { return nil }
      return holds(.conforms, wanted, of: type, around: owner)
    case .other: return nil
    }
  }

  /// The argument for a generic parameter of a type, or the associated type of a protocol for the
  /// conforming type.
  private func argument(
    _ subject: TypeReference, of ancestor: Receiver, for receiver: Receiver
  ) -> TypeReference? {
    guard case .named(let path, let arguments) = subject.structure, arguments.isEmpty else {
      return nil
    }
    if let known = ancestor.arguments[path] { return known }
    guard ancestor.type.kind == .protocol else { return nil }
    let name = path.hasPrefix("Self.") ? String(path.dropFirst(5)) : path
    if let known = receiver.arguments[name] { return known }
    let nested = "\(receiver.type.qualifiedName).\(name)"
    guard !name.contains("."), let type = only(types(named: nested)),
      type.qualifiedName == nested
    else { return nil }
    if type.kind == .typealias { return type.aliased.flatMap { receiver.outside($0) } }
    return TypeReference(text: nested, structure: .named(nested, arguments: []))
  }

  /// Returns `false` only if all ancestors are known: a superclass of another module or a macro
  /// could add the conformance.
  private func holds(
    _ relation: GenericRequirement.Relation, _ name: String, of type: TypeDeclaration,
    around owner: String
  ) -> Bool? {
    let wanted = Set(types(named: name, inside: owner).map(\.qualifiedName))
    guard !wanted.isEmpty else { return nil }
    if relation == .equals { return wanted.contains(type.qualifiedName) }
    let ancestry = ancestry(of: type)
    if ancestry.contains(where: { wanted.contains($0.qualifiedName) }) { return true }
    // A class of another module, or a macro, may add the conformance.
    let isOpen = ancestry.contains { ancestor in
      ancestor.attributes.contains { $0.isMacro }
        || ancestor.kind == .class
          && ancestor.inheritance.contains {
            types(named: $0.name, inside: ancestor.qualifiedName).isEmpty
          }
    }
    return isOpen ? nil : false
  }

  private func only(_ types: [TypeDeclaration]) -> TypeDeclaration? {
    types.count == 1 ? types[0] : nil
  }

  // MARK: - Equal types

  /// Whether two types are the same. A name of another module may be an alias, unless it belongs to
  /// the standard library.
  ///
  /// Aliases are the difficulty: two different names may mean one type. Names count as different
  /// only if both are certain not to be aliases.
  func areSame(_ left: TypeReference, _ right: TypeReference, inside owner: String) -> Bool? {
    func same(_ left: TypeReference, _ right: TypeReference) -> Bool? {
      areSame(left, right, inside: owner)
    }
    switch (left.structure, right.structure) {
    case (.named(let first, let own), .named(let second, let otherArguments)):
      guard areSame(first, second, inside: owner) == true else {
        return areSame(first, second, inside: owner)
      }
      guard own.count == otherArguments.count else { return nil }
      return all(zip(own, otherArguments).map { same($0, $1) })
    case (.array(let one), .array(let other)), (.optional(let one), .optional(let other)),
      (.set(let one), .set(let other)):
      return same(one, other)
    case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
      return all([same(key, otherKey), same(value, otherValue)])
    case (.named(let name, _), let structure), (let structure, .named(let name, _)):
      return structure.isCollection && isNoAlias(name, inside: owner) ? false : nil
    case (let one, let other):
      if left.text == right.text { return true }
      return one.isCollection && other.isCollection ? false : nil
    }
  }

  private func areSame(_ first: String, _ second: String, inside owner: String) -> Bool? {
    let found = [first, second].map { types(named: $0, inside: owner) }
    if first == second { return true }
    guard isNoAlias(first, inside: owner), isNoAlias(second, inside: owner) else { return nil }
    let names = found.map { Set($0.map(\.qualifiedName)) }
    if names.contains(where: \.isEmpty) {
      return names[0] == names[1] && first.plain == second.plain
    }
    return !names[0].isDisjoint(with: names[1])
  }

  /// Whether a name is certain to be that of a type, not of an alias.
  private func isNoAlias(_ name: String, inside owner: String) -> Bool {
    let found = types(named: name, inside: owner)
    return found.isEmpty
      ? Self.standardTypes.contains(name.plain) : !found.contains { $0.kind == .typealias }
  }

  private func all(_ values: [Bool?]) -> Bool? {
    if values.contains(false) { return false }
    return values.contains(nil) ? nil : true
  }

  /// The standard library's most common arguments of generic types.
  private static let standardTypes: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float", "Double", "Bool", "String", "Substring", "Character", "Never", "Duration", "Range",
    "ClosedRange", "Result", "AnyHashable",
  ]
}

extension TypeReference.Structure {
  fileprivate var isCollection: Bool {
    switch self {
    case .array, .set, .dictionary, .optional: true
    default: false
    }
  }
}

extension String {
  /// Without the standard library's module name.
  fileprivate var plain: String { hasPrefix("Swift.") ? String(dropFirst(6)) : self }
}
