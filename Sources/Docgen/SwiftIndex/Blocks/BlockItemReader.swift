import SwiftSyntax

/// Reads the items of a block, with the comments that state their results.
struct BlockItemReader {
  let bytes: [UInt8]
  let comments: [BlockComment]

  mutating func items(of tree: SourceFileSyntax) -> [BlockItem] {
    var items = tree.statements.map { Self.item($0.item) }
    for index in items.indices {
      let next = index + 1 < items.count ? items[index + 1].range.lowerBound : bytes.count
      let item = items[index]
      guard [.statement, .variable].contains(item.kind) else { continue }
      items[index].results = results(after: item.range.upperBound, before: next)
        .filter { $0.kind != .value || item.value != nil }
    }
    return items
  }

  // MARK: - Results

  /// The results in the comments after a statement: on its last line, and on lines that follow
  /// without an empty line between.
  private func results(after end: Int, before next: Int) -> [ResultComment] {
    var results: [ResultComment] = []
    var place = end
    for comment in comments
    where comment.range.lowerBound >= end && comment.range.upperBound <= next {
      let lines = bytes[place..<comment.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
      guard lines <= 1 else { break }
      place = comment.range.upperBound
      if let kind = comment.kind {
        results.append(
          ResultComment(
            kind: kind, text: comment.text, commentStart: comment.range.lowerBound,
            range: comment.range.lowerBound + comment.markLength..<comment.range.upperBound))
      } else if lines == 1, let last = results.last, last.kind == .prints {
        results[results.count - 1].text += "\n" + comment.text
        results[results.count - 1].range = last.range.lowerBound..<comment.range.upperBound
      } else {
        break
      }
    }
    return results
  }

  // MARK: - Items

  private static func item(_ item: CodeBlockItemSyntax.Item) -> BlockItem {
    let node = Syntax(item)
    let range =
      node.positionAfterSkippingLeadingTrivia
      .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    var result = BlockItem(kind: .statement, range: range)
    if let declaration = node.as(DeclSyntax.self) {
      read(declaration, into: &result)
    } else if let expression = node.as(ExprSyntax.self)
      ?? node.as(ExpressionStmtSyntax.self)?.expression
    {
      read(expression, into: &result)
    }
    let names = UsedNames(of: node)
    result.used = names.used.subtracting(names.declared)
    return result
  }

  private static func read(_ expression: ExprSyntax, into item: inout BlockItem) {
    // `count += 1` has the value of `count`.
    if let sequence = expression.as(SequenceExprSyntax.self), sequence.elements.count > 2 {
      let parts = Array(sequence.elements)
      if isAssignment(parts[1]) {
        let name = parts[0].trimmedDescription
        item.value = name == "_" ? nil : .named(name)
        return
      }
    }
    if expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self) { return }
    item.value = .expression
  }

  private static func isAssignment(_ node: ExprSyntax) -> Bool {
    if node.is(AssignmentExprSyntax.self) { return true }
    guard let text = node.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
  }

  private static func read(_ declaration: DeclSyntax, into item: inout BlockItem) {
    if let node = declaration.as(ImportDeclSyntax.self) {
      item.kind = .importing
      item.imports = [node.path.first?.name.text ?? ""]
    } else if let node = declaration.as(VariableDeclSyntax.self) {
      readVariable(node, into: &item)
    } else if let node = declaration.as(FunctionDeclSyntax.self) {
      item.kind = .function
      item.declared = [node.name.text]
      item.signature = node.name.text + node.signature.trimmedDescription
    } else if let node = declaration.as(ExtensionDeclSyntax.self) {
      item.kind = .declaration
      item.isVisibleEverywhere =
        node.inheritanceClause != nil
        || node.memberBlock.members.contains { member in
          member.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers
            .contains { accessLevels.contains($0.name.text) } == true
        }
      readAccess(declaration, into: &item)
      if node.inheritanceClause != nil { item.accessPlace = nil }
      return
    } else if let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text {
      item.kind = .declaration
      item.declared = [name]
      item.isVisibleEverywhere =
        declaration.is(OperatorDeclSyntax.self) || declaration.is(PrecedenceGroupDeclSyntax.self)
    } else {
      // `#if`, a macro, or something incomplete.
      return
    }
    readAccess(declaration, into: &item)
    if item.isVisibleEverywhere { item.accessPlace = nil }
  }

  private static func readVariable(_ node: VariableDeclSyntax, into item: inout BlockItem) {
    item.kind = .variable
    for binding in node.bindings {
      item.declared.formUnion(UsedNames.names(in: binding.pattern))
    }
    if node.bindings.count == 1, let name = node.bindings.first?.pattern,
      let identifier = name.as(IdentifierPatternSyntax.self)
    {
      item.value = .named(identifier.identifier.text)
    }
    // A computed variable is a function without parentheses.
    if node.bindings.contains(where: { $0.initializer == nil && $0.accessorBlock != nil }) {
      item.kind = .function
      return
    }
    let effects = EffectFinder(of: Syntax(node))
    item.canBeGlobal =
      !effects.isFound && node.bindings.allSatisfy { $0.initializer != nil }
      && !node.modifiers.contains { ["lazy", "weak", "unowned"].contains($0.name.text) }
  }

  private static let accessLevels: Set = [
    "public", "open", "package", "internal", "fileprivate", "private",
  ]

  private static func readAccess(_ declaration: DeclSyntax, into item: inout BlockItem) {
    let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
    for modifier in modifiers ?? []
    where modifier.detail == nil && accessLevels.contains(modifier.name.text) {
      item.access.append(range(of: modifier))
    }
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
    for attribute in attributes ?? [] where attribute.trimmedDescription == "@main" {
      item.access.append(range(of: attribute))
    }
    let next = attributes?.last?.lastToken(viewMode: .sourceAccurate)?
      .nextToken(viewMode: .sourceAccurate)
    item.accessPlace =
      next?.positionAfterSkippingLeadingTrivia.utf8Offset ?? item.range.lowerBound
  }

  private static func range(of node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia
      .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }
}

/// Finds `try` and `await` outside of closures.
private final class EffectFinder: SyntaxVisitor {
  private(set) var isFound = false

  init(of node: Syntax) {
    super.init(viewMode: .sourceAccurate)
    walk(node)
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind { found() }
  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind { found() }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func found() -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }
}

/// The names that code refers to, and those that it declares at any depth.
private final class UsedNames: SyntaxVisitor {
  private(set) var used: Set<String> = []
  private(set) var declared: Set<String> = []

  init(of node: Syntax) {
    super.init(viewMode: .sourceAccurate)
    walk(node)
  }

  static func names(in pattern: PatternSyntax) -> Set<String> {
    UsedNames(of: Syntax(pattern)).declared
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    if !isMember { used.insert(node.baseName.text) }
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    declared.insert(node.identifier.text)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    declared.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    declared.insert(node.name.text)
    return .visitChildren
  }
}
