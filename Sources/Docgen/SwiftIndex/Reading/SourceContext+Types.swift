import SwiftSyntax

/// The maximum depth to which types and expressions are split; deeper ones keep only their text.
let structureDepthLimit = 64

extension SourceContext {
  /// A type with its structure.
  func type(_ node: TypeSyntax, depth: Int = 0) -> TypeReference {
    let text = line(node)
    guard depth < structureDepthLimit else {
      return TypeReference(text: text, structure: .unread)
    }
    return TypeReference(text: text, structure: structure(node, depth: depth + 1))
  }

  private func structure(_ node: TypeSyntax, depth: Int) -> TypeReference.Structure {
    func inner(_ node: TypeSyntax) -> TypeReference { type(node, depth: depth) }
    switch node.as(TypeSyntaxEnum.self) {
    case .identifierType, .memberType: return named(node, depth: depth)
    case .optionalType(let node): return .optional(inner(node.wrappedType))
    case .implicitlyUnwrappedOptionalType(let node):
      return .implicitlyUnwrapped(inner(node.wrappedType))
    case .arrayType(let node): return .array(inner(node.element))
    case .dictionaryType(let node):
      return .dictionary(key: inner(node.key), value: inner(node.value))
    case .inlineArrayType(let node):
      return .inlineArray(count: line(node.count), argument(node.element.argument, depth: depth))
    case .tupleType(let node):
      // Parentheses around one type without a label are only grouping.
      if let only = node.elements.first, node.elements.count == 1, only.firstName == nil {
        return structure(only.type, depth: depth)
      }
      return .tuple(node.elements.map { element($0, depth: depth) })
    case .functionType(let node): return .function(function(node, depth: depth))
    case .someOrAnyType(let node):
      let constraint = inner(node.constraint)
      return node.someOrAnySpecifier.tokenKind == .keyword(.any)
        ? .existential(constraint) : .opaque(constraint)
    case .compositionType(let node): return .composition(node.elements.map { inner($0.type) })
    case .suppressedType(let node): return .suppressed(inner(node.type))
    case .metatypeType(let node): return .metatype(inner(node.baseType))
    case .attributedType(let node): return attributed(node, depth: depth)
    case .packElementType(let node): return .pack(inner(node.pack))
    case .packExpansionType(let node): return .pack(inner(node.repetitionPattern))
    case .namedOpaqueReturnType(let node): return .opaque(inner(node.type))
    case .classRestrictionType: return .named("AnyObject", arguments: [])
    case .missingType: return .unread
    @unknown default: return .unread
    }
  }

  /// `Outer.Inner<Argument>`, walked from the last name to the first without recursion.
  private func named(_ node: TypeSyntax, depth: Int) -> TypeReference.Structure {
    var names: [String] = []
    var arguments: GenericArgumentClauseSyntax?
    var current = node
    while let member = current.as(MemberTypeSyntax.self) {
      if names.isEmpty { arguments = member.genericArgumentClause }
      names.append(member.name.plainName)
      current = member.baseType
    }
    guard let first = current.as(IdentifierTypeSyntax.self) else { return .unread }
    if names.isEmpty { arguments = first.genericArgumentClause }
    names.append(first.name.plainName)
    let name = names.count == 1 ? names[0] : names.reversed().joined(separator: ".")
    let types = arguments?.arguments.map { argument($0.argument, depth: depth) } ?? []
    return sugared(name, types) ?? .named(name, arguments: types)
  }

  /// The types of the standard library that have a shorter form.
  private func sugared(_ name: String, _ types: [TypeReference]) -> TypeReference.Structure? {
    switch (name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name, types.count) {
    case ("Optional", 1): .optional(types[0])
    case ("Array", 1): .array(types[0])
    case ("Set", 1): .set(types[0])
    case ("InlineArray", 2): .inlineArray(count: types[0].text, types[1])
    case ("Dictionary", 2): .dictionary(key: types[0], value: types[1])
    default: nil
    }
  }

  private func argument(_ node: GenericArgumentSyntax.Argument, depth: Int) -> TypeReference {
    if case .type(let type) = node { return self.type(type, depth: depth) }
    return TypeReference(text: line(node), structure: .unread)
  }

  private func element(
    _ node: TupleTypeElementSyntax, depth: Int
  ) -> TypeReference.TupleElement {
    let label = node.firstName?.plainName
    return TypeReference.TupleElement(
      label: label == "_" ? nil : label, type: type(node.type, depth: depth))
  }

  private func function(
    _ node: FunctionTypeSyntax, depth: Int
  ) -> TypeReference.FunctionType {
    TypeReference.FunctionType(
      parameters: node.parameters.map { element($0, depth: depth) },
      isAsync: node.effectSpecifiers?.asyncSpecifier != nil,
      throwing: throwing(node.effectSpecifiers?.throwsClause),
      result: type(node.returnClause.type, depth: depth))
  }

  private func attributed(
    _ node: AttributedTypeSyntax, depth: Int
  ) -> TypeReference.Structure {
    let words =
      node.specifiers.map { line($0) } + node.attributes.map { line($0) }
      + node.lateSpecifiers.map { line($0) }
    let base = type(node.baseType, depth: depth)
    return words.isEmpty ? base.structure : .attributed(words, base)
  }

  func throwing(_ clause: ThrowsClauseSyntax?) -> Throwing {
    guard let clause else { return .never }
    if clause.throwsSpecifier.tokenKind == .keyword(.rethrows) { return .rethrows }
    guard let type = clause.type else { return .any }
    let reference = self.type(type)
    if case .named("Never", _) = reference.structure { return .never }
    return .typed(reference)
  }
}
