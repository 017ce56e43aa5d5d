import Diagnostics
import SwiftSyntax

/// Assignments and results: the values of expressions, with their conditions.
extension OutlineReader {
  /// An expression that is a body's only item is its value.
  mutating func implicitResult(_ node: ExprSyntax) -> Bool {
    guard values != .unused, !node.is(IfExprSyntax.self), !node.is(SwitchExprSyntax.self),
      !node.is(AwaitExprSyntax.self), !isAssignment(node)
    else { return false }
    walk(Syntax(node))
    appendValue(node, isReturned: false)
    return true
  }

  /// The use of the values of the branches of an `if` or `switch`: unused if the body has other
  /// statements.
  ///
  /// An `if` is an expression only if it is the one item of its body or the right side of an
  /// assignment.
  func branchValues(of node: some ExprSyntaxProtocol) -> ImplicitValue {
    var parent = node.parent
    if let statement = parent?.as(ExpressionStmtSyntax.self) { parent = statement.parent }
    guard let item = parent?.as(CodeBlockItemSyntax.self) else { return values }
    return item.parent?.as(CodeBlockItemListSyntax.self)?.count == 1 ? values : .unused
  }

  private func isAssignment(_ node: ExprSyntax) -> Bool {
    node.as(SequenceExprSyntax.self)?.elements.contains { $0.is(AssignmentExprSyntax.self) } == true
  }

  /// The exit is a step of its own, after the value, because deferred steps run between the two.
  mutating func result(_ node: ReturnStmtSyntax) {
    guard let expression = node.expression else { return append(.exit(.body)) }
    if let inner = expression.asBranches {
      var reader = OutlineReader(source: source, guardsLeft: guardsLeft, values: .returned)
      reader.walk(inner)
      steps += reader.steps + [.exit(.body)]
      return
    }
    walk(Syntax(expression))
    appendValue(expression, isReturned: true)
    // The value of a body without `return` is a result, too, and not an exit.
    if case .exit? = steps.last { return }
    append(.exit(.body))
  }

  private mutating func appendValue(_ expression: ExprSyntax, isReturned: Bool) {
    if case .assigned(let target) = values, !isReturned {
      return assign(to: target, [expression], at: Syntax(expression))
    }
    let elements = expression.as(SequenceExprSyntax.self).map { Array($0.elements) }
    if isReturned || values == .returned, let matched = matching(elements ?? [expression]) {
      return appendMatch(
        matched, body: source.truth("true", expression), other: source.truth("false", expression),
        at: expression)
    }
    choose(elements ?? [expression], depth: 0) { reader, elements in
      // `nil` is not a value here.
      if elements.count == 1, elements[0].is(NilLiteralExprSyntax.self) { return }
      if reader.chooseElement(of: elements) { return }
      let list = reader.source.list(elements).map { [$0] }
      reader.append(.result(list ?? reader.source.values(of: elements, depth: 0)))
    }
  }

  /// Reads a list of one element for each alternative of that element: `[isOn ? .start : .stop]`.
  private mutating func chooseElement(of list: [ExprSyntax]) -> Bool {
    guard list.count == 1, let elements = list[0].as(ArrayExprSyntax.self)?.elements,
      elements.count == 1, let element = elements.first?.expression.as(SequenceExprSyntax.self),
      element.elements.contains(where: { $0.is(UnresolvedTernaryExprSyntax.self) })
    else { return false }
    let location = source.location(list[0])
    choose(Array(element.elements), depth: 0) { reader, elements in
      let values = reader.source.values(of: elements, depth: 0)
      reader.append(
        .result([
          BodyOutline.Value(
            form: .list([values]), text: values.first?.text ?? "", location: location)
        ]))
    }
    return true
  }

