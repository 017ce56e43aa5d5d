import SwiftSyntax

/// Gathers what a body does.
///
/// It walks with a stack of its own, so that chains of any length are survived, and recurses only
/// into what stands in braces, whose nesting is limited.
struct OutlineReader {
  let source: SourceContext
  private(set) var steps: [BodyOutline.Step] = []
  /// Statements behind a `guard case` are its matching case; this many may nest.
  private var guardsLeft = 16

  init(source: SourceContext, guardsLeft: Int = 16) {
    self.source = source
    self.guardsLeft = guardsLeft
  }

  mutating func walk(_ node: Syntax) {
    var stack = [node]
    while let current = stack.popLast() {
      switch read(current) {
      case .done: continue
      case .children: push(current, onto: &stack)
      case .nodes(let nodes): stack += nodes.reversed()
      }
    }
  }

  /// What remains to be walked after a node was read.
  private enum Rest {
    case done, children
    case nodes([Syntax])
  }

  private func push(_ node: Syntax, onto stack: inout [Syntax]) {
    let start = stack.count
    for child in node.children(viewMode: .sourceAccurate) where !Self.isIdle(child.kind) {
      stack.append(child)
    }
    // In place: most nodes have one or two children of interest.
    var (low, high) = (start, stack.count - 1)
    while low < high {
      stack.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }

  /// Nodes in which nothing of interest stands.
  private static func isIdle(_ kind: SyntaxKind) -> Bool {
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

  private mutating func read(_ node: Syntax) -> Rest {
    let kind = node.kind
    switch kind {
    case .memberAccessExpr:
      // The base alone, without the name.
      return .nodes(node.as(MemberAccessExprSyntax.self)?.base.map { [Syntax($0)] } ?? [])
    case .codeBlockItemList, .switchExpr, .ifExpr, .guardStmt, .whileStmt, .forStmt,
      .ifConfigDecl, .sequenceExpr, .functionCallExpr, .variableDecl, .returnStmt,
      .fallThroughStmt:
      return readStep(node)
    default: return Self.isIdle(kind) ? .done : .children
    }
  }

  private mutating func readStep(_ node: Syntax) -> Rest {
    switch node.as(SyntaxEnum.self) {
    case .codeBlockItemList(let node): return statements(node)
    case .switchExpr(let node):
      readSwitch(node)
      return .nodes([Syntax(node.subject)])
    case .ifExpr(let node): return ifChain(node)
    case .guardStmt(let node):
      return conditional("!(\(source.shortLine(node.conditions)))", node.body, [node.conditions])
    case .whileStmt(let node):
      return conditional(source.shortLine(node.conditions), node.body, [node.conditions])
    case .forStmt(let node):
      let text = "for \(source.shortLine(node.pattern)) in \(source.shortLine(node.sequence))"
      return conditional(text, node.body, [node.sequence])
    case .ifConfigDecl(let node): return directive(node)
    case .sequenceExpr(let node): return sequence(node)
    case .functionCallExpr(let node): return call(node)
    case .variableDecl(let node): return local(node)
    case .returnStmt(let node): return result(node)
    case .fallThroughStmt:
      steps.append(.fallthrough)
      return .done
    default: return .children
    }
  }

  private func inner(_ node: some SyntaxProtocol) -> BodyOutline {
    var reader = OutlineReader(source: source, guardsLeft: guardsLeft)
    reader.walk(Syntax(node))
    return BodyOutline(steps: reader.steps)
  }

  private mutating func conditional(
    _ text: String, _ body: CodeBlockSyntax, _ before: [any SyntaxProtocol]
  ) -> Rest {
    for node in before { walk(Syntax(node)) }
    append(text, inner(body.statements))
    return .done
  }

  mutating func append(_ outline: SwitchOutline) {
    steps.append(.switch(outline))
  }

  private mutating func append(_ condition: String, _ body: BodyOutline) {
    guard !body.steps.isEmpty else { return }
    steps.append(.conditional(condition: condition, body))
  }

  // MARK: - Statements

  /// Statements in a row; behind a `guard case` on the state, they belong to its pattern.
  private mutating func statements(_ items: CodeBlockItemListSyntax) -> Rest {
    var earlier: [Syntax] = []
    for (index, item) in items.enumerated() {
      let content = item.item
      guard guardsLeft > 0, case .stmt(let statement) = content,
        let node = statement.as(GuardStmtSyntax.self),
        let matched = matching(node.conditions)
      else {
        earlier.append(Syntax(content))
        continue
      }
      for node in earlier { walk(node) }
      walk(Syntax(node.conditions))
      guardsLeft -= 1
      var reader = OutlineReader(source: source, guardsLeft: guardsLeft)
      for later in items.dropFirst(index + 1) { reader.walk(Syntax(later.item)) }
      appendMatch(
        matched, body: BodyOutline(steps: reader.steps), other: inner(node.body.statements),
        at: node)
      return .done
    }
    return .nodes(earlier)
  }

  private mutating func ifChain(_ node: IfExprSyntax) -> Rest {
    var earlier: [String] = []
    var current: IfExprSyntax? = node
    while let branch = current {
      current = nil
      walk(Syntax(branch.conditions))
      let text = source.shortLine(branch.conditions)
      let body = inner(branch.body.statements)
      let before = earlier.suffix(3).map { "!(\($0))" }
      earlier.append(text)
      let isFirst = before.isEmpty
      if isFirst, let matched = matching(branch.conditions), !isElseIf(branch.elseBody) {
        var other = BodyOutline()
        if case .codeBlock(let block) = branch.elseBody { other = inner(block.statements) }
        appendMatch(matched, body: body, other: other, at: branch)
        return .done
      }
      append((before + [text]).joined(separator: " && "), body)
      switch branch.elseBody {
      case .ifExpr(let next): current = next
      case .codeBlock(let block):
        let negated = earlier.suffix(3).map { "!(\($0))" }.joined(separator: " && ")
        append(negated, inner(block.statements))
      default: break
      }
    }
    return .done
  }

  private func isElseIf(_ body: IfExprSyntax.ElseBody?) -> Bool {
    if case .ifExpr = body { true } else { false }
  }

  private mutating func directive(_ node: IfConfigDeclSyntax) -> Rest {
    for branch in source.branches(of: node) {
      let body = inner(branch.elements)
      if !body.steps.isEmpty { steps.append(.branch(branch.condition, body)) }
    }
    return .done
  }

  // MARK: - Expressions

  private mutating func sequence(_ node: SequenceExprSyntax) -> Rest {
    let elements = node.elements
    guard elements.count >= 3, let target = elements.first,
      elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
    else { return .children }
    assignment(to: target, values: elements.dropFirst(2).map { $0 }, at: node)
    return .children
  }

  private mutating func assignment(
    to target: ExprSyntax, values: [ExprSyntax], at node: some SyntaxProtocol
  ) {
    if let targets = target.as(TupleExprSyntax.self)?.elements, values.count == 1,
      let parts = values.first?.as(TupleExprSyntax.self)?.elements, parts.count == targets.count,
      targets.count > 1
    {
      for (target, part) in zip(targets, parts) {
        append(target.expression, source.values(part.expression), at: node)
      }
      return
    }
    append(target, source.values(of: values, depth: 0), at: node)
  }

  private mutating func append(
    _ target: ExprSyntax, _ values: [BodyOutline.Value], at node: some SyntaxProtocol
  ) {
    let name = source.dottedName(target) ?? source.shortLine(target)
    steps.append(
      .assignment(
        BodyOutline.Assignment(target: name, values: values, location: source.location(node))))
  }

  /// `let before = state`: a local name for a value.
  private mutating func local(_ node: VariableDeclSyntax) -> Rest {
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName,
        let values = binding.initializer.map({ source.values($0.value) }),
        values.contains(where: { $0.form != .other })
      else { continue }
      steps.append(
        .assignment(
          BodyOutline.Assignment(
            target: name, values: values, location: source.location(binding))))
    }
    return .children
  }

  private mutating func result(_ node: ReturnStmtSyntax) -> Rest {
    guard let expression = node.expression else { return .done }
    let values =
      if let list = expression.as(ArrayExprSyntax.self) {
        list.elements.flatMap { source.values($0.expression) }
      } else {
        source.values(expression)
      }
    if values.contains(where: { $0.form != .other }) { steps.append(.result(values)) }
    return .children
  }

  private mutating func call(_ node: FunctionCallExprSyntax) -> Rest {
    guard let callee = source.callee(node.calledExpression) else { return .children }
    steps.append(
      .call(
        BodyOutline.Call(
          base: callee.base, name: callee.name,
          arguments: node.arguments.map { argument in
            BodyOutline.Argument(
              label: argument.label?.plainName, value: source.value(argument.expression))
          }, location: source.location(node))))
    return .children
  }
}

extension SourceContext {
  /// What the statements within a node do.
  func outline(_ node: Syntax) -> BodyOutline {
    var reader = OutlineReader(source: self)
    reader.walk(node)
    return BodyOutline(steps: reader.steps)
  }

  /// The base and name of what is called, for calls of own methods and of types.
  func callee(_ node: ExprSyntax) -> (base: String?, name: String)? {
    var node = node
    if let generic = node.as(GenericSpecializationExprSyntax.self) { node = generic.expression }
    if let name = node.as(DeclReferenceExprSyntax.self) { return (nil, name.baseName.plainName) }
    guard let member = node.as(MemberAccessExprSyntax.self), let base = member.base,
      let dotted = dottedName(base)
    else { return nil }
    guard dotted == "self" || dotted == "Self" || dotted.lastNameIsUppercase else {
      return nil
    }
    return (dotted, member.declName.baseName.plainName)
  }
}
