import SwiftSyntax

/// Types of variables are guessed from the text of the example alone: an annotation, an initializer
/// such as `Store(…)`, a parameter. A name that is bound again in a closure, a pattern or a loop
/// loses its type, because a wrong type would be reported as a missing member. Equal uses are kept
/// once, at their first place.
final class ExampleReader: SyntaxVisitor {
  private(set) var reading = ExampleReading()
  private var seen: Set<String> = []
  /// The variables that can be seen at a place.
  private struct Scope {
    /// The known types of variables: written, or initialized in place.
    var types: [String: String] = [:]
    /// The wrapped types of optional ones: `door?.close()` is a call of a `Door`.
    var wrapped: [String: String] = [:]
  }

  private var scope = Scope()
  /// The properties of the type around; its functions use them.
  private var fields = Scope()
  private var outer: [(scope: Scope, fields: Scope)] = []
  let converter: SourceLocationConverter
  let linesBefore: Int
  /// Lines on which the example leaves parts out.
  private let elided: Set<Int>
  /// Every name that the example declares.
  private let bound: Set<String>

  init(
    _ converter: SourceLocationConverter, _ linesBefore: Int, elided: Set<Int>, bound: Set<String>
  ) {
    self.converter = converter
    self.linesBefore = linesBefore
    self.elided = elided
    self.bound = bound
    super.init(viewMode: .sourceAccurate)
  }

  func place(of position: AbsolutePosition) -> (line: Int, column: Int) {
    let place = converter.location(for: position)
    return (place.line - linesBefore, place.column)
  }

  func freeValue(_ value: BindingReader.Value) -> FreeValue {
    let (line, column) = place(of: value.position)
    return FreeValue(name: value.name, isAssigned: value.isAssigned, line: line, column: column)
  }

