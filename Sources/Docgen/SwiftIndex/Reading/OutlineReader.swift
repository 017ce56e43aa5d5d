import SwiftSyntax

/// Collects the steps of a body.
///
/// It walks with its own stack to survive chains of any length, and recurses only into braces,
/// whose nesting is limited.
///
/// An outline has what the readers of machines and flows need, and no more: calls, assignments,
/// results, branches with their conditions as text, and the ways out of a body. Arithmetic,
/// literals and types are skipped.
///
/// The reader never fails. An unknown construct is walked for the calls in it, in the order of the
/// text, so a new statement of Swift loses its structure but not its contents.
struct OutlineReader {
  let source: SourceContext
  var steps: [BodyOutline.Step] = []
  /// The nodes that remain to be walked, the next one last.
  var stack: [Syntax] = []
  /// Steps that follow when the stack is that short again: a call follows its arguments.
  private var pending: [(height: Int, steps: [BodyOutline.Step])] = []
  /// Statements after a `guard case` become its matching case; this many may nest.
  var guardsLeft = 16
  let values: ImplicitValue

  init(source: SourceContext, guardsLeft: Int = 16, values: ImplicitValue = .unused) {
    self.source = source
    self.guardsLeft = guardsLeft
    self.values = values
  }

  /// Returns when the node and everything in it has been read; steps of enclosing nodes may still
  /// be pending.
  mutating func walk(_ node: Syntax) {
    let bottom = stack.count
    stack.append(node)
    walkStack(to: bottom)
  }

  mutating func walkStack(to bottom: Int) {
    while true {
      while let next = pending.last, next.height >= stack.count {
        steps += next.steps
        pending.removeLast()
      }
      guard stack.count > bottom, let current = stack.popLast() else { return }
      read(current)
    }
  }

  private mutating func read(_ node: Syntax) {
    let kind = node.kind
    switch kind {
    case .codeBlockItemList, .switchExpr, .ifExpr, .guardStmt, .whileStmt, .forStmt, .repeatStmt,
      .doStmt, .deferStmt, .ifConfigDecl, .sequenceExpr, .functionCallExpr, .closureExpr,
      .awaitExpr, .tryExpr, .optionalBindingCondition, .functionDecl,
      .variableDecl, .returnStmt, .throwStmt, .breakStmt, .continueStmt, .fallThroughStmt:
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
      walk(Syntax(node.conditions))
      append(
        "!(\(source.shortLine(node.conditions)))", inner(node.body.statements))
    case .whileStmt(let node):
      loop(source.shortLine(node.conditions), node.body, before: node.conditions)
      endShadows(of: node.conditions)
    case .forStmt(let node):
      let text = "for \(source.shortLine(node.pattern)) in \(source.shortLine(node.sequence))"
      var before: [BodyOutline.Step] = node.awaitKeyword == nil ? [] : [.suspension]
      if node.tryKeyword != nil { before.append(.attempted) }
      before += shadowing(node.pattern)
      if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName,
        let path = source.valuePath(node.sequence)
      {
        before.append(.local(name, .element(path)))
      }
      loop(text, node.body, before: node.sequence, eachTime: before)
    case .repeatStmt(let node): loop(nil, node.body, before: node.condition)
    case .doStmt(let node): attempt(node)
    case .deferStmt(let node):
      let body = inner(node.body.statements)
      if !body.steps.isEmpty { steps.append(.deferred(body)) }
    case .ifConfigDecl(let node): directive(node)
    case .sequenceExpr(let node): sequence(node)
    case .functionCallExpr(let node): call(node)
    case .closureExpr(let node):
      var reader = OutlineReader(source: source, guardsLeft: guardsLeft)
      reader.walk(Syntax(node.statements))
      if reader.steps.isEmpty { return }
      let steps = shadowing(node.signature) + reader.steps
      append(.closure(BodyOutline(steps: steps), isImmediate: false))
    case .awaitExpr(let node):
      walk(Syntax(node.expression))
      steps.append(.suspension)
    case .tryExpr(let node):
      walk(Syntax(node.expression))
      if node.questionOrExclamationMark == nil { steps.append(.attempted) }
    case .functionDecl(let node): function(node)
    case .optionalBindingCondition(let node): binding(node)
    case .variableDecl(let node): local(node)
    case .returnStmt(let node): result(node)
    case .throwStmt(let node):
      walk(Syntax(node.expression))
      steps += [.thrown(source.shortLine(node.expression)), .exit(.throwing)]
    case .breakStmt: steps.append(.exit(.statement))
    case .continueStmt: steps.append(.exit(.round))
    case .fallThroughStmt: steps.append(.fallthrough)
    default: pushChildren(of: node)
    }
  }

