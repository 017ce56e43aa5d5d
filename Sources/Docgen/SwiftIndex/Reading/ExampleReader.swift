import SwiftParser
import SwiftSyntax

/// The names that a code example uses: members of types and values, and calls with their labels.
///
///     let client = HTTPClient(configuration: c)   ->  HTTPClient(configuration:)
///     client.get(url: u)                          ->  HTTPClient.get(url:)
///     Level.low                                   ->  Level.low
///     try await engine.run(once: true)            ->  engine.run(once:), tried and awaited
///     saveAll(to: f)                              ->  saveAll(to:), without a base
package struct ExampleUse: Hashable, Sendable {
  /// The meaning of the first part of the name.
  package enum Base: Hashable, Sendable {
    case type
    /// A variable that the example uses and does not declare.
    case variable
    /// A value of unknown type; it is not part of `text`.
    case unknown
    /// The result of a function that is called without an owner; it is not part of `text`.
    case result
    /// None: a call of a function, or of a value, that the example does not declare.
    case none
  }

  /// The name in the form of inline code.
  package var text: String
  package var base: Base
  package var isTried: Bool
  package var isAwaited: Bool
  /// Whether a closure follows the parentheses: further parameters take it.
  package var hasTrailingClosure = false
  /// The arguments that are cases or static members of a type that they do not name.
  package var implicitMembers: [ImplicitMember] = []
  /// 1-based, in the example.
  package var line: Int
  package var column: Int
}

/// An argument such as `.compact` or `.limited(3)`.
package struct ImplicitMember: Hashable, Sendable {
  package var label: String?
  package var name: String
  /// Whether values follow in parentheses.
  package var hasValues: Bool
  /// 1-based, in the example.
  package var line: Int
  package var column: Int
}

/// The names that an example uses, and the variables that it declares.
package struct ExampleReading: Sendable {
  /// In the order of the text, each once.
  package var uses: [ExampleUse] = []
  /// The types of variables; `nil` for an unknown type.
  package var variables: [String: String?] = [:]
  /// The calls and members whose results are the values of variables: `store.item(id:)`.
  package var origins: [String: String] = [:]
  /// Every identifier that is not a local name, once, at its first place.
  package var names: [ExampleName] = []
  /// The lines of variables that the example declares and never uses, and of properties with a
  /// wrapper, such as `@State`.
  package var unusedVariables: [String: Int] = [:]
  package var wrappedVariables: [String: Int] = [:]
  /// Values that the example uses by a name that it does not declare.
  package var freeValues: [FreeValue] = []
}

/// A value that an example uses by a name that it does not declare.
package struct FreeValue: Hashable, Sendable {
  package var name: String
  /// Whether the example assigns to it at its first place.
  package var isAssigned: Bool
  /// 1-based, in the example.
  package var line: Int
  package var column: Int
}

/// An identifier of a code example.
package struct ExampleName: Hashable, Sendable {
  package var text: String
  /// The type whose body, or extension, uses the name alone, as it would use a member of its own.
  package var user: String?
  /// Whether the name is a value that the example uses without its owner: it may be any value.
  package var isFree: Bool
  /// Whether the name is a member of a value, or a function that is called with labels.
  package var isUsed: Bool
  /// 1-based, in the example.
  package var line: Int
  package var column: Int
}

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

private final class ExampleReader: SyntaxVisitor {
  private(set) var reading = ExampleReading()
  private var seen: Set<String> = []
  /// The known types of variables: written, or initialized in place.
  private var types: [String: String] = [:]
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

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      return .visitChildren
    }
    if let written = node.typeAnnotation?.type.as(IdentifierTypeSyntax.self) {
      types[name] = written.name.text
    } else if let made = made(by: node.initializer?.value) {
      types[name] = made
    } else {
      types[name] = nil
    }
    if types[name] == nil, let origin = origin(of: node.initializer?.value) {
      reading.origins[name] = origin
    }
    let known = reading.variables[name]
    reading.variables[name] = .some(known.map { $0 == types[name] ? $0 : nil } ?? types[name])
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    let type = node.type.as(IdentifierTypeSyntax.self)?.name.text
    types[(node.secondName ?? node.firstName).text] = type
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
    types[node.name.text] = nil
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    types[(node.secondName ?? node.firstName).text] = nil
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self) {
      types[name.identifier.text] = nil
    }
    return .visitChildren
  }

  override func visit(_ node: ValueBindingPatternSyntax) -> SyntaxVisitorContinueKind {
    for token in node.pattern.tokens(viewMode: .sourceAccurate) { types[token.text] = nil }
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self) {
      types[name.identifier.text] = nil
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    types = [:]
    return .visitChildren
  }

  /// The names between the dots, a variable at the beginning replaced by its type; `nil` if something
  /// else is in between, or if the type of the variable is unknown.
  private func path(of expression: ExprSyntax) -> ([String], ExampleUse.Base)? {
    if let name = expression.as(DeclReferenceExprSyntax.self) {
      guard name.argumentNames == nil else { return nil }
      let text = name.baseName.text
      if let type = types[text] { return ([type], .type) }
      if text.first?.isUppercase == true { return ([text], .type) }
      let isMember =
        [.memberAccessExpr, .optionalChainingExpr, .forceUnwrapExpr].contains(name.parent?.kind)
      let isKnown = !bound.contains(text) || reading.origins[text] != nil
      return isMember && isKnown ? ([text], .variable) : nil
    }
    if let chained = expression.as(OptionalChainingExprSyntax.self) {
      return path(of: chained.expression)
    }
    if let unwrapped = expression.as(ForceUnwrapExprSyntax.self) {
      return path(of: unwrapped.expression)
    }
    guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base,
      access.declName.argumentNames == nil, let (before, kind) = path(of: base)
    else { return nil }
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
