import SwiftSyntax

extension SourceContext {
  /// A pattern with an element for each of `count` subjects.
  func pattern(_ node: PatternSyntax, count: Int) -> [PatternOutline.Element] {
    let parts = elements(node)
    guard parts.count != count else { return parts }
    guard parts.count == 1, let only = parts.first, only.form == .wildcard else { return parts }
    return Array(repeating: only, count: count)
  }

  private func elements(_ node: PatternSyntax, depth: Int = 0) -> [PatternOutline.Element] {
    guard depth < structureDepthLimit else { return [] }
    switch node.as(PatternSyntaxEnum.self) {
    case .expressionPattern(let pattern):
      if let tuple = pattern.expression.as(TupleExprSyntax.self) {
        return tuple.elements.map { element($0.expression) }
      }
      return [element(pattern.expression)]
    case .tuplePattern(let tuple):
      return tuple.elements.map { element($0.pattern) }
    case .valueBindingPattern(let binding):
      // `case let (done, event)` binds both elements.
      return elements(binding.pattern, depth: depth + 1)
    default: return [element(node)]
    }
  }

  private func element(_ node: PatternSyntax) -> PatternOutline.Element {
    switch node.as(PatternSyntaxEnum.self) {
    case .expressionPattern(let pattern): return element(pattern.expression)
    case .valueBindingPattern(let binding): return element(binding.pattern)
    case .identifierPattern, .wildcardPattern: return outline(node, .wildcard)
    default: return outline(node, .other)
    }
  }

  private func element(_ node: ExprSyntax, depth: Int = 0) -> PatternOutline.Element {
    guard depth < structureDepthLimit else { return outline(node, .other) }
    switch node.as(ExprSyntaxEnum.self) {
    case .discardAssignmentExpr: return outline(node, .wildcard)
    case .patternExpr(let pattern):
      var found = element(pattern.pattern)
      found.text = shortLine(node)
      return found
    case .optionalChainingExpr(let optional): return element(optional.expression, depth: depth + 1)
    case .tupleExpr(let tuple):
      if let only = tuple.elements.first, tuple.elements.count == 1 {
        return element(only.expression, depth: depth + 1)
      }
      return outline(node, .other)
    case .memberAccessExpr(let member):
      return outline(node, .name(member.declName.baseName.plainName))
    case .functionCallExpr(let call):
      guard let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName else {
        return outline(node, .other)
      }
      if name.baseName.text == "some", let inner = call.arguments.first, call.arguments.count == 1 {
        return element(inner.expression, depth: depth + 1)
      }
      return outline(node, .name(name.baseName.plainName))
    default: return outline(node, .other)
    }
  }

  private func outline(
    _ node: some SyntaxProtocol, _ form: PatternOutline.Element.Form
  ) -> PatternOutline.Element {
    PatternOutline.Element(
      form: form, text: shortLine(node), bindings: bindings(in: Syntax(node)),
      location: location(node))
  }

  /// Names that a pattern binds, in source order.
  private func bindings(in node: Syntax) -> [String] {
    var names: [String] = []
    var stack = [node]
    while let current = stack.popLast() {
      if let name = current.as(IdentifierPatternSyntax.self) {
        names.append(name.identifier.plainName)
      } else {
        stack += current.children(viewMode: .sourceAccurate).reversed()
      }
    }
    return names
  }
}
