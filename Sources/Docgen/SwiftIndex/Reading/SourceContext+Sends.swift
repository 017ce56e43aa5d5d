import SwiftSyntax

/// Calls on values.
extension SourceContext {
  /// A call of another value's method; `nil` for a bare name and for a callee without a name.
  func send(_ node: FunctionCallExprSyntax) -> BodyOutline.Send? {
    var called = node.calledExpression
    if let generic = called.as(GenericSpecializationExprSyntax.self) { called = generic.expression }
    guard let member = called.as(MemberAccessExprSyntax.self), let base = member.base else {
      return nil
    }
    return BodyOutline.Send(
      base: valuePath(base), name: member.declName.baseName.plainName,
      labels: node.arguments.map { $0.label?.plainName ?? "_" },
      passed: node.arguments.compactMap { argument in
        argument.expression.as(InOutExprSyntax.self)
          .flatMap { dottedName($0.expression) }
      },
      location: location(member.declName))
  }

  /// The path of a value without `?` and `!`: `self.client` of `self.client?`.
  func valuePath(_ node: ExprSyntax) -> String? {
    var names: [String] = []
    var current = node
    while names.count < structureDepthLimit {
      switch current.as(ExprSyntaxEnum.self) {
      case .memberAccessExpr(let member):
        guard let base = member.base else { return nil }
        names.append(member.declName.baseName.plainName)
        current = base
      case .optionalChainingExpr(let inner): current = inner.expression
      case .forceUnwrapExpr(let inner): current = inner.expression
      case .declReferenceExpr(let first):
        names.append(first.baseName.plainName)
        return names.count == 1 ? names[0] : names.reversed().joined(separator: ".")
      case .superExpr where names.isEmpty: return "super"
      default: return nil
      }
    }
    return nil
  }
}
