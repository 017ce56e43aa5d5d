import SwiftSyntax

extension SourceContext {
  /// Adds the members of a declaration that is not a type, extension or `#if`.
  ///
  /// Other declarations, such as expansions of macros, are skipped.
  func members(_ node: DeclSyntax, scope: DeclarationScope, into members: inout [Member]) {
    switch node.as(DeclSyntaxEnum.self) {
    case .variableDecl(let node): properties(node, scope: scope, into: &members)
    case .functionDecl(let node): members.append(function(node, scope))
    case .initializerDecl(let node): members.append(initializer(node, scope))
    case .deinitializerDecl(let node): members.append(deinitializer(node, scope))
    case .subscriptDecl(let node): members.append(`subscript`(node, scope))
    case .enumCaseDecl(let node): members += cases(node, scope)
    case .associatedTypeDecl(let node): members.append(associatedType(node, scope))
    case .macroDecl(let node): members.append(macro(node, scope))
    default: break
    }
  }

  private func function(_ node: FunctionDeclSyntax, _ scope: DeclarationScope) -> Member {
    var signature = signature(
      node.signature, generics: node.genericParameterClause,
      requirements: node.genericWhereClause)
    switch node.name.tokenKind {
    case .binaryOperator, .prefixOperator, .postfixOperator:
      // Uses of operators and calls of such functions have no labels.
      for index in signature.parameters.indices { signature.parameters[index].label = nil }
    default: break
    }
    return member(
      info(
        of: node, name: node.name, headlineEnd: node.body?.position.utf8Offset ?? .max,
        scope: scope), .method(signature), scope: scope, block: node.body.map { Syntax($0) })
  }

  private func initializer(_ node: InitializerDeclSyntax, _ scope: DeclarationScope) -> Member {
    var signature = signature(
      node.signature, generics: node.genericParameterClause,
      requirements: node.genericWhereClause)
    signature.failability = node.optionalMark?.text
    return member(
      info(
        of: node, name: node.initKeyword, headlineEnd: node.body?.position.utf8Offset ?? .max,
        scope: scope),
      .initializer(signature), scope: scope, block: node.body.map { Syntax($0) })
  }

  private func deinitializer(
    _ node: DeinitializerDeclSyntax, _ scope: DeclarationScope
  ) -> Member {
    member(
      info(
        of: node, name: node.deinitKeyword, headlineEnd: node.body?.position.utf8Offset ?? .max,
        scope: scope),
      .deinitializer, scope: scope, block: node.body.map { Syntax($0) })
  }

  private func `subscript`(_ node: SubscriptDeclSyntax, _ scope: DeclarationScope) -> Member {
    let signature = Signature(
      genericParameters: genericParameters(node.genericParameterClause),
      requirements: requirements(node.genericWhereClause, in: node.genericParameterClause),
      parameters: parameters(node.parameterClause, isSubscript: true),
      result: type(node.returnClause.type))
    let block = node.accessorBlock
    return member(
      info(
        of: node, name: node.subscriptKeyword, headlineEnd: block?.position.utf8Offset ?? .max,
        scope: scope),
      .subscript(signature, accessors: block.map { accessors($0) } ?? []), scope: scope,
      block: block.map { Syntax($0) })
  }

  /// `case a, b(Int)` declares two; a comment above belongs to both.
  ///
  /// A case has the access of its enum.
  private func cases(_ node: EnumCaseDeclSyntax, _ scope: DeclarationScope) -> [Member] {
    var scope = scope
    scope.defaultAccess = scope.widestAccess
    let shared = info(
      of: node, name: node.caseKeyword, headlineEnd: extent(node.caseKeyword).upperBound,
      scope: scope)
    let isIndirect = shared.modifiers.contains("indirect")
    return node.elements.map { element in
      var info = shared
      info.name = element.name.plainName
      info.nameLocation = location(element.name)
      let whole = extent(element)
      let end = element.trailingComma?.position.utf8Offset ?? whole.upperBound
      info.headline += " " + squeezed(trimmed(whole.lowerBound..<max(end, whole.lowerBound)))
      return member(info, .enumCase(enumCase(element, isIndirect: isIndirect)), scope: scope)
    }
  }

  private func associatedType(
    _ node: AssociatedTypeDeclSyntax, _ scope: DeclarationScope
  ) -> Member {
    member(
      info(of: node, name: node.name, headlineEnd: node.endPosition.utf8Offset, scope: scope),
      .associatedType(
        AssociatedType(
          inheritance: inheritance(
            node.inheritanceClause, compilationConditions: scope.conditions),
          requirements: requirements(node.genericWhereClause),
          defaultType: node.initializer.map { type($0.value) })),
      scope: scope)
  }

  private func macro(_ node: MacroDeclSyntax, _ scope: DeclarationScope) -> Member {
    let end = node.definition?.position.utf8Offset ?? .max
    return member(
      info(of: node, name: node.name, headlineEnd: end, scope: scope),
      .macro(
        signature(
          node.signature, generics: node.genericParameterClause,
          requirements: node.genericWhereClause)),
      scope: scope)
  }
}
