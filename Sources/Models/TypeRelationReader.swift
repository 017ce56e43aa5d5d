import Diagnostics
import SwiftCode

/// Finds how chosen types hang together.
struct TypeRelationReader {
  private let types: [ChosenType]
  private let code: CodeModel
  private let names: [TypeKey: String]
  /// The chosen types by the name of the type around them.
  private let nested: [String: [TypeDeclaration]]

  init(types: [ChosenType], code: CodeModel) {
    self.types = types
    self.code = code
    names = Dictionary(
      types.filter { !$0.isExtension }.map { (TypeKey($0.declaration), $0.name) },
      uniquingKeysWith: { first, _ in first })
    nested = Dictionary(
      grouping: types.filter { !$0.isExtension }.map(\.declaration), by: { $0.outerName ?? "" })
  }

  /// Everything that the code says, in the order of the types.
  func relations() -> [TypeModel.Relation] {
    types.flatMap { type in
      var found = extended(by: type) + ancestors(of: type) + held(by: type)
      found += created(by: type) + used(by: type) + nested(in: type)
      return found.filter { $0.to != type.name || $0.kind == .composes || $0.kind == .aggregates }
    }
  }

  private func relation(
    _ kind: TypeModel.Relation.Kind, _ type: ChosenType, _ target: TypeDeclaration,
    _ multiplicity: TypeModel.Relation.Multiplicity? = nil, _ place: some Declared
  ) -> TypeModel.Relation? {
    names[TypeKey(target)].map { name in
      TypeModel.Relation(
        kind: kind, from: type.name, to: name, multiplicity: multiplicity,
        location: place.nameLocation)
    }
  }

  // MARK: - Names

  /// The chosen types that a name means inside another one: those of an alias too.
  private func targets(_ name: String, in type: TypeDeclaration) -> [TypeDeclaration] {
    meanings(of: name, in: type, depth: 0)
  }

  private func meanings(of name: String, in type: TypeDeclaration, depth: Int) -> [TypeDeclaration]
  {
    var found = code.types(named: name, inside: type.qualifiedName, module: type.module)
    if found.count > 1 {
      let own = found.filter { $0.location.file == type.location.file }
      // One that `#if` branches declare several times is one; others say too little.
      found = Set((own.isEmpty ? found : own).map(TypeKey.init)).count == 1 ? [found[0]] : []
      if let first = own.first, !found.isEmpty { found = [first] }
    }
    guard let only = found.first else { return [] }
    guard only.kind == .typealias else { return [only] }
    guard depth < 8, let aliased = only.aliased else { return [] }
    return aliased.mentions.filter { !$0.isInFunction }.flatMap {
      meanings(of: $0.name, in: only, depth: depth + 1)
    }
  }

  /// What a written type mentions, a generic parameter standing for what it must conform to.
  private func mentions(
    _ reference: TypeReference, in type: TypeDeclaration, _ signature: Signature? = nil
  ) -> [TypeReference.Mention] {
    reference.mentions.flatMap { mention -> [TypeReference.Mention] in
      let constraints = constraints(of: mention.name, in: type, signature)
      guard !constraints.isEmpty else { return [mention] }
      return constraints.flatMap(\.mentions).map { constraint in
        var stand = mention
        stand.name = constraint.name
        stand.isAbstract = true
        return stand
      }
    }
  }

  private func constraints(
    of name: String, in type: TypeDeclaration, _ signature: Signature?
  ) -> [TypeReference] {
    let parameters = (signature?.genericParameters ?? []) + type.genericParameters
    guard parameters.contains(where: { $0.name == name }) else { return [] }
    let requirements = (signature?.requirements ?? []) + type.requirements
    return parameters.filter { $0.name == name }.compactMap(\.constraint)
      + requirements.filter { $0.subject.text == name && $0.relation == .conforms }
      .compactMap(\.constraint)
  }

  // MARK: - Kinds

  private func extended(by type: ChosenType) -> [TypeModel.Relation] {
    guard type.isExtension else { return [] }
    return [relation(.extends, type, type.declaration, nil, type.declaration)].compactMap(\.self)
  }

  private func nested(in type: ChosenType) -> [TypeModel.Relation] {
    guard !type.isExtension else { return [] }
    return (nested[type.declaration.qualifiedName] ?? [])
      .filter { $0.module == type.declaration.module }
      .compactMap { relation(.nests, type, $0, nil, $0) }
  }

  private func ancestors(of type: ChosenType) -> [TypeModel.Relation] {
    type.declaration.inheritance.filter { !$0.isSuppressed }.flatMap { ancestor in
      ancestor.type.mentions.filter { !$0.isArgument }.flatMap { mention in
        targets(mention.name, in: type.declaration).compactMap { target in
          let isConformance = target.kind == .protocol && type.declaration.kind != .protocol
          return relation(
            isConformance ? .conforms : .inherits, type, target, nil, type.declaration)
        }
      }
    }
  }