  /// Operators have no precedence in an unfolded tree: only `=` and `? :` are looked for, and
  /// everything else is a list of operands.
  mutating func sequence(_ node: SequenceExprSyntax) {
    if isPlain(node) { return }
    let elements = Array(node.elements)
    guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self) else {
      guard elements.count >= 3, elements[1].isCompoundAssignment else {
        for element in elements.reversed() { push(element) }
        return
      }
      for element in elements { walk(Syntax(element)) }
      return append(elements[0], source.values(of: elements, depth: 0), at: Syntax(node))
    }
    walk(Syntax(elements[0]))
    if elements.count == 3, let inner = elements[2].asBranches {
      let target = source.path(elements[0])
      var reader = OutlineReader(
        source: source, guardsLeft: guardsLeft, values: .assigned(to: target))
      reader.walk(inner)
      steps += reader.steps
      return
    }
    for element in elements.dropFirst(2) { walk(Syntax(element)) }
    assignment(to: elements[0], values: Array(elements[2...]), at: Syntax(node))
  }

  private mutating func assignment(to target: ExprSyntax, values: [ExprSyntax], at node: Syntax) {
    if let targets = target.as(TupleExprSyntax.self)?.elements, values.count == 1,
      let parts = values.first?.as(TupleExprSyntax.self)?.elements, parts.count == targets.count,
      targets.count > 1
    {
      for (target, part) in zip(targets, parts) {
        append(target.expression, source.values(part.expression), at: node)
      }
      return
    }
    let name = source.path(target)
    assign(to: name, values, at: node)
  }

  /// The assigned values, under the conditions of `? :`.
  private mutating func assign(to name: String, _ values: [ExprSyntax], at node: Syntax) {
    let location = source.location(node)
    choose(values, depth: 0) { reader, elements in
      reader.append(
        .assignment(
          BodyOutline.Assignment(
            target: name, values: reader.source.values(of: elements, depth: 0),
            location: location)))
    }
  }

  /// Reads each alternative of `a ? b : c` under its condition.
  ///
  /// At most 32 alternatives deep; beyond that, the text is read as one value.
  private mutating func choose(
    _ elements: [ExprSyntax], depth: Int,
    _ read: (inout OutlineReader, [ExprSyntax]) -> Void
  ) {
    var elements = elements
    if elements.count == 1, let tuple = elements[0].as(TupleExprSyntax.self)?.elements,
      tuple.count == 1, let inner = tuple.first?.expression.as(SequenceExprSyntax.self)
    {
      elements = Array(inner.elements)
    }
    guard depth < 32,
      let index = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      index > 0, index + 1 < elements.count,
      let ternary = elements[index].as(UnresolvedTernaryExprSyntax.self)
    else { return read(&self, elements) }
    func outline(_ elements: [ExprSyntax]) -> BodyOutline {
      var reader = OutlineReader(source: source, guardsLeft: guardsLeft)
      reader.choose(elements, depth: depth + 1, read)
      return BodyOutline(steps: reader.steps)
    }
    let thenElements = ternary.thenExpression.as(SequenceExprSyntax.self).map { Array($0.elements) }
    let body = outline(thenElements ?? [ternary.thenExpression])
    let other = outline(Array(elements[(index + 1)...]))
    let condition = elements[..<index]
    if let matched = matching(condition) {
      appendMatch(matched, body: body, other: other, at: elements[0])
    } else {
      let text = source.shortText(from: elements[0], to: elements[index - 1])
      steps += choice([(text, body)], otherwise: other).steps
    }
  }

  private mutating func append(
    _ target: ExprSyntax, _ values: [BodyOutline.Value], at node: Syntax
  ) {
    let name = source.path(target)
    steps.append(
      .assignment(
        BodyOutline.Assignment(target: name, values: values, location: source.location(node))))
  }

  /// `let before = state`: a local name for a value.
  mutating func local(_ node: VariableDeclSyntax) {
    let isAsync = node.modifiers.contains { $0.name.text == "async" }
    for binding in node.bindings {
      guard let value = binding.initializer?.value,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName
      else {
        push(binding)
        declare(binding.pattern, binding.typeAnnotation?.type, value: nil)
        continue
      }
      let first = steps.count
      walk(Syntax(binding))
      if isAsync, steps.count > first {
        let inner = Array(steps[first...])
        steps.replaceSubrange(first..., with: [.concurrent(BodyOutline(steps: inner))])
      }
      declare(binding.pattern, binding.typeAnnotation?.type, value: value)
      self.name(name, for: value, at: source.location(binding))
    }
  }

  /// Gives a local name a value that may be a state: a name, a case, a result or an entry of a
  /// table.
  private mutating func name(
    _ name: String, for value: ExprSyntax, at location: Diagnostics.SourceLocation
  ) {
    let isNamed = value.isLookup || value.isAnswer
    guard isNamed || source.mayNameValue(value) else { return }
    let values = source.values(value)
    guard isNamed || values.contains(where: \.mayBeState) else { return }
    steps.append(
      .assignment(BodyOutline.Assignment(target: name, values: values, location: location)))
  }

  /// `if let client = session.client`
  mutating func binding(_ node: OptionalBindingConditionSyntax) {
    guard let value = node.initializer?.value else { return }
    walk(Syntax(value))
    declare(node.pattern, node.typeAnnotation?.type, value: value)
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName else {
      return
    }
    self.name(name, for: value, at: source.location(node))
  }

  /// Records the source of a local name's type.
  private mutating func declare(_ pattern: PatternSyntax, _ type: TypeSyntax?, value: ExprSyntax?) {
    shadow(pattern)
    guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName else { return }
    if let type = type.flatMap({ source.type($0).dottedName }) {
      steps.append(.local(name, .type(type)))
    } else if let value, let found = localSource(value) {
      steps.append(.local(name, found))
    }
  }

  /// `nil` if the text does not show the type, as for a literal or an operator.
  private func localSource(_ value: ExprSyntax) -> BodyOutline.LocalSource? {
    var value = value
    while true {
      if let inner = value.as(TryExprSyntax.self) {
        value = inner.expression
      } else if let inner = value.as(AwaitExprSyntax.self) {
        value = inner.expression
      } else {
        break
      }
    }
    if let path = source.valuePath(value) { return path == "self" ? nil : .path(path) }
    guard let call = value.as(FunctionCallExprSyntax.self) else { return nil }
    if let callee = source.callee(call.calledExpression), callee.name.lastNameIsUppercase {
      return .type((callee.base.map { $0 + "." } ?? "") + callee.name)
    }
    switch steps.last {
    case .call, .send, .suspension, .attempted: return .result
    default: return nil
    }
  }
}

