/// Members that a type inherits.
extension CodeModel {
  /// Members of that name that a type has, its own and inherited ones; members of extensions only
  /// if the type meets their constraints.
  package func members(
    named name: String, reachableFrom type: TypeDeclaration, of arguments: [TypeReference] = []
  ) -> [Member] {
    let receiver = Receiver(type, arguments)
    return lineage(of: receiver).flatMap { ancestor in
      (members(named: name, of: ancestor.type)
        + ancestor.type.synthesized.filter { $0.name == name })
        .filter { applies($0, of: ancestor, to: receiver) }
    }
  }

  /// A member of that name, and of these labels if any, that extensions declare only for other
  /// types than this one: `perform(_:with:)` of `extension Job where Self: Fast`, `sum` of
  /// `extension Box where T == Int` for `Box<String>`.
  package func memberForOthers(
    named name: String, labels: [String]?, than type: TypeDeclaration,
    of arguments: [TypeReference] = []
  ) -> Member? {
    let receiver = Receiver(type, arguments)
    var candidates: [Member] = []
    for ancestor in lineage(of: receiver) {
      if ancestor.type.synthesized.contains(where: { $0.name == name }) { return nil }
      for member in members(named: name, of: ancestor.type)
      where labels == nil || member.signature?.labels == labels {
        if applies(member, of: ancestor, to: receiver) { return nil }
        candidates.append(member)
      }
    }
    return candidates.first
  }

  /// The type and everything in the sources that it inherits from, the nearest first.
  package func ancestry(of type: TypeDeclaration) -> [TypeDeclaration] {
    lineage(of: Receiver(type, [])).map(\.type)
  }

  /// The ancestry with the generic arguments of each.
  func lineage(of receiver: Receiver) -> [Receiver] {
    var found: [Receiver] = []
    var queue = [receiver][...]
    var seen: Set<String> = []
    // No one writes longer ones, and each question about a type walks all of it.
    while found.count < 500, let current = queue.popFirst() {
      let type = current.type
      guard seen.insert("\(type.module ?? "") \(type.qualifiedName)").inserted else { continue }
      found.append(current)
      if let aliased = type.aliased, case .named(let name, _) = aliased.structure {
        let arguments = aliased.arguments.map { current.outside($0) }
        queue += types(named: name, inside: type.qualifiedName).map { Receiver($0, arguments) }
      }
      queue += type.inheritance.flatMap { inheritance in
        let arguments = inheritance.type.arguments.map { current.outside($0) }
        return types(named: inheritance.name, inside: type.qualifiedName, module: type.module)
          .map { Receiver($0, arguments) }
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
}

extension Attribute {
  /// Whether it looks like a macro or a property wrapper.
  package var isMacro: Bool { name.first?.isUppercase == true && name != "MainActor" }
}