  /// The steps of a body; `values` is the use of its value if it is one expression.
  func inner(_ node: some SyntaxProtocol, values: ImplicitValue = .unused) -> BodyOutline {
    var reader = OutlineReader(source: source, guardsLeft: guardsLeft, values: values)
    reader.walk(Syntax(node))
    return BodyOutline(steps: reader.steps)
  }

  private mutating func loop(
    _ condition: String?, _ body: CodeBlockSyntax, before: some SyntaxProtocol,
    eachTime first: [BodyOutline.Step] = []
  ) {
    walk(Syntax(before))
    var body = inner(body.statements)
    if body.steps.isEmpty { return }
    body.steps.insert(contentsOf: first, at: 0)
    steps.append(.loop(condition: condition, body))
  }

  private mutating func function(_ node: FunctionDeclSyntax) {
    guard let body = node.body.map({ inner($0.statements) }), !body.steps.isEmpty else { return }
    steps.append(.function(node.name.plainName, body))
  }

  private mutating func attempt(_ node: DoStmtSyntax) {
    guard !node.catchClauses.isEmpty else { return push(node.body) }
    let body = inner(node.body.statements)
    let handlers = node.catchClauses.map { clause in
      BodyOutline.Branch(
        condition: source.shortLine(clause.catchItems), body: inner(clause.body.statements))
    }
    if ([body] + handlers.map(\.body)).contains(where: { !$0.steps.isEmpty }) {
      steps.append(.attempt(body, handlers: handlers))
    }
  }

  mutating func append(_ step: BodyOutline.Step) { steps.append(step) }

  private mutating func append(_ condition: String, _ body: BodyOutline) {
    if body.steps.isEmpty { return }
    steps.append(
      .choice([BodyOutline.Branch(condition: condition, body: body)], isExhaustive: false))
  }

  // MARK: - Statements

  /// The statements of a body.
  mutating func statements(_ items: some Collection<CodeBlockItemSyntax>) {
    if items.count == 1, case .expr(let only)? = items.first?.item, implicitResult(only) { return }
    consecutive(items)
  }

