import SwiftParser
import SwiftSyntax

extension SwiftExcerpt {
  /// Only names if the text does not parse.
  package var reading: ExampleReading {
    let tree = Parser.parse(source: piece?.text ?? text)
    let bindings = BindingReader(viewMode: .sourceAccurate)
    bindings.walk(tree)
    let reader = ExampleReader(
      SourceLocationConverter(fileName: "", tree: tree), piece?.linesBefore ?? 0,
      elided: elidedLines, bound: bindings.names)
    if piece != nil { reader.walk(tree) }
    var reading = reader.reading
    reading.names = reader.names(in: tree, except: bindings.locals)
    let lines = bindings.variables.mapValues { reader.place(of: $0).line }
    reading.freeValues = bindings.values.values.filter { !bindings.names.contains($0.name) }
      .map(reader.freeValue).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    reading.unusedVariables = lines.filter { !bindings.references.contains($0.key) }
    reading.wrappedVariables = lines.filter { bindings.wrapped.contains($0.key) }
    return reading
  }

  /// The declarations of the text, with places in `text`, which has some lines before the
  /// excerpt's.
  package var declarations: (file: FileDeclarations, text: String, linesBefore: Int)? {
    piece.map { ($0.file, $0.text, $0.linesBefore) }
  }

  /// The declarations of a text with syntax errors; `nil` for one without errors.
  package var damagedDeclarations: FileDeclarations? {
    piece == nil ? FileDeclarations(reading: SourceInput(path: "", text)) : nil
  }
}

/// Types of variables are guessed from the text of the example alone: an annotation, an initializer
/// such as `Store(…)`, a parameter. A name that is bound again in a closure, a pattern or a loop
/// loses its type, because a wrong type would be reported as a missing member. Equal uses are kept
/// once, at their first place.
private final class ExampleReader: SyntaxVisitor {
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
  private let converter: SourceLocationConverter
  private let linesBefore: Int
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

  /// The identifiers of the example, each at its first place.
  ///
  /// `isFree` marks a lowercase word that is neither called nor a member: it could be a variable
  /// that the reader has to supply.
  func names(in tree: SourceFileSyntax, except locals: Set<String>) -> [ExampleName] {
    var seen = locals
    return tree.tokens(viewMode: .sourceAccurate).compactMap { token -> ExampleName? in
      guard case .identifier(let text) = token.tokenKind, seen.insert(text).inserted else {
        return nil
      }
      let place = converter.location(for: token.positionAfterSkippingLeadingTrivia)
      let line = place.line - linesBefore
      guard line > 0 else { return nil }
      let reference = token.parent?.as(DeclReferenceExprSyntax.self)
      let isMember =
        reference.map { $0.parent?.as(MemberAccessExprSyntax.self)?.declName.id == $0.id } ?? true
      let call = reference?.parent?.as(FunctionCallExprSyntax.self)
      let isFree = !isMember && call == nil && text.first?.isUppercase == false
      return ExampleName(
        text: text, user: isMember ? nil : type(around: token), isFree: isFree,
        isUsed: call.map { $0.arguments.contains { $0.label != nil } }
          ?? (isMember && reference?.parent?.as(MemberAccessExprSyntax.self)?.base != nil),
        line: line, column: place.column)
    }
  }

  /// The name of the type, or of the extended one, whose body has the token.
  private func type(around token: TokenSyntax) -> String? {
    var node = token.parent
    while let current = node {
      if current.is(MemberBlockSyntax.self), let declaration = current.parent {
        return declaration.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
          ?? declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
      }
      node = current.parent
    }
    return nil
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
    if scope.types[name] == nil, let origin = origin(of: node.initializer?.value) {
      reading.origins[name] = origin
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
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      name.first?.isUppercase == true
    else { return nil }
    return name
  }

  /// `store.item` of `store.item(id: 3)`, with `try` and `await` in front.
  private func origin(of value: ExprSyntax?) -> String? {
    guard let call = value?.withoutEffects.as(FunctionCallExprSyntax.self),
      let (path, base) = path(of: call.calledExpression), path.count == 2,
      base == .type || base == .variable
    else { return nil }
    return path.joined(separator: ".")
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.arguments.map { ($0.label?.text ?? "_") + ":" }.joined()
    let arguments = "(" + (isElided(node) ? "" : labels) + ")"
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
        node: ExprSyntax(access), of: node)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let isCalled = node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
    guard !isCalled, node.parent?.is(MemberAccessExprSyntax.self) != true,
      let (path, base) = path(of: ExprSyntax(node))
    else { return .visitChildren }
    note(path.joined(separator: "."), base: base, node: ExprSyntax(node))
    return .visitChildren
  }

