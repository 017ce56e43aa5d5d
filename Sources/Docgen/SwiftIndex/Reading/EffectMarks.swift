import SwiftSyntax

/// Whether `try` and `await` cover an expression.
struct EffectMarks {
  var isTried = false
  var isAwaited = false

  init(around node: ExprSyntax) {
    var current = Syntax(node)
    while let parent = current.parent {
      mark(parent)
      // `try a + b`: the mark is in the first of several operands.
      if let operands = parent.as(ExprListSyntax.self) {
        for operand in operands.prefix(while: { $0.id != current.id }) { mark(Syntax(operand)) }
      }
      switch parent.kind {
      case .closureExpr, .functionDecl, .codeBlockItem, .memberBlockItem: return
      case .forStmt:
        let loop = parent.cast(ForStmtSyntax.self)
        isTried = isTried || loop.tryKeyword != nil
        isAwaited = isAwaited || loop.awaitKeyword != nil
      case .variableDecl:
        let isAsync = parent.cast(VariableDeclSyntax.self).modifiers.contains {
          $0.name.tokenKind == .keyword(.async)
        }
        isTried = isTried || isAsync
        isAwaited = isAwaited || isAsync
      default: break
      }
      current = parent
    }
  }

  private mutating func mark(_ node: Syntax) {
    if let tried = node.as(TryExprSyntax.self) {
      isTried = true
      mark(Syntax(tried.expression))
    }
    if node.is(AwaitExprSyntax.self) { isAwaited = true }
  }
}
