import SwiftSyntax

/// Gathers what a body does.
///
/// It walks with a stack of its own, so that chains of any length are survived, and recurses only
/// into what stands in braces, whose nesting is limited.
struct OutlineReader {
  let source: SourceContext
  private(set) var steps: [BodyOutline.Step] = []
  /// What remains to be walked, the next one last.
  var stack: [Syntax] = []
  /// Statements behind a `guard case` are its matching case; this many may nest.
  var guardsLeft = 16

  init(source: SourceContext, guardsLeft: Int = 16) {
    self.source = source
    self.guardsLeft = guardsLeft
  }

  mutating func walk(_ node: Syntax) {
    let bottom = stack.count
    stack.append(node)
    walkStack(to: bottom)
  }

  mutating func walkStack(to bottom: Int) {
    while stack.count > bottom, let current = stack.popLast() { read(current) }
  }

  private mutating func read(_ node: Syntax) {
    let kind = node.kind
    switch kind {
    case .codeBlockItemList, .switchExpr, .ifExpr, .guardStmt, .whileStmt, .forStmt,
      .ifConfigDecl, .sequenceExpr, .functionCallExpr, .variableDecl, .returnStmt,
      .fallThroughStmt:
      readStep(node)
    default:
      if Self.isIdle(kind) || (!Self.holdsStatements(kind) && isPlain(node)) { return }
      readInner(node, kind)
    }
  }

  private mutating func readStep(_ node: Syntax) {
    switch node.as(SyntaxEnum.self) {
    case .codeBlockItemList(let node): statements(node)
    case .switchExpr(let node):
      readSwitch(node)
      push(node.subject)
    case .ifExpr(let node): ifChain(node)
    case .guardStmt(let node):
      conditional("!(\(source.shortLine(node.conditions)))", node.body, node.conditions)
    case .whileStmt(let node):
      conditional(source.shortLine(node.conditions), node.body, node.conditions)
    case .forStmt(let node):
      let text = "for \(source.shortLine(node.pattern)) in \(source.shortLine(node.sequence))"
      conditional(text, node.body, node.sequence)
    case .ifConfigDecl(let node): directive(node)
    case .sequenceExpr(let node): sequence(node)
    case .functionCallExpr(let node): call(node)
    case .variableDecl(let node): local(node)
    case .returnStmt(let node): result(node)
    case .fallThroughStmt: steps.append(.fallthrough)
    default: pushChildren(of: node)
    }
  }

  private func inner(_ node: some SyntaxProtocol) -> BodyOutline {
    var reader = OutlineReader(source: source, guardsLeft: guardsLeft)
    reader.walk(Syntax(node))
    return BodyOutline(steps: reader.steps)
  }

  private mutating func conditional(
    _ text: String, _ body: CodeBlockSyntax, _ before: some SyntaxProtocol
  ) {
    walk(Syntax(before))
    append(text, inner(body.statements))
  }

  mutating func append(_ step: BodyOutline.Step) { steps.append(step) }

  private mutating func append(_ condition: String, _ body: BodyOutline) {
    guard !body.steps.isEmpty else { return }
    steps.append(.conditional(condition: condition, body))
  }

  // MARK: - Statements

  /// Statements in a row; behind a `guard case` on the state, they belong to its pattern.
  mutating func statements(_ items: some Collection<CodeBlockItemSyntax>) {
    let bottom = stack.count
    for (index, item) in items.enumerated() {
      let content = item.item
      if let directive = governing(content) {
        walkInOrder(from: bottom)
        govern(directive, items.dropFirst(index + 1))
        return
      }
      guard guardsLeft > 0, case .stmt(let statement) = content,
        let node = statement.as(GuardStmtSyntax.self),
        let matched = matching(node.conditions)
      else {
        stack.append(Syntax(content))
        continue
      }
      walkInOrder(from: bottom)
      walk(Syntax(node.conditions))
      guardsLeft -= 1
      var reader = OutlineReader(source: source, guardsLeft: guardsLeft)
      for later in items.dropFirst(index + 1) { reader.walk(Syntax(later.item)) }
      appendMatch(
        matched, body: BodyOutline(steps: reader.steps), other: inner(node.body.statements),
        at: node)
      return
    }
    stack[bottom...].reverse()
  }

  /// Walks what was put on the stack in its order, the first one first.
  private mutating func walkInOrder(from bottom: Int) {
    stack[bottom...].reverse()
    walkStack(to: bottom)
  }

  private mutating func ifChain(_ node: IfExprSyntax) {
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
        return
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
  }

  private func isElseIf(_ body: IfExprSyntax.ElseBody?) -> Bool {
    if case .ifExpr = body { true } else { false }
  }

  private mutating func directive(_ node: IfConfigDeclSyntax) {
    for branch in source.branches(of: node) {
      let body = inner(branch.elements)
      if !body.steps.isEmpty { steps.append(.branch(branch.condition, body)) }
    }
  }

  // MARK: - Expressions

  private mutating func sequence(_ node: SequenceExprSyntax) {
    if isPlain(node) { return }
    let elements = Array(node.elements)
    if elements.count >= 3, elements[1].is(AssignmentExprSyntax.self) {
      assignment(to: elements[0], values: Array(elements[2...]), at: node)
    }
    for element in elements.reversed() { push(element) }
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
  private mutating func local(_ node: VariableDeclSyntax) {
    for binding in node.bindings {
      guard let value = binding.initializer?.value, source.mayNameValue(value),
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName
      else { continue }
      let values = source.values(value)
      guard values.contains(where: { $0.form != .other }) else { continue }
      steps.append(
        .assignment(
          BodyOutline.Assignment(
            target: name, values: values, location: source.location(binding))))
    }
    push(node.bindings)
  }

  private mutating func result(_ node: ReturnStmtSyntax) {
    guard let expression = node.expression else { return }
    if let list = expression.as(ArrayExprSyntax.self) {
      appendResult(list.elements.flatMap { source.values($0.expression) })
    } else if source.mayNameValue(expression) {
      appendResult(source.values(expression))
    }
    push(expression)
  }

  private mutating func appendResult(_ values: [BodyOutline.Value]) {
    if values.contains(where: { $0.form != .other }) { steps.append(.result(values)) }
  }

  private mutating func call(_ node: FunctionCallExprSyntax) {
    let (called, arguments) = (node.calledExpression, node.arguments)
    if let callee = source.callee(called) {
      steps.append(
        .call(
          BodyOutline.Call(
            base: callee.base, name: callee.name,
            arguments: arguments.map { argument in
              BodyOutline.Argument(
                label: argument.label?.plainName, value: source.value(argument.expression))
            }, location: source.location(node))))
    }
    if let closure = node.trailingClosure {
      push(node.additionalTrailingClosures)
      push(closure)
    }
    push(arguments)
    push(called)
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