  private func isElided(_ node: FunctionCallExprSyntax) -> Bool {
    let first = converter.location(for: node.positionAfterSkippingLeadingTrivia).line - linesBefore
    // An omission in a closure after the parentheses does not concern the arguments.
    let end = node.rightParen?.positionAfterSkippingLeadingTrivia
    let last = converter.location(for: end ?? node.endPositionBeforeTrailingTrivia).line
    return (first...max(first, last - linesBefore)).contains { elided.contains($0) }
  }

  // A rebound name has another type.

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    scope.types[node.name.text] = nil
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    scope.types[(node.secondName ?? node.firstName).text] = nil
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self) {
      scope.types[name.identifier.text] = nil
    }
    return .visitChildren
  }

  override func visit(_ node: ValueBindingPatternSyntax) -> SyntaxVisitorContinueKind {
    for token in node.pattern.tokens(viewMode: .sourceAccurate) { scope.types[token.text] = nil }
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self) {
      scope.types[name.identifier.text] = nil
    }
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
    if let name = expression.as(DeclReferenceExprSyntax.self) {
      guard name.argumentNames == nil else { return nil }
      let text = name.baseName.text
      if let type = scope.types[text] { return ([type], .type) }
      if text.first?.isUppercase == true { return ([text], .type) }
      let isMember =
        [.memberAccessExpr, .optionalChainingExpr, .forceUnwrapExpr].contains(name.parent?.kind)
      let isKnown = !bound.contains(text) || reading.origins[text] != nil
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

  private func implicitMembers(of call: FunctionCallExprSyntax) -> [ImplicitMember] {
    call.arguments.compactMap { argument in
      let called = argument.expression.as(FunctionCallExprSyntax.self)
      let value = called?.calledExpression ?? argument.expression
      guard let access = value.as(MemberAccessExprSyntax.self), access.base == nil else {
        return nil
      }
      let place = converter.location(for: access.positionAfterSkippingLeadingTrivia)
      return ImplicitMember(
        label: argument.label?.text, name: access.declName.baseName.text, hasValues: called != nil,
        line: place.line - linesBefore, column: place.column)
    }
  }

  private func note(
    _ text: String, base: ExampleUse.Base, node: ExprSyntax,
    of call: FunctionCallExprSyntax? = nil
  ) {
    let effects = EffectMarks(around: node)
    let implicit = call.map(implicitMembers) ?? []
    let hasClosure = call?.trailingClosure != nil
    let names = implicit.map { "\($0.name) \($0.hasValues)" }.joined(separator: " ")
    let key = "\(text) \(effects.isTried) \(effects.isAwaited) \(hasClosure) \(base) \(names)"
    guard seen.insert(key).inserted else { return }
    let place = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    reading.uses.append(
      ExampleUse(
        text: text, base: base, isTried: effects.isTried, isAwaited: effects.isAwaited,
        hasTrailingClosure: hasClosure, implicitMembers: implicit, line: place.line - linesBefore,
        column: place.column))
  }
}

extension ExprSyntax {
  /// The expression after `try` and `await`.
  fileprivate var withoutEffects: ExprSyntax {
    if let tried = self.as(TryExprSyntax.self) { return tried.expression.withoutEffects }
    if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression.withoutEffects }
    return self
  }
}