  // Properties may be declared after the functions that use them.
  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind {
    outer.append((scope, fields))
    fields = Scope()
    let bindings = node.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .flatMap(\.bindings)
    for binding in bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        continue
      }
      fields.types[name] = type(of: binding)
      fields.wrapped[name] = wrappedType(of: binding)
    }
    scope = fields
    return .visitChildren
  }

  override func visitPost(_ node: MemberBlockSyntax) {
    if let last = outer.popLast() { (scope, fields) = last }
  }

  /// The type that a binding states, or that its value shows.
  private func type(of binding: PatternBindingSyntax) -> String? {
    let written = binding.typeAnnotation?.type
    let type = written?.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType ?? written
    return type?.as(IdentifierTypeSyntax.self)?.name.text ?? made(by: binding.initializer?.value)
  }

  private func wrappedType(of binding: PatternBindingSyntax) -> String? {
    binding.typeAnnotation?.type.as(OptionalTypeSyntax.self)?.wrappedType
      .as(IdentifierTypeSyntax.self)?.name.text
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      return .visitChildren
    }
    scope.types[name] = type(of: node)
    scope.wrapped[name] = wrappedType(of: node)
    let made = made(by: node.initializer?.value).map { _ in
      node.typeAnnotation == nil ? node.initializer?.value.withoutEffects.calledName ?? "" : ""
    }
    if let made { reading.initializers[name] = reading.initializers[name] == nil ? made : "" }
    if scope.types[name] == nil { noteOrigin(of: name, node.initializer?.value) }
    switch node.initializer?.value.isUnwrapping {
    case true?: reading.unwrappedNames.insert(name)
    case false?: reading.plainNames.insert(name)
    case nil: break
    }
    let known = reading.variables[name]
    let type = scope.types[name]
    reading.variables[name] = .some(known.map { $0 == type ? $0 : nil } ?? type)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    let name = (node.secondName ?? node.firstName).text
    scope.types[name] = node.type.as(IdentifierTypeSyntax.self)?.name.text
    scope.wrapped[name] = nil
    return .visitChildren
  }

  /// `Store` of `Store(…)`, with `try` and `await` in front.
  private func made(by value: ExprSyntax?) -> String? {
    guard let call = value?.withoutEffects.as(FunctionCallExprSyntax.self),
      let name = call.calledExpression.withoutGenericArguments.as(DeclReferenceExprSyntax.self)?
        .baseName.text,
      name.first?.isUppercase == true
    else { return nil }
    return name
  }

  /// A value without a member has the origin of another variable, or none.
  private func noteOrigin(of name: String, _ value: ExprSyntax?) {
    guard let origin = value.flatMap(chain), origin.contains(".") else { return }
    note(origin: origin, of: name)
  }

  private func note(origin: String, of name: String) {
    let known = reading.origins[name]
    reading.origins[name] = known == nil || known == origin ? origin : ""
  }

  private func hasOrigin(_ name: String) -> Bool { reading.origins[name]?.isEmpty == false }

  /// A rebound name has another type and origin.
  private func forget(_ name: String) {
    scope.types[name] = nil
    reading.origins[name] = ""
  }

  /// `Store.current.item()` of `try Store.current?.item(id: 3)`; `nil` for other expressions, and for
  /// variables without a known type or origin.
  private func chain(of expression: ExprSyntax) -> String? {
    let plain = expression.withoutEffects.withoutGenericArguments
    if let name = plain.as(DeclReferenceExprSyntax.self)?.baseName.text {
      let isKnown = !bound.contains(name) || hasOrigin(name)
      return scope.types[name] ?? scope.wrapped[name]
        ?? (isKnown || name.first?.isUppercase == true ? name : nil)
    }
    if let chained = plain.as(OptionalChainingExprSyntax.self) {
      return chain(of: chained.expression)
    }
    if let unwrapped = plain.as(ForceUnwrapExprSyntax.self) {
      return chain(of: unwrapped.expression)
    }
    if let call = plain.as(FunctionCallExprSyntax.self) {
      if call.calledExpression.withoutGenericArguments.is(DeclReferenceExprSyntax.self) {
        return made(by: plain)
      }
      return chain(of: call.calledExpression).map { $0 + "()" }
    }
    guard let access = plain.as(MemberAccessExprSyntax.self), let base = access.base else {
      return nil
    }
    let name = access.declName.baseName.text
    if base.trimmedDescription == "self" { return fields.types[name] }
    return chain(of: base).map { "\($0).\(name)" }
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let arguments = "(" + (isElided(node) ? "" : node.labels) + ")"
    let callee = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    if let callee, callee.first?.isLowercase == true {
      // `layer(input)` calls a value that the example declares.
      if !bound.contains(callee) {
        note(callee + arguments, base: .none, node: node.calledExpression, of: node)
      }
      return .visitChildren
    }
    if let (path, base) = path(of: node.calledExpression) {
      note(
        path.joined(separator: ".") + arguments, base: base, node: node.calledExpression, of: node)
    } else if let access = node.calledExpression.as(MemberAccessExprSyntax.self),
      let base = access.base, !base.is(SuperExprSyntax.self), base.trimmedDescription != "self"
    {
      let callee = base.as(FunctionCallExprSyntax.self)?.calledExpression
        .as(DeclReferenceExprSyntax.self)?.baseName.text
      let isResult = callee?.first?.isLowercase == true
      note(
        access.declName.baseName.text + arguments, base: isResult ? .result : .unknown,
        receiver: chain(of: base), node: ExprSyntax(access), of: node)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let isCalled = node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
    guard !isCalled, node.parent?.is(MemberAccessExprSyntax.self) != true else {
      return .visitChildren
    }
    if let (path, base) = path(of: ExprSyntax(node)) {
      note(path.joined(separator: "."), base: base, node: ExprSyntax(node))
    } else if let receiver = node.base.flatMap(chain), node.declName.argumentNames == nil {
      let name = node.declName.baseName.text
      note(name, base: .unknown, receiver: receiver, node: ExprSyntax(node))
    }
    return .visitChildren
  }

  private func isElided(_ node: FunctionCallExprSyntax) -> Bool {
    // A pattern may leave out all labels: `catch StoreError.full(let limit)`.
    if !node.arguments.isEmpty,
      node.arguments.allSatisfy({ argument in
        argument.label == nil
          && (argument.expression.is(PatternExprSyntax.self)
            || argument.expression.is(DiscardAssignmentExprSyntax.self))
      })
    {
      return true
    }
    // `Store(...)` on the lines before a modifier leaves out other arguments.
    let start = node.leftParen?.positionAfterSkippingLeadingTrivia
    let first =
      converter.location(for: start ?? node.positionAfterSkippingLeadingTrivia).line - linesBefore
    // An omission in a closure after the parentheses does not concern the arguments.
    let end = node.rightParen?.positionAfterSkippingLeadingTrivia
    let last = converter.location(for: end ?? node.endPositionBeforeTrailingTrivia).line
    return (first...max(first, last - linesBefore)).contains { elided.contains($0) }
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let call = node.call.flatMap { call in
      chain(of: ExprSyntax(call.call)).flatMap { $0.hasSuffix("()") ? ($0, call.label) : nil }
    }
    for (index, name) in node.parameterNames.enumerated() {
      scope.types[name] = nil
      guard let (function, label) = call else {
        forget(name)
        continue
      }
      note(origin: function + "{\(label),\(index)}", of: name)
      reading.plainNames.insert(name)
    }
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    let place = place(of: node.positionAfterSkippingLeadingTrivia)
    let last = self.place(of: node.endPositionBeforeTrailingTrivia).line
    if !(place.line...last).contains(where: elided.contains),
      let found = ExampleSwitch(
        node, of: chain(of: node.subject), line: place.line, column: place.column)
    {
      reading.switches.append(found)
    }
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
      scope.types[name] = nil
      reading.unwrappedNames.insert(name)
      noteOrigin(of: name, node.initializer?.value)
    }
    return .visitChildren
  }

  override func visit(_ node: ValueBindingPatternSyntax) -> SyntaxVisitorContinueKind {
    for token in node.pattern.tokens(viewMode: .sourceAccurate) { forget(token.text) }
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self) { forget(name.identifier.text) }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    outer.append((scope, fields))
    scope = fields
    return .visitChildren
  }

  override func visitPost(_ node: FunctionDeclSyntax) {
    if let last = outer.popLast() { (scope, fields) = last }
  }

  /// The names between the dots, a variable at the beginning replaced by its type; `nil` if something
  /// else is in between, or if the type of the variable is unknown.
  ///
  ///     let store = Store(); store.items.count     Store.items.count, base `type`
  ///     store.items.count (unknown `store`)        store.items.count, base `variable`
  ///     (a + b).count                              nil
  private func path(of expression: ExprSyntax) -> ([String], ExampleUse.Base)? {
    let expression = expression.withoutGenericArguments
    if let name = expression.as(DeclReferenceExprSyntax.self) {
      guard name.argumentNames == nil else { return nil }
      let text = name.baseName.text
      if let type = scope.types[text] { return ([type], .type) }
      if text.first?.isUppercase == true { return ([text], .type) }
      let isMember =
        [.memberAccessExpr, .optionalChainingExpr, .forceUnwrapExpr].contains(name.parent?.kind)
      let isKnown = !bound.contains(text) || hasOrigin(text)
      return isMember && isKnown ? ([text], .variable) : nil
    }
    if let chained = expression.as(OptionalChainingExprSyntax.self) {
      if let name = chained.expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        scope.types[name] == nil, let type = scope.wrapped[name]
      {
        return ([type], .type)
      }
      return path(of: chained.expression)
    }
    if let unwrapped = expression.as(ForceUnwrapExprSyntax.self) {
      return path(of: unwrapped.expression)
    }
    guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base,
      access.declName.argumentNames == nil
    else { return nil }
    if base.trimmedDescription == "self", let type = fields.types[access.declName.baseName.text] {
      return ([type], .type)
    }
    guard let (before, kind) = path(of: base) else { return nil }
    return (before + [access.declName.baseName.text], kind)
  }

  private func arguments(of call: FunctionCallExprSyntax) -> [ExampleArgument] {
    if isElided(call) { return [] }
    return call.arguments.map { argument in
      let place = place(of: argument.expression.positionAfterSkippingLeadingTrivia)
      return ExampleArgument(
        label: argument.label?.text, value: value(of: argument.expression), line: place.line,
        column: place.column)
    }
  }

  private func value(of expression: ExprSyntax) -> ExampleArgument.Value {
    let called = expression.as(FunctionCallExprSyntax.self)
    let named = called?.calledExpression ?? expression
    if let access = named.as(MemberAccessExprSyntax.self), access.base == nil {
      let isComplete = called.map { !isElided($0) && $0.trailingClosure == nil } ?? false
      return .implicitMember(
        access.declName.baseName.text, hasValues: called != nil,
        arguments: isComplete ? called.map(arguments) : nil)
    }
    let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text
    if let called, let failable = called.failableType { return .instance(of: failable + "?") }
    let type = made(by: expression) ?? name.flatMap { scope.types[$0] }
    return type.map { .instance(of: $0) } ?? ExampleArgument.Value(literal: expression)
  }

  private func note(
    _ text: String, base: ExampleUse.Base, receiver: String? = nil, node: ExprSyntax,
    of call: FunctionCallExprSyntax? = nil
  ) {
    let effects = EffectMarks(around: node)
    let arguments = call.map(arguments) ?? []
    let hasClosure = call?.trailingClosure != nil
    let values = arguments.map { "\($0.value)" }.joined(separator: " ")
    let key =
      "\(text) \(effects.isTried) \(effects.isAwaited) \(node.isUnwrapping) \(hasClosure) "
      + "\(base) \(receiver ?? "") \(values) \(node.variable ?? "")"
    guard seen.insert(key).inserted else { return }
    let place = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    reading.uses.append(
      ExampleUse(
        text: text, base: base, receiver: receiver, isTried: effects.isTried,
        isAwaited: effects.isAwaited, isOnlyTried: call?.isOnlyTried == true,
        isUnwrapping: node.isUnwrapping,
        isBoundConditionally: (call.map(ExprSyntax.init) ?? node).isBoundConditionally,
        variable: node.variable, hasTrailingClosure: hasClosure, arguments: arguments,
        line: place.line - linesBefore,
        column: place.column))
  }
}
