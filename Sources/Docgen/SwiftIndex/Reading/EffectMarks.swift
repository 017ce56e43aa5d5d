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

extension FunctionCallExprSyntax {
  /// Whether it is the only call in an expression that `try` marks.
  var isOnlyTried: Bool {
    let parent = parent?.as(AwaitExprSyntax.self)?.parent ?? parent
    guard let tried = parent?.as(TryExprSyntax.self), tried.questionOrExclamationMark == nil else {
      return false
    }
    let calls = CallCounter(viewMode: .sourceAccurate)
    calls.walk(tried)
    return calls.count == 1
  }
}

/// Counts the parts of an expression that may throw.
private final class CallCounter: SyntaxVisitor {
  private(set) var count = 0

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { counted() }
  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind { counted() }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { counted() }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    count += 1
    return .skipChildren
  }

  private func counted() -> SyntaxVisitorContinueKind {
    count += 1
    return .visitChildren
  }
}