  /// Consecutive statements; after a `guard` that compares the state, they belong to its pattern.
  ///
  ///     guard case .open = state else { return }      a match: `.open` -> the rest of the body
  ///     state = .closed                               other: return
  private mutating func consecutive(_ items: some Collection<CodeBlockItemSyntax>) {
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
      var reader = OutlineReader(source: source, guardsLeft: guardsLeft, values: values)
      reader.consecutive(Array(items.dropFirst(index + 1)))
      reader.walkStack(to: 0)
      appendMatch(
        matched, body: BodyOutline(steps: reader.steps), other: inner(node.body.statements),
        at: node)
      return
    }
    stack[bottom...].reverse()
  }

  /// Walks the nodes above `bottom` in their order, the first one first.
  private mutating func walkInOrder(from bottom: Int) {
    stack[bottom...].reverse()
    walkStack(to: bottom)
  }

  /// From the last `else` to the first `if`, each of which contains the following ones.
  ///
  /// A chain that compares the state becomes nested matches, so that the machine's reader sees
  /// patterns; other conditions become branches, each with the negations of at most three earlier
  /// conditions.
  private mutating func ifChain(_ node: IfExprSyntax) {
    let values = branchValues(of: node)
    var links = [node]
    var rest = BodyOutline()
    while let last = links.last, let otherwise = last.elseBody {
      guard case .ifExpr(let next) = otherwise else {
        if case .codeBlock(let block) = otherwise {
          rest = inner(block.statements, values: values)
        }
        break
      }
      links.append(next)
    }
    for link in links { walk(Syntax(link.conditions)) }
    // Chains of any length must be survived: beyond this length they are read as one choice.
    let mayNest = links.count <= 64
    var alternatives: [(text: String, body: BodyOutline)] = []
    for link in links.reversed() {
      let body = inner(link.body.statements, values: values)
      guard mayNest, let matched = matching(link.conditions), matched.mayRepeat(rest) else {
        alternatives.append((source.shortLine(link.conditions), body))
        continue
      }
      rest = choice(alternatives.reversed(), otherwise: rest)
      alternatives = []
      var reader = OutlineReader(source: source, guardsLeft: guardsLeft, values: values)
      reader.appendMatch(matched, body: body, other: rest, at: link)
      rest = BodyOutline(steps: reader.steps)
    }
    steps += choice(alternatives.reversed(), otherwise: rest).steps
    for link in links { endShadows(of: link.conditions) }
  }

  /// Branches without any step disappear, unless another branch has one.
  func choice(
    _ alternatives: [(text: String, body: BodyOutline)], otherwise rest: BodyOutline
  ) -> BodyOutline {
    if alternatives.isEmpty { return rest }
    guard alternatives.contains(where: { !$0.body.steps.isEmpty }) || !rest.steps.isEmpty else {
      return rest
    }
    var earlier: [String] = []
    func negated() -> [String] { earlier.suffix(3).map { "!(\($0))" } }
    var branches = alternatives.map { text, body in
      defer { earlier.append(text) }
      return BodyOutline.Branch(
        condition: (negated() + [text]).joined(separator: " && "), body: body)
    }
    branches.append(
      BodyOutline.Branch(condition: negated().joined(separator: " && "), body: rest))
    return BodyOutline(steps: [.choice(branches, isExhaustive: true)])
  }

  private mutating func directive(_ node: IfConfigDeclSyntax) {
    for branch in source.branches(of: node) {
      let body = inner(branch.elements, values: values)
      if !body.steps.isEmpty { steps.append(.branch(branch.condition, body)) }
    }
  }

  // MARK: - Calls

  /// The callee and the arguments are evaluated before the call.
  ///
  /// Steps of the call are pending until its arguments have been walked, since `f(g())` runs `g`
  /// first. A closure after the call follows it, with a mark whether the function runs it before it
  /// returns.
  private mutating func call(_ node: FunctionCallExprSyntax) {
    let called = node.calledExpression
    var after: [BodyOutline.Step] = []
    if let callee = source.callee(called) {
      after.append(.call(source.call(node, callee)))
      if callee.base == nil, Self.endingFunctions.contains(callee.name) {
        after.append(.exit(.body))
      }
    } else if let send = source.send(node) {
      after.append(.send(send))
    }
    if let closure = node.trailingClosure {
      after += read(closure, calledBy: called)
      for more in node.additionalTrailingClosures { after += read(more.closure, calledBy: called) }
    }
    if !after.isEmpty { pending.append((stack.count, after)) }
    push(node.arguments)
    push(called)
  }

  private static let endingFunctions: Set<String> = [
    "fatalError", "preconditionFailure", "abort", "exit",
  ]

  private func read(
    _ closure: ClosureExprSyntax, calledBy function: ExprSyntax
  ) -> [BodyOutline.Step] {
    let name =
      function.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? function.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    let isImmediate = name.map { $0.hasPrefix("with") || Self.immediate.contains($0) } ?? true
    var reader = OutlineReader(source: source, guardsLeft: guardsLeft)
    reader.walk(Syntax(closure.statements))
    guard !reader.steps.isEmpty else { return [] }
    reader.steps.insert(contentsOf: shadowing(closure.signature), at: 0)
    if let name, BodyOutline.loopFunctions.contains(name),
      let base = function.as(MemberAccessExprSyntax.self)?.base.flatMap(source.valuePath)
    {
      reader.steps.insert(.local(closure.firstParameter ?? "$0", .element(base)), at: 0)
    }
    return [.closure(BodyOutline(steps: reader.steps), isImmediate: isImmediate)]
  }

  /// Functions that run their closure before they return, in addition to those whose names begin
  /// with `with`.
  private static let immediate: Set<String> = [
    "sync", "run", "performAndWait", "forEach", "map", "compactMap", "flatMap", "filter",
    "autoreleasepool", "assumeIsolated",
  ]
}

extension ClosureExprSyntax {
  /// `item` of `{ item in … }`
  fileprivate var firstParameter: String? {
    switch signature?.parameterClause {
    case .simpleInput(let list): list.first?.name.plainName
    case .parameterClause(let clause): clause.parameters.first?.firstName.plainName
    default: nil
    }
  }
}

extension SourceContext {
  /// The steps of the statements within a node.
  ///
  /// The names of `self` in closures, such as `guard let self`, are collected first.
  func outline(_ node: Syntax) -> BodyOutline {
    var context = self
    (context.selfNames, context.selfAliases) = namesOfSelf(in: node)
    var reader = OutlineReader(source: context, values: .returned)
    reader.walk(node)
    return BodyOutline(steps: reader.steps)
  }

  /// A body that returns `true` or `false`.
  func truth(_ text: String, _ node: ExprSyntax) -> BodyOutline {
    BodyOutline(steps: [
      .result([BodyOutline.Value(form: .other, text: text, location: location(node))])
    ])
  }

  func call(
    _ node: FunctionCallExprSyntax, _ callee: (base: String?, name: String)
  ) -> BodyOutline.Call {
    BodyOutline.Call(
      base: callee.base, name: callee.name,
      arguments: node.arguments.map { argument in
        let elements = argument.expression.as(SequenceExprSyntax.self)?.elements.map { $0 }
        return BodyOutline.Argument(
          label: argument.label?.plainName,
          value: list(elements ?? [argument.expression]) ?? value(argument.expression))
      }, location: location(node))
  }

  /// The base and name of the callee, for calls of own methods and of types.
  ///
  /// `nil` for a call on a value; `SourceContext.send` reads those.
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
