import Diagnostics
import SwiftSyntax

/// Decides which nodes are walked: only those that can contain a step.
///
/// Accessing a node's children creates all of them, so nodes whose bytes show that they contain no
/// step are skipped.
extension OutlineReader {
  /// Pushes a node on the stack unless it contains nothing of interest.
  mutating func push(_ node: some SyntaxProtocol) {
    if Self.isIdle(node.kind) || isPlain(node) { return }
    stack.append(Syntax(node))
  }

  /// Whether an expression, a pattern or a list of them contains no call, closure, statement with a
  /// block or assignment: each has one of three characters.
  func isPlain(_ node: some SyntaxProtocol) -> Bool {
    let start = node.position.utf8Offset
    return source.text.bytes.withUnsafeBufferPointer { bytes in
      let end = min(start + node.totalLength.utf8Length, bytes.count)
      var index = start
      while index < end {
        switch bytes[index] {
        case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "="): return false
        default: index += 1
        }
      }
      return true
    }
  }

  /// Nodes that contain nothing of interest.
  static func isIdle(_ kind: SyntaxKind) -> Bool {
    switch kind {
    case .token, .declReferenceExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr,
      .nilLiteralExpr, .binaryOperatorExpr, .assignmentExpr, .discardAssignmentExpr,
      .attributeList, .declModifierList, .typeAnnotation, .identifierPattern, .identifierType,
      .stringSegment, .closureSignature, .functionSignature, .genericParameterClause,
      .genericWhereClause, .breakStmt, .continueStmt, .superExpr, .typeExpr, .structDecl,
      .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl, .unexpectedNodes:
      true
    default: false
    }
  }

  /// Nodes that may contain statements without the three characters: `return done`.
  static func holdsStatements(_ kind: SyntaxKind) -> Bool {
    switch kind {
    case .codeBlock, .codeBlockItem, .ifConfigClauseList, .ifConfigClause, .switchCaseList,
      .switchCase, .labeledStmt, .expressionStmt:
      true
    default: false
    }
  }

  /// The contents of a node that is not a step itself. For common nodes, the children are accessed
  /// by their names, which avoids creating all others.
  mutating func readInner(_ node: Syntax, _ kind: SyntaxKind) {
    switch kind {
    case .memberAccessExpr:
      // Only the base, without the name.
      if let base = node.as(MemberAccessExprSyntax.self)?.base { push(base) }
    case .codeBlockItem:
      if let item = node.as(CodeBlockItemSyntax.self)?.item { stack.append(Syntax(item)) }
    case .codeBlock:
      if let block = node.as(CodeBlockSyntax.self) { stack.append(Syntax(block.statements)) }
    case .closureExpr:
      if let closure = node.as(ClosureExprSyntax.self) { stack.append(Syntax(closure.statements)) }
    case .tryExpr: if let node = node.as(TryExprSyntax.self) { push(node.expression) }
    case .awaitExpr: if let node = node.as(AwaitExprSyntax.self) { push(node.expression) }
    case .labeledExprList:
      let start = stack.count
      for element in node.as(LabeledExprListSyntax.self) ?? [] { push(element.expression) }
      stack[start...].reverse()
    case .patternBindingList:
      let start = stack.count
      for binding in node.as(PatternBindingListSyntax.self) ?? [] { push(binding) }
      stack[start...].reverse()
    case .patternBinding:
      guard let binding = node.as(PatternBindingSyntax.self) else { return }
      if let accessors = binding.accessorBlock { push(accessors) }
      if let initializer = binding.initializer { push(initializer.value) }
      push(binding.pattern)
    default: pushChildren(of: node)
    }
  }

  mutating func pushChildren(of node: Syntax) {
    let start = stack.count
    for child in node.children(viewMode: .sourceAccurate) where !Self.isIdle(child.kind) {
      stack.append(child)
    }
    stack[start...].reverse()
  }
}
