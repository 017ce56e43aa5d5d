extension SourceContext {
  /// The member that a plain constant is, as it would be read from its tree.
  func member(_ constant: PlainConstant, scope: DeclarationScope) -> Member {
    let words = constant.modifiers.map { text($0) }
    let access = words.compactMap { AccessLevel(rawValue: $0) }.first
    let headlineEnd = constant.type?.upperBound ?? constant.name.upperBound
    let info = DeclarationInfo(
      name: text(constant.name), headline: text(constant.range.lowerBound..<headlineEnd),
      access: min(access ?? scope.defaultAccess, scope.widestAccess), declaredAccess: access,
      attributes: [], modifiers: words.filter { AccessLevel(rawValue: $0) == nil },
      documentation: nil, conditions: scope.conditions, location: location(constant.range),
      nameLocation: location(constant.name))
    let type = constant.type.map { range in
      let name = text(range)
      return TypeReference(text: name, structure: .named(name, arguments: []))
    }
    return member(
      info,
      .property(
        Property(
          isLet: true, isLazy: false, ownership: .strong, storage: .stored, observers: [],
          type: type, initialValue: text(constant.value), value: value(constant),
          setterAccess: nil)), scope: scope)
  }

  private func value(_ constant: PlainConstant) -> ConstantExpression? {
    let text = text(constant.value)
    return switch constant.literal {
    case .integer: integer(text)
    case .double: double(text)
    case .boolean: .literal(.boolean(text == "true"))
    case .string: .literal(.string(String(text.dropFirst().dropLast())))
    }
  }
}
