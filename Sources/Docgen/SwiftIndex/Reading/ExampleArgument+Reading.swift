import SwiftSyntax

extension ExprSyntax {
  /// Whether it is an operator in the place of a function: `==` of `sorted(by: ==)`.
  fileprivate var isOperator: Bool {
    if case .binaryOperator? = self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind {
      return true
    }
    return false
  }

  /// The expression after `try` and `await`.
  var withoutEffects: ExprSyntax {
    if let tried = self.as(TryExprSyntax.self) { return tried.expression.withoutEffects }
    if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression.withoutEffects }
    return self
  }
}

extension FunctionCallExprSyntax {
  /// The type of the platform whose initializer may return `nil`: `URL` of `URL(string: address)`.
  var failableType: String? {
    guard let name = calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let label = arguments.first?.label?.text, arguments.count == 1
    else { return nil }
    return ["URL": "string", "UUID": "uuidString"][name] == label ? name : nil
  }
}

extension ExampleArgument.Value {
  /// `unknown` for anything but a literal or closure.
  init(literal expression: ExprSyntax) {
    self =
      switch expression.kind {
      case .stringLiteralExpr, .simpleStringLiteralExpr: .string
      case .integerLiteralExpr: .integer
      case .floatLiteralExpr: .float
      case .booleanLiteralExpr: .boolean
      case .nilLiteralExpr: .null
      case .arrayExpr: .array
      case .dictionaryExpr: .dictionary
      case .closureExpr: .closure
      case .declReferenceExpr where expression.isOperator: .closure
      default: .unknown
      }
  }
}
