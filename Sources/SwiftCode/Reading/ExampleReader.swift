import SwiftParser
import SwiftSyntax

/// What a code example uses by name: members of named types, and calls with their labels.
///
///     let client = HTTPClient(configuration: c)   ->  HTTPClient(configuration:)
///     client.get(url: u)                          ->  HTTPClient.get(url:)
///     Level.low                                   ->  Level.low
package struct ExampleUse: Hashable, Sendable {
  /// The name as inline code would have it.
  package var text: String
  /// 1-based, in the example.
  package var line: Int
  package var column: Int
}

extension SwiftExcerpt {
  /// The uses in the order of the text, each once; none if the text does not parse.
  package var uses: [ExampleUse] {
    guard let (text, linesBefore) = piece else { return [] }
    let tree = Parser.parse(source: text)
    let reader = ExampleReader(
      SourceLocationConverter(fileName: "", tree: tree), linesBefore, elided: elidedLines)
    reader.walk(tree)
    return reader.uses
  }

  /// What the text declares, with places in the text itself.
  package var declarations: (file: FileDeclarations, linesBefore: Int)? {
    guard let (text, linesBefore) = piece else { return nil }
    return (FileDeclarations(reading: SourceInput(path: "", text)), linesBefore)
  }
}

private final class ExampleReader: SyntaxVisitor {
  private(set) var uses: [ExampleUse] = []
  private var seen: Set<String> = []
  /// The types of variables, as far as they are written or made in place.
  private var types: [String: String] = [:]
  private let converter: SourceLocationConverter
  private let linesBefore: Int
  /// Lines on which the example leaves something out.
  private let elided: Set<Int>

  init(_ converter: SourceLocationConverter, _ linesBefore: Int, elided: Set<Int>) {
    self.converter = converter
    self.linesBefore = linesBefore
    self.elided = elided
    super.init(viewMode: .sourceAccurate)
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
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    let type = node.type.as(IdentifierTypeSyntax.self)?.name.text
    types[(node.secondName ?? node.firstName).text] = type
    return .visitChildren
  }

  /// `Store` of `Store(…)`, with `try` and `await` in front.
  private func made(by value: ExprSyntax?) -> String? {
    var value = value
    while let current = value {
      if let wrapped = current.as(TryExprSyntax.self) {
        value = wrapped.expression
      } else if let wrapped = current.as(AwaitExprSyntax.self) {
        value = wrapped.expression
      } else {
        guard let call = current.as(FunctionCallExprSyntax.self),
          let path = path(of: call.calledExpression), path.count == 1,
          path[0].first?.isUppercase == true
        else { return nil }
        return path[0]
      }
    }
    return nil
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let path = path(of: node.calledExpression), isOwned(path) else { return .visitChildren }
    let labels = node.arguments.map { ($0.label?.text ?? "_") + ":" }.joined()
    let isPartial = node.trailingClosure != nil || isElided(node)
    note(path.joined(separator: ".") + "(" + (isPartial ? "" : labels) + ")", node.calledExpression)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let isCalled = node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
    guard !isCalled, node.parent?.is(MemberAccessExprSyntax.self) != true,
      let path = path(of: ExprSyntax(node)), isOwned(path)
    else { return .visitChildren }
    note(path.joined(separator: "."), ExprSyntax(node))
    return .visitChildren
  }

  private func isElided(_ node: FunctionCallExprSyntax) -> Bool {
    let first = converter.location(for: node.positionAfterSkippingLeadingTrivia).line - linesBefore
    let last = converter.location(for: node.endPositionBeforeTrailingTrivia).line - linesBefore
    return (first...max(first, last)).contains { elided.contains($0) }
  }

  // A name that is bound anew has another type.

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

  /// Whether it begins with the name of a type, or is a call that makes a value of one.
  private func isOwned(_ path: [String]) -> Bool { path[0].first?.isUppercase == true }

  /// The names between the dots, a variable at the beginning replaced by its type; `nil` if something
  /// else is in between.
  private func path(of expression: ExprSyntax) -> [String]? {
    if let name = expression.as(DeclReferenceExprSyntax.self) {
      guard name.argumentNames == nil else { return nil }
      let text = name.baseName.text
      return [types[text] ?? text]
    }
    guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base,
      access.declName.argumentNames == nil, let before = path(of: base)
    else { return nil }
    return before + [access.declName.baseName.text]
  }

  private func note(_ text: String, _ node: ExprSyntax) {
    guard seen.insert(text).inserted else { return }
    let place = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    uses.append(ExampleUse(text: text, line: place.line - linesBefore, column: place.column))
  }
}