extension BodyOutline.Value {
  /// Whether a local name for this value is followed. A new object is not a state.
  fileprivate var mayBeState: Bool {
    switch form {
    case .call(let call): call.name.first?.isUppercase != true || call.name == "Int"
    case .member, .name, .list, .joined: true
    case .other: false
    }
  }
}

/// The use of the value of a body that is one expression.
enum ImplicitValue: Equatable {
  case unused, returned
  case assigned(to: String)
}

extension ExprSyntax {
  /// `Self.next[state]`, `rules.first { … }`
  fileprivate var isLookup: Bool {
    if let call = `as`(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      return name == "first" || name == "last"
    }
    return `is`(SubscriptCallExprSyntax.self)
  }

  /// `+=`, `-=` and similar operators.
  fileprivate var isCompoundAssignment: Bool {
    guard let text = `as`(BinaryOperatorExprSyntax.self)?.operator.text, text.last == "=" else {
      return false
    }
    return !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
  }

  /// A property of what a method returns: `decision(for: event)?.holds == true`.
  fileprivate var isAnswer: Bool {
    if let elements = `as`(SequenceExprSyntax.self)?.elements.map({ $0 }) {
      return elements.count == 3 && elements[2].is(BooleanLiteralExprSyntax.self)
        && elements[0].isAnswer
    }
    guard let base = `as`(MemberAccessExprSyntax.self)?.base else { return false }
    let call = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
    return call.as(FunctionCallExprSyntax.self)?.calledExpression.is(DeclReferenceExprSyntax.self)
      == true
  }

  /// An `if` or `switch` that is used as a value.
  fileprivate var asBranches: Syntax? {
    `is`(IfExprSyntax.self) || `is`(SwitchExprSyntax.self) ? Syntax(self) : nil
  }
}
