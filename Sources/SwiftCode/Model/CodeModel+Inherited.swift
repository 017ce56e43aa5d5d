/// Members that a type has by what it inherits from.
extension CodeModel {
  /// Members of that name that a type has, its own and inherited ones, of extensions only where what
  /// they ask of the type is so.
  package func members(named name: String, reachableFrom type: TypeDeclaration) -> [Member] {
    ancestry(of: type).flatMap { ancestor in
      (members(named: name, of: ancestor) + ancestor.synthesized.filter { $0.name == name })
        .filter { applies($0, to: type) }
    }
  }

  /// A member of that name and these labels that an extension has only for other types than this
  /// one: `perform(_:with:)` of `extension Job where Self: Fast`.
  package func memberForOthers(
    named name: String, labels: [String], than type: TypeDeclaration
  ) -> Member? {
    ancestry(of: type).lazy.flatMap { self.members(named: name, of: $0) }.first {
      $0.signature?.labels == labels && !self.applies($0, to: type)
    }
  }

  /// The type and all that it inherits from that the sources have, the nearest first.
  func ancestry(of type: TypeDeclaration) -> [TypeDeclaration] {
    var found: [TypeDeclaration] = []
    var queue = [type][...]
    var seen: Set<String> = []
    while let current = queue.popFirst() {
      guard seen.insert("\(current.module ?? "") \(current.qualifiedName)").inserted else {
        continue
      }
      found.append(current)
      if case .named(let name, _)? = current.aliased?.structure {
        queue += types(named: name, inside: current.qualifiedName)
      }
      queue += current.inheritance.flatMap {
        types(named: $0.name, inside: current.qualifiedName, module: current.module)
      }
    }
    return found
  }

  /// Whether a type inherits from one of these, by the last parts of names.
  package func inherits(_ type: TypeDeclaration, from names: Set<String>) -> Bool {
    ancestry(of: type).contains { ancestor in
      ancestor.inheritance.contains {
        names.contains($0.name.split(separator: ".").last.map(String.init) ?? $0.name)
      }
    }
  }

  /// Whether what the extension around a member asks of `Self` is so for a type. What the sources do
  /// not tell, a symbol graph does where there is one; else it counts as so.
  func applies(_ member: Member, to type: TypeDeclaration) -> Bool {
    guard type.kind != .protocol, type.kind != .typealias else { return true }
    return member.extensionConditions.allSatisfy { condition in
      guard condition.subject.text == "Self", condition.relation != .other else { return true }
      if let holds = holds(condition, of: type, around: member.owner ?? "") { return holds }
      guard let listed = type.inherited, min(member.access, type.access) >= .public else {
        return true
      }
      return listed.contains(member.fullName)
    }
  }

  /// Nothing where syntax does not tell.
  private func holds(
    _ condition: GenericRequirement, of type: TypeDeclaration, around owner: String
  ) -> Bool? {
    guard case .named(let name, _)? = condition.constraint?.structure else { return nil }
    let wanted = Set(types(named: name, inside: owner).map(\.qualifiedName))
    guard !wanted.isEmpty else { return nil }
    if condition.relation == .equals { return wanted.contains(type.qualifiedName) }
    let ancestry = ancestry(of: type)
    if ancestry.contains(where: { wanted.contains($0.qualifiedName) }) { return true }
    // A class of elsewhere, or a macro, may bring the conformance along.
    let isOpen = ancestry.contains { ancestor in
      ancestor.attributes.contains { $0.isMacro }
        || ancestor.kind == .class
          && ancestor.inheritance.contains {
            types(named: $0.name, inside: ancestor.qualifiedName).isEmpty
          }
    }
    return isOpen ? nil : false
  }
}

extension Attribute {
  /// Whether it may be a macro or a property wrapper, by its look.
  var isMacro: Bool { name.first?.isUppercase == true && name != "MainActor" }
}
