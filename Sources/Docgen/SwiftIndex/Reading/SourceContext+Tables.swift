extension SourceContext {
  /// The member that a plain property is, as it would be read from its tree.
  func member(
    _ property: PlainProperty, _ comment: CommentBlock, scope: DeclarationScope
  ) -> Member {
    let access = property.access.flatMap { AccessLevel(rawValue: text($0)) }
    let headlineEnd = property.type?.range.upperBound ?? property.name.upperBound
    let info = DeclarationInfo(
      name: text(property.name), headline: text(property.range.lowerBound..<headlineEnd),
      access: min(access ?? scope.defaultAccess, scope.widestAccess), declaredAccess: access,
      attributes: [], modifiers: property.isStatic ? ["static"] : [],
      documentation: documentation(comment), conditions: scope.conditions,
      location: location(property.range), nameLocation: location(property.name))
    return member(
      info,
      .property(
        Property(
          isLet: property.isLet, isLazy: false, ownership: .strong, storage: .stored,
          observers: [], type: property.type.map { type($0) },
          initialValue: property.value.map { text($0.range) },
          value: property.value.flatMap { value($0.literal, text($0.range)) },
          setterAccess: property.setterAccess.flatMap { AccessLevel(rawValue: text($0)) })),
      scope: scope)
  }

  private func type(_ type: PlainType) -> TypeReference {
    let words = text(type.range)
    return switch type {
    case .named: TypeReference(text: words, structure: .named(words, arguments: []))
    case .optional(let inner, _): TypeReference(text: words, structure: .optional(self.type(inner)))
    case .array(let inner, _): TypeReference(text: words, structure: .array(self.type(inner)))
    case .dictionary(let key, let value, _):
      TypeReference(
        text: words, structure: .dictionary(key: self.type(key), value: self.type(value)))
    }
  }

  private func value(_ literal: PlainProperty.Literal, _ text: String) -> ConstantExpression? {
    switch literal {
    case .integer: integer(text)
    case .double: double(text)
    case .boolean: .literal(.boolean(text == "true"))
    case .string: .literal(.string(String(text.dropFirst().dropLast())))
    case .member: .name(text)
    case .empty: nil
    }
  }
}
