import Diagnostics
import SwiftIndex

/// Finds the relations between chosen types.
///
/// Kinds are read in the order of their strength: ancestors, stored properties and associated
/// values, created objects, types in signatures, nested types. A name that means no chosen type
/// gives no relation. Aliases are followed at most eight levels deep.
///
///     class Store: Base { let log: Log; weak var owner: App?; func add(_ item: Item) {} }
///     inherits Base, composes Log (a struct), aggregates App 0..1, uses Item
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

  /// All relations of the code, in the order of the types.
  func relations() -> [TypeModel.Relation] {
    types.flatMap { type in
      var found = extended(by: type)
      let variants = variants(of: type)
      for variant in variants { found += ancestors(of: variant) }
      for variant in variants { found += held(by: variant) }
      for variant in variants { found += created(by: variant) }
      for variant in variants { found += used(by: variant) }
      found += nested(in: type)
      return found.filter { $0.to != type.name || $0.kind == .composes || $0.kind == .aggregates }
    }
  }

  /// The type, and its declarations in other `#if` branches of its file.
  private func variants(of type: ChosenType) -> [ChosenType] {
    guard !type.isExtension else { return [type] }
    let key = TypeKey(type.declaration)
    let namesakes = code.types(named: type.declaration.qualifiedName).filter {
      $0.nameLocation != type.declaration.nameLocation && TypeKey($0) == key
    }
    return [type] + namesakes.map { ChosenType(declaration: $0, name: type.name) }
  }

  private func relation(
    _ kind: TypeModel.Relation.Kind, type: ChosenType, target: TypeDeclaration,
    multiplicity: TypeModel.Relation.Multiplicity? = nil, at place: some Declared
  ) -> TypeModel.Relation? {
    names[TypeKey(target)].map { name in
      TypeModel.Relation(
        kind: kind, from: type.name, to: name, multiplicity: multiplicity,
        location: place.nameLocation)
    }
  }

  // MARK: - Names

  /// The chosen types that a name means inside another one, including those of an alias.
  ///
  ///     typealias Screen = Base<State, Action>     Base, State, Action
  ///
  /// Without arguments those of an alias do not count: a class that inherits from `Screen` inherits
  /// from `Base` alone.
  private func targets(
    _ name: String, in type: TypeDeclaration, hasArguments: Bool = true
  ) -> [TypeDeclaration] {
    meanings(of: name, in: type, hasArguments, depth: 0)
  }

  private func meanings(
    of name: String, in type: TypeDeclaration, _ hasArguments: Bool, depth: Int
  ) -> [TypeDeclaration] {
    let found = code.types(named: name, inside: type.qualifiedName, module: type.module)
    return code.nearest(found, to: type).flatMap { meaning -> [TypeDeclaration] in
      guard meaning.kind == .typealias else { return [meaning] }
      guard depth < 8, let aliased = meaning.aliased else { return [] }
      return aliased.mentions.filter { !$0.isInFunction && (hasArguments || !$0.isArgument) }
        .flatMap { meanings(of: $0.name, in: meaning, hasArguments, depth: depth + 1) }
    }
  }

  /// The mentioned types of a written type; a generic parameter stands for the type that it must
  /// conform to.
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

  /// Parameters of the method and of the type, from the parameter list and from `where`.
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
    return [
      relation(
        .extends, type: type, target: type.declaration, multiplicity: nil, at: type.declaration)
    ].compactMap(\.self)
  }

  private func nested(in type: ChosenType) -> [TypeModel.Relation] {
    guard !type.isExtension else { return [] }
    return (nested[type.declaration.qualifiedName] ?? [])
      .filter { $0.module == type.declaration.module }
      .compactMap { relation(.nests, type: type, target: $0, multiplicity: nil, at: $0) }
  }

  private func ancestors(of type: ChosenType) -> [TypeModel.Relation] {
    type.declaration.inheritance.filter { !$0.isSuppressed }.flatMap { ancestor in
      ancestor.type.mentions.filter { !$0.isArgument }.flatMap { mention in
        targets(mention.name, in: type.declaration, hasArguments: false).compactMap { target in
          let isConformance = target.kind == .protocol && type.declaration.kind != .protocol
          return relation(
            isConformance ? .conforms : .inherits, type: type, target: target, multiplicity: nil,
            at: type.declaration)
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
        references += member.attributes.compactMap(\.metatype)
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
              isReference ? .aggregates : .composes, type: type, target: target,
              multiplicity: mention.model, at: member)
          }
        }
    }
  }

  /// The type of a property by its initial value alone: `Machine()`, `State.closed`, `Log.shared`.
  private func initialType(of property: Property, in type: TypeDeclaration) -> TypeReference? {
    var name: String
    switch property.value {
    case .call(let callee, _): name = callee
    case .name(let text):
      guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return nil }
      name = String(text[..<dot])
      let element = String(text[text.index(after: dot)...])
      guard let members = targets(name, in: type).first?.members(named: element) else { return nil }
      if !members.contains(where: { $0.enumCase != nil }) {
        guard let shared = members.first(where: \.isStatic)?.property else { return nil }
        if let written = shared.type { return written }
        guard case .call(let callee, _)? = shared.value else { return nil }
        name = callee
      }
    case .literal, .negation, .binary, nil: return nil
    }
    guard name.first?.isUppercase == true else { return nil }
    return TypeReference(text: name, structure: .named(name, arguments: []))
  }

  /// Calls of initializers and factories: `Store.open()` that returns a `Store`, and methods that
  /// are called `make…`.
  private func created(by type: ChosenType) -> [TypeModel.Relation] {
    let declaration = type.declaration
    return declaration.members.flatMap { member -> [TypeModel.Relation] in
      var found: [TypeModel.Relation] = member.body.creations.flatMap { creation in
        targets(creation.typeName, in: declaration).map { ($0, creation.location) }
      }.compactMap { target, place in
        var relation = relation(.creates, type: type, target: target, multiplicity: nil, at: member)
        relation?.location = place
        return relation
      }
      for call in member.body.calls {
        guard let base = call.base, base.first?.isUppercase == true else { continue }
        for target in targets(base, in: declaration)
        where target.methods(named: call.name).contains(where: { $0.isFactory(of: target) }) {
          found += [relation(.creates, type: type, target: target, multiplicity: nil, at: member)]
            .compactMap(\.self)
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
        // The parameters and results of a stored function are not held.
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
      .compactMap { relation(kind, type: type, target: $0, multiplicity: nil, at: member) }
  }
}

extension Member {
  /// A static method whose result is its own type.
  fileprivate func isFactory(of type: TypeDeclaration) -> Bool {
    guard isStatic, let result = signature?.result else { return false }
    return result.mentions.contains { $0.name == type.name || $0.name == "Self" }
  }
}

extension Attribute {
  /// The type argument of a property wrapper or macro: `Store` for `@Environment(Store.self)`.
  fileprivate var metatype: TypeReference? {
    guard let first = arguments?.split(separator: ",").first else { return nil }
    let words = first.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].hasSuffix(".self") else { return nil }
    let name = String(words[0].dropLast(".self".count))
    let isName =
      name.first?.isUppercase == true
      && name.allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) }
    return isName ? TypeReference(text: name, structure: .named(name, arguments: [])) : nil
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
