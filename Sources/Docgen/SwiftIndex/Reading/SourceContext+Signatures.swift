import SwiftSyntax

extension SourceContext {
  func signature(
    _ node: FunctionSignatureSyntax, generics: GenericParameterClauseSyntax?,
    requirements clause: GenericWhereClauseSyntax?
  ) -> Signature {
    Signature(
      genericParameters: genericParameters(generics),
      requirements: requirements(clause, in: generics),
      parameters: parameters(node.parameterClause, isSubscript: false),
      isAsync: node.effectSpecifiers?.asyncSpecifier != nil,
      throwing: throwing(node.effectSpecifiers?.throwsClause),
      result: node.returnClause.map { type($0.type) })
  }

  /// A single parameter name in a subscript is not a label.
  func parameters(
    _ clause: FunctionParameterClauseSyntax, isSubscript: Bool
  ) -> [Parameter] {
    clause.parameters.map { node in
      let first = node.firstName.plainName
      let name = node.secondName?.plainName ?? first
      let hasLabel = first != "_" && !(isSubscript && node.secondName == nil)
      return Parameter(
        label: hasLabel ? first : nil, name: name == "_" ? nil : name, type: type(node.type),
        defaultValue: node.defaultValue.map { line($0.value) },
        isVariadic: node.ellipsis != nil, attributes: attributes(node.attributes),
        location: location(node))
    }
  }

  func accessors(_ list: AccessorDeclListSyntax) -> [Accessor] {
    list.map { node in
      Accessor(
        name: node.accessorSpecifier.text, modifier: node.modifier?.name.text,
        isAsync: node.effectSpecifiers?.asyncSpecifier != nil,
        throwing: throwing(node.effectSpecifiers?.throwsClause))
    }
  }

  func accessors(_ block: AccessorBlockSyntax) -> [Accessor] {
    switch block.accessors {
    case .getter: [Accessor(name: "get", isAsync: false, throwing: .never)]
    case .accessors(let list): accessors(list)
    @unknown default: []
    }
  }

  func enumCase(_ node: EnumCaseElementSyntax, isIndirect: Bool) -> EnumCase {
    let values = (node.parameterClause?.parameters ?? []).map { parameter in
      let label = parameter.firstName?.plainName
      return EnumCase.AssociatedValue(
        label: label == "_" ? nil : label, type: type(parameter.type),
        defaultValue: parameter.defaultValue.map { line($0.value) })
    }
    return EnumCase(
      associatedValues: values, rawValue: node.rawValue.flatMap { constant($0.value) },
      isIndirect: isIndirect)
  }
}
