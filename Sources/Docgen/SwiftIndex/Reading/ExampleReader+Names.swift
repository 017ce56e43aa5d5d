import SwiftSyntax

extension ExampleReader {
  /// The identifiers of the example, each at its first place.
  ///
  /// `isFree` marks a lowercase word that is neither called nor a member: it could be a variable
  /// that the reader has to supply.
  func names(in tree: SourceFileSyntax, except locals: Set<String>) -> [ExampleName] {
    var seen = locals
    return tree.tokens(viewMode: .sourceAccurate).compactMap { token -> ExampleName? in
      guard case .identifier(let text) = token.tokenKind, seen.insert(text).inserted else {
        return nil
      }
      let place = converter.location(for: token.positionAfterSkippingLeadingTrivia)
      let line = place.line - linesBefore
      guard line > 0 else { return nil }
      let reference = token.parent?.as(DeclReferenceExprSyntax.self)
      let isMember =
        reference.map { $0.parent?.as(MemberAccessExprSyntax.self)?.declName.id == $0.id } ?? true
      let call = reference?.parent?.as(FunctionCallExprSyntax.self)
      let isFree = !isMember && call == nil && text.first?.isUppercase == false
      return ExampleName(
        text: text, user: isMember ? nil : type(around: token), isFree: isFree,
        isUsed: call.map { $0.arguments.contains { $0.label != nil } }
          ?? (isMember && reference?.parent?.as(MemberAccessExprSyntax.self)?.base != nil),
        argument: isMember ? reference?.implicitArgument : nil,
        line: line, column: place.column)
    }
  }

  /// The name of the type, or of the extended one, whose body has the token.
  private func type(around token: TokenSyntax) -> String? {
    var node = token.parent
    while let current = node {
      if current.is(MemberBlockSyntax.self), let declaration = current.parent {
        return declaration.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
          ?? declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
      }
      node = current.parent
    }
    return nil
  }
}

extension DeclReferenceExprSyntax {
  /// The call that makes a value with this case or function as an argument: `lastRows` of
  /// `Store(limit: .lastRows(of: 3))`. `nil` without labels of its own.
  fileprivate var implicitArgument: ExampleName.Argument? {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.base == nil,
      let call = access.parent?.as(FunctionCallExprSyntax.self),
      call.arguments.contains(where: { $0.label != nil }),
      let argument = call.parent?.as(LabeledExprSyntax.self), let label = argument.label?.text,
      let outer = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      let type = outer.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      type.first?.isUppercase == true
    else { return nil }
    return ExampleName.Argument(type: type, label: label)
  }
}

extension ClosureExprSyntax {
  /// The names of its parameters; `$0` for a closure without a list of them.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let names): names.map(\.name.text)
    case .parameterClause(let clause):
      clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    default: ["$0"]
    }
  }

  /// The call that the closure is an argument of, and its label; an empty one for the closure directly
  /// after the parentheses.
  var call: (call: FunctionCallExprSyntax, label: String)? {
    if let call = parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == id {
      return (call, "")
    }
    let argument = parent?.as(LabeledExprSyntax.self)
    guard let argument, let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self) else {
      return nil
    }
    return (call, argument.label?.text ?? "_")
  }
}

extension FunctionCallExprSyntax {
  /// `at:_:` of `Store(at: folder, 3)`.
  var labels: String { arguments.map { ($0.label?.text ?? "_") + ":" }.joined() }
}

extension ExprSyntax {
  /// `Store(at:)` of `Store(at: folder)`; `nil` for a call with a closure after the parentheses.
  var calledName: String? {
    guard let call = self.as(FunctionCallExprSyntax.self), call.trailingClosure == nil else {
      return nil
    }
    return "\(call.calledExpression.trimmedDescription)(\(call.labels))"
  }

  /// `Box` of `Box<Int>`.
  var withoutGenericArguments: ExprSyntax {
    self.as(GenericSpecializationExprSyntax.self)?.expression ?? self
  }

  /// The variable at its beginning: `store` of `store.items.count`.
  var variable: String? {
    if let access = self.as(MemberAccessExprSyntax.self) { return access.base?.variable }
    guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text,
      name.first?.isLowercase == true
    else { return nil }
    return name
  }

  /// Whether it is the value of an `if let` or `guard let`.
  var isBoundConditionally: Bool {
    var node = parent
    while let effect = node, effect.is(TryExprSyntax.self) || effect.is(AwaitExprSyntax.self) {
      if effect.as(TryExprSyntax.self)?.questionOrExclamationMark != nil { return false }
      node = effect.parent
    }
    return node?.is(InitializerClauseSyntax.self) == true
      && node?.parent?.is(OptionalBindingConditionSyntax.self) == true
  }

  /// Whether it unwraps an optional value, or replaces `nil`: with `?`, `!`, `??`, `try?` or `as?`.
  var isUnwrapping: Bool {
    withoutEffects.tokens(viewMode: .sourceAccurate).contains {
      switch $0.tokenKind {
      case .postfixQuestionMark, .exclamationMark, .infixQuestionMark: true
      case .binaryOperator(let text): text == "??"
      default: false
      }
    } || self.as(TryExprSyntax.self)?.questionOrExclamationMark != nil
  }
}
