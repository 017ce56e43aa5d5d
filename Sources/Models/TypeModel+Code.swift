import Diagnostics
package import SwiftCode

extension TypeModel {
  /// Gathers the selected types, in the order in which the selection names them.
  package init(_ selection: TypeSelection, in code: CodeModel) {
    var chosen: [TypeDeclaration] = []
    var unknown: [String] = []
    for pattern in selection.types {
      let found = code.types.filter { $0.kind != .typealias && $0.matches(pattern) }
      if found.isEmpty { unknown.append(pattern) }
      for type in found where !chosen.contains(where: { $0.qualifiedName == type.qualifiedName }) {
        chosen.append(type)
      }
    }
    let reader = TypeRelationReader(types: chosen, code: code)
    self.init(
      types: chosen.map { TypeEntry($0, selection) },
      relations: reader.relations().filter { selection.relations.contains($0.kind) },
      unknown: unknown)
  }
}

extension TypeDeclaration {
  /// Whether the qualified name fits a pattern whose `*` stands for any characters.
  fileprivate func matches(_ pattern: String) -> Bool {
    guard pattern.contains("*") else { return qualifiedName == pattern }
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, qualifiedName.hasPrefix(first) else {
      return false
    }
    var rest = qualifiedName.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}

extension TypeModel.TypeEntry {
  fileprivate init(_ type: TypeDeclaration, _ selection: TypeSelection) {
    let kind: TypeModel.Kind =
      switch type.kind {
      case .struct, .typealias: .structure
      case .class: .classType
      case .actor: .actor
      case .enum: .enumeration
      case .protocol: .protocolType
      }
    let narrowest = selection.access.level
    let members = type.members.filter { $0.isShown(selection.members) && $0.access >= narrowest }
      .compactMap { TypeModel.MemberEntry($0, of: type) }
    let shown = members.prefix(selection.maximum ?? .max)
    self.init(
      name: type.qualifiedName, kind: kind,
      genericParameters: type.kind == .protocol ? [] : type.genericParameters.map(\.name),
      members: Array(shown), omitted: members.count - shown.count, location: type.nameLocation)
  }
}

extension TypeSelection.AccessLevel {
  fileprivate var level: AccessLevel {
    switch self {
    case .private: .private
    case .internal: .internal
    case .package: .package
    case .public: .public
    }
  }
}

extension Member {
  fileprivate func isShown(_ selection: TypeSelection.Members) -> Bool {
    switch (selection, kind) {
    case (.none, _), (_, .deinitializer), (_, .macro), (_, .associatedType): false
    case (.all, _): !isOperator
    case (.methods, .method), (.methods, .initializer), (.methods, .subscript): !isOperator
    case (.properties, .property), (.properties, .enumCase): true
    case (.methods, _), (.properties, _): false
    }
  }
}

extension TypeModel.MemberEntry {
  fileprivate init?(_ member: Member, of type: TypeDeclaration) {
    var parameters: [String]?
    var result = ""
    switch member.kind {
    case .property(let property): result = property.type?.text ?? ""
    case .method(let signature), .subscript(let signature, _):
      parameters = signature.shortLabels
      result = signature.result?.text ?? ""
    case .initializer(let signature): parameters = signature.shortLabels
    case .enumCase(let enumCase):
      if !enumCase.associatedValues.isEmpty {
        parameters = enumCase.associatedValues.map { $0.label ?? $0.type.text }
      }
    case .deinitializer, .associatedType, .macro: return nil
    }
    let visibility: Visibility =
      switch member.access {
      case .private, .fileprivate: .hidden
      case .internal: type.kind == .protocol ? .open : .module
      case .package, .public, .open: .open
      }
    self.init(
      name: member.name, parameters: parameters, type: result, isStatic: member.isStatic,
      visibility: visibility, location: member.nameLocation)
  }
}

extension Signature {
  /// What a caller writes for each parameter, or what it is called within.
  fileprivate var shortLabels: [String] {
    parameters.map { $0.label ?? $0.name ?? $0.type?.text ?? "_" }
  }
}

/// Finds how the chosen types hang together.
private struct TypeRelationReader {
  let types: [TypeDeclaration]
  let code: CodeModel
  private let names: Set<String>

  init(types: [TypeDeclaration], code: CodeModel) {
    self.types = types
    self.code = code
    names = Set(types.map(\.qualifiedName))
  }

