import SwiftSyntax

/// The names that an example declares: variables, parameters and functions.
final class BindingReader: SyntaxVisitor {
  /// Variables and parameters.
  private(set) var locals: Set<String> = ["self", "Self", "super"]
  private(set) var functions: Set<String> = []
  private(set) var variables: [String: AbsolutePosition] = [:]
  private(set) var wrapped: Set<String> = []
  /// Names that `let` declares, and those that `var` declares.
  private(set) var constants: Set<String> = []
  private(set) var mutable: Set<String> = []
  private(set) var references: Set<String> = []
  private(set) var values: [String: Value] = [:]

  /// A value that is used without an owner.
  struct Value {
    var name: String
    var isAssigned: Bool
    var position: AbsolutePosition
  }

  var names: Set<String> { locals.union(functions) }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    locals.insert(node.identifier.text)
    let condition = node.parent?.as(OptionalBindingConditionSyntax.self)
    if condition?.initializer == nil && condition != nil {
      // `if let value` uses the variable that it rebinds.
      references.insert(node.identifier.text)
    } else {
      variables[node.identifier.text] = node.positionAfterSkippingLeadingTrivia
    }
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        continue
      }
      if !node.attributes.isEmpty { wrapped.insert(name) }
      if node.bindingSpecifier.tokenKind == .keyword(.let) {
        constants.insert(name)
      } else {
        mutable.insert(name)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = String(node.baseName.text.trimmingPrefix("$"))
    references.insert(name)
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    let isCalled = node.parent?.is(FunctionCallExprSyntax.self) == true
    if !isMember, !isCalled, name.first?.isLowercase == true, values[name] == nil {
      values[name] = Value(
        name: name, isAssigned: Self.isAssigned(ExprSyntax(node)),
        position: node.positionAfterSkippingLeadingTrivia)
    }
    return .visitChildren
  }

  /// Whether `=` follows an expression.
  private static func isAssigned(_ node: ExprSyntax) -> Bool {
    guard let operands = node.parent?.as(ExprListSyntax.self), operands.first?.id == node.id,
      let next = operands.dropFirst().first
    else { return false }
    return next.is(AssignmentExprSyntax.self)
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    locals.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    locals.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    locals.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    functions.insert(node.name.text)
    return .visitChildren
  }
}