  private func held(by type: ChosenType) -> [TypeModel.Relation] {
    let declaration = type.declaration
    return declaration.members.flatMap { member -> [TypeModel.Relation] in
      var references: [TypeReference] = []
      if let property = member.property, property.isStored, !member.isStatic {
        references = [property.type ?? initialType(of: property, in: declaration)]
          .compactMap(\.self)
      } else if let enumCase = member.enumCase {
        references = enumCase.associatedValues.map(\.type)
      }
      let isWeak = member.property.map { $0.ownership != .strong } ?? false
      return references.flatMap { mentions($0, in: declaration) }.filter { !$0.isInFunction }
        .flatMap { mention in
          targets(mention.name, in: declaration).compactMap { target in
            let isReference =
              mention.isAbstract || isWeak || [.class, .actor, .protocol].contains(target.kind)
            return relation(
              isReference ? .aggregates : .composes, type, target, mention.model, member)
          }
        }
    }
  }

  /// The type of a property that says it by its initial value alone: `Machine()`, `State.closed`.
  private func initialType(of property: Property, in type: TypeDeclaration) -> TypeReference? {
    let name: String
    switch property.value {
    case .call(let callee, _): name = callee
    case .name(let text):
      guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return nil }
      name = String(text[..<dot])
      let element = String(text[text.index(after: dot)...])
      guard targets(name, in: type).first?.enumCase(named: element).first != nil else {
        return nil
      }
    case .literal, .negation, .binary, nil: return nil
    }
    guard name.first?.isUppercase == true else { return nil }
    return TypeReference(text: name, structure: .named(name, arguments: []))
  }

  /// Initialisers that are called, and factories: `Store.open()` that gives a `Store`, and methods
  /// that are called `make…`.
  private func created(by type: ChosenType) -> [TypeModel.Relation] {
    let declaration = type.declaration
    return declaration.members.flatMap { member -> [TypeModel.Relation] in
      var found: [TypeModel.Relation] = member.body.creations.flatMap { creation in
        targets(creation.typeName, in: declaration).map { ($0, creation.location) }
      }.compactMap { target, place in
        var relation = relation(.creates, type, target, nil, member)
        relation?.location = place
        return relation
      }
      for call in member.body.calls {
        guard let base = call.base, base.first?.isUppercase == true else { continue }
        for target in targets(base, in: declaration)
        where target.methods(named: call.name).contains(where: { $0.isFactory(of: target) }) {
          found += [relation(.creates, type, target, nil, member)].compactMap(\.self)
        }
      }
      if member.name.hasPrefix("make"), let result = member.signature?.result {
        found += relations(.creates, to: [result], of: member, type)
      }
      return found
    }
  }

  private func used(by type: ChosenType) -> [TypeModel.Relation] {
    type.declaration.members.flatMap { member -> [TypeModel.Relation] in
      if let property = member.property {
        // What a stored function takes and gives is not held.
        let isHeld = property.isStored && !member.isStatic
        return relations(
          .uses, to: [property.type].compactMap(\.self), of: member, type, inFunctions: isHeld)
      }
      guard let signature = member.signature else { return [] }
      var references = signature.parameters.compactMap(\.type)
      references += [signature.result, signature.throwing.type].compactMap(\.self)
      return relations(.uses, to: references, of: member, type)
    }
  }

  private func relations(
    _ kind: TypeModel.Relation.Kind, to references: [TypeReference], of member: Member,
    _ type: ChosenType, inFunctions: Bool = false
  ) -> [TypeModel.Relation] {
    references.flatMap { mentions($0, in: type.declaration, member.signature) }
      .filter { $0.isInFunction || !inFunctions }
      .flatMap { targets($0.name, in: type.declaration) }
      .compactMap { relation(kind, type, $0, nil, member) }
  }
}

extension Member {
  /// A static method whose result is its own type.
  fileprivate func isFactory(of type: TypeDeclaration) -> Bool {
    guard isStatic, let result = signature?.result else { return false }
    return result.mentions.contains { $0.name == type.name || $0.name == "Self" }
  }
}

extension Throwing {
  fileprivate var type: TypeReference? {
    if case .typed(let type) = self { type } else { nil }
  }
}

extension TypeReference.Mention {
  fileprivate var model: TypeModel.Relation.Multiplicity? {
    if isArgument && multiplicity != .many { return nil }
    return switch multiplicity {
    case .one: .one
    case .optional: .optional
    case .many: .many
    }
  }
}