  /// Each pair of types once per kind; a type that is held is not also said to be used.
  func relations() -> [TypeModel.Relation] {
    var result: [TypeModel.Relation] = []
    for type in types {
      var own = ancestors(of: type)
      own += held(by: type)
      own += created(by: type)
      own += used(by: type)
      var seen: [String: Set<TypeModel.Relation.Kind>] = [:]
      for relation in own where relation.to != type.qualifiedName {
        let known = seen[relation.to, default: []]
        if relation.isImplied(by: known) { continue }
        seen[relation.to, default: []].insert(relation.kind)
        result.append(relation)
      }
    }
    return result
  }

  /// The chosen type that a name means inside another one.
  private func target(_ name: String, in type: TypeDeclaration) -> TypeDeclaration? {
    let found = code.type(named: name, inside: type.qualifiedName, module: type.module).only
    if let found, names.contains(found.qualifiedName) { return found }
    guard let found, found.kind == .typealias, let aliased = found.aliased else { return nil }
    return aliased.mentions.lazy.compactMap { mention in
      code.type(named: mention.name, inside: type.qualifiedName, module: type.module).only
    }.first { names.contains($0.qualifiedName) }
  }

  private func ancestors(of type: TypeDeclaration) -> [TypeModel.Relation] {
    type.inheritance.compactMap { ancestor in
      guard !ancestor.isSuppressed, let target = target(ancestor.name, in: type) else { return nil }
      let isConformance = target.kind == .protocol && type.kind != .protocol
      return TypeModel.Relation(
        kind: isConformance ? .conforms : .inherits, from: type.qualifiedName,
        to: target.qualifiedName, location: type.nameLocation)
    }
  }

  private func held(by type: TypeDeclaration) -> [TypeModel.Relation] {
    var relations: [TypeModel.Relation] = []
    for member in type.members {
      var references: [TypeReference] = []
      if let property = member.property, property.isStored, !member.isStatic {
        references = [property.type ?? initialType(of: property, in: type)].compactMap { $0 }
      } else if let enumCase = member.enumCase {
        references = enumCase.associatedValues.map(\.type)
      }
      for mention in references.flatMap(\.mentions) where !mention.isInFunction {
        guard let target = target(mention.name, in: type) else { continue }
        let isReference =
          mention.isAbstract || member.property?.ownership != .strong && member.property != nil
          || target.kind == .class || target.kind == .actor || target.kind == .protocol
        relations.append(
          TypeModel.Relation(
            kind: isReference ? .aggregates : .composes, from: type.qualifiedName,
            to: target.qualifiedName, multiplicity: mention.multiplicity.model,
            location: member.nameLocation))
      }
    }
    return relations
  }

  /// The type of a property that says it by its initial value alone: `Machine()`, `State.closed`.
  private func initialType(of property: Property, in type: TypeDeclaration) -> TypeReference? {
    let name: String
    switch property.value {
    case .call(let callee, _): name = callee
    case .name(let text):
      guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return nil }
      name = String(text[..<dot])
      let owner = target(name, in: type)
      guard owner?.enumCase(named: String(text[text.index(after: dot)...])).first != nil else {
        return nil
      }
    case .literal, .negation, .binary, nil: return nil
    }
    guard name.first?.isUppercase == true else { return nil }
    return TypeReference(text: name, structure: .named(name, arguments: []))
  }

  private func created(by type: TypeDeclaration) -> [TypeModel.Relation] {
    type.members.flatMap { member in
      member.body.creations.compactMap { creation in
        guard let target = target(creation.typeName, in: type) else { return nil }
        return TypeModel.Relation(
          kind: .creates, from: type.qualifiedName, to: target.qualifiedName,
          location: creation.location)
      }
    }
  }

  private func used(by type: TypeDeclaration) -> [TypeModel.Relation] {
    type.members.flatMap { member -> [TypeModel.Relation] in
      guard let signature = member.signature else { return [] }
      let references =
        signature.parameters.compactMap(\.type) + [signature.result].compactMap { $0 }
      return references.flatMap(\.mentions).compactMap { mention in
        guard let target = target(mention.name, in: type) else { return nil }
        return TypeModel.Relation(
          kind: .uses, from: type.qualifiedName, to: target.qualifiedName,
          location: member.nameLocation)
      }
    }
  }
}

extension TypeModel.Relation {
  /// A relation that says less than one already known between the same two types.
  fileprivate func isImplied(by known: Set<Kind>) -> Bool {
    if known.contains(kind) { return true }
    switch kind {
    case .inherits, .conforms: return false
    case .composes: return known.contains(.aggregates)
    case .aggregates: return known.contains(.composes)
    case .creates: return known.contains(.composes) || known.contains(.aggregates)
    case .uses: return !known.isEmpty
    }
  }
}

extension TypeReference.Multiplicity {
  fileprivate var model: TypeModel.Relation.Multiplicity {
    switch self {
    case .one: .one
    case .optional: .optional
    case .many: .many
    }
  }
}
