import SwiftSyntax

extension ExprSyntax {
  /// The expression after `try` and `await`.
  var withoutEffects: ExprSyntax {
    if let tried = self.as(TryExprSyntax.self) { return tried.expression.withoutEffects }
    if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression.withoutEffects }
    return self
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
      default: .unknown
      }
  }
}
