import Diagnostics
import SwiftSyntax

/// Longer texts of values and conditions are truncated.
private let textLimit = 160

extension SourceContext {
  /// The text of a node on one line, truncated if it is long.
  func shortLine(_ node: some SyntaxProtocol) -> String { shortLine(extent(node)) }

  func shortLine(_ range: Range<Int>) -> String {
    guard range.count > textLimit else { return squeezed(range) }
    var end = range.lowerBound + textLimit
    while end > range.lowerBound, text.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return squeezed(range.lowerBound..<end) + "…"
  }

  /// The values that an expression may have: both sides of `? :` and `??`, every branch of an `if`
  /// or `switch` expression.
  func values(_ node: ExprSyntax, depth: Int = 0) -> [BodyOutline.Value] {
    guard depth < structureDepthLimit else { return [] }
    func inner(_ node: ExprSyntax) -> [BodyOutline.Value] { values(node, depth: depth + 1) }
    switch node.as(ExprSyntaxEnum.self) {
    case .sequenceExpr(let node): return values(of: node.elements.map { $0 }, depth: depth + 1)
    case .tryExpr(let node): return inner(node.expression)
    case .awaitExpr(let node): return inner(node.expression)
    case .unsafeExpr(let node): return inner(node.expression)
    case .tupleExpr(let node):
      if let only = node.elements.first, node.elements.count == 1 { return inner(only.expression) }
    case .ifExpr(let node): return branches(of: node).flatMap { values(of: $0, depth: depth + 1) }
    case .switchExpr(let node):
      return node.cases.flatMap { element -> [BodyOutline.Value] in
        guard case .switchCase(let clause) = element else { return [] }
        return values(of: clause.statements, depth: depth + 1)
      }
    default: break
    }
    return [value(node)]
  }

  /// Whether one of the values of an expression may be a name or a case.
  func mayNameValue(_ node: ExprSyntax) -> Bool {
    switch node.kind {
    case .sequenceExpr, .tryExpr, .awaitExpr, .unsafeExpr, .tupleExpr, .ifExpr, .switchExpr: true
    default: form(node) != .other
    }
  }

  /// One value, without following branches.
  func value(_ node: ExprSyntax) -> BodyOutline.Value {
    BodyOutline.Value(form: form(node), text: shortLine(node), location: location(node))
  }

  /// The value of a list with its elements, or of lists that `+` joins; `nil` for another expression.
  func list(_ elements: [ExprSyntax]) -> BodyOutline.Value? {
    guard let first = elements.first, let last = elements.last else { return nil }
    var form: BodyOutline.Value.Form?
    if elements.count == 1, let list = first.as(ArrayExprSyntax.self) {
      form = .list(list.elements.map { values($0.expression) })
    } else if elements.count > 1, elements.contains(where: { $0.is(ArrayExprSyntax.self) }) {
      let parts = elements.split(whereSeparator: { isOperator($0, "+") })
      guard parts.count > 1, parts.allSatisfy({ $0.count == 1 }) else { return nil }
      form = .joined(parts.joined().map { list([$0]) ?? value($0) })
    }
    let range = extent(first).lowerBound..<extent(last).upperBound
    return form.map { .init(form: $0, text: shortLine(range), location: location(range)) }
  }

  /// The values of a chain of elements and operators.
  func values(of elements: [ExprSyntax], depth: Int) -> [BodyOutline.Value] {
    guard let last = elements.last else { return [] }
    let isChoice = elements.dropLast().contains { element in
      element.is(UnresolvedTernaryExprSyntax.self)
        || element.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
    }
    guard isChoice else {
      guard elements.count > 1, let first = elements.first else {
        return values(last, depth: depth)
      }
      let range = extent(first).lowerBound..<extent(last).upperBound
      return [
        BodyOutline.Value(
          form: .other, text: text(range.prefix(textLimit)), location: location(range))
      ]
    }
    var found: [BodyOutline.Value] = []
    for (index, element) in elements.enumerated() {
      if let ternary = element.as(UnresolvedTernaryExprSyntax.self) {
        found += values(ternary.thenExpression, depth: depth)
      } else if element.as(BinaryOperatorExprSyntax.self)?.operator.text == "??", index > 0 {
        found += values(elements[index - 1], depth: depth)
      }
    }
    return found + values(last, depth: depth)
  }

  /// The value of a branch that is one expression.
  private func values(of items: CodeBlockItemListSyntax, depth: Int) -> [BodyOutline.Value] {
    guard let last = items.last else { return [] }
    switch last.item {
    case .expr(let expression): return values(expression, depth: depth)
    case .stmt(let statement):
      guard let expression = statement.as(ExpressionStmtSyntax.self)?.expression else { return [] }
      return values(expression, depth: depth)
    default: return []
    }
  }

  private func branches(of node: IfExprSyntax) -> [CodeBlockItemListSyntax] {
    var found: [CodeBlockItemListSyntax] = []
    var current: IfExprSyntax? = node
    while let branch = current {
      found.append(branch.body.statements)
      current = nil
      switch branch.elseBody {
      case .ifExpr(let next): current = next
      case .codeBlock(let block): found.append(block.statements)
      default: break
      }
    }
    return found
  }

  private func form(_ node: ExprSyntax) -> BodyOutline.Value.Form {
    if let call = node.as(FunctionCallExprSyntax.self) {
      if call.calledExpression.is(MemberAccessExprSyntax.self),
        case .member(let name) = form(call.calledExpression)
      {
        return .member(name)
      }
      guard let callee = callee(call.calledExpression),
        callee.name.first?.isUppercase == true || [nil, "self", "Self"].contains(callee.base)
      else { return .other }
      return .call(self.call(call, callee))
    }
    if let name = node.as(DeclReferenceExprSyntax.self), name.argumentNames == nil {
      return .name(name.baseName.plainName)
    }
    guard let member = node.as(MemberAccessExprSyntax.self) else { return .other }
    guard let base = member.base else { return .member(member.declName.baseName.plainName) }
    guard let dotted = dottedName(base) else { return .other }
    if dotted == "self" { return .name("self." + member.declName.baseName.plainName) }
    return dotted.lastNameIsUppercase
      ? .member(member.declName.baseName.plainName) : .other
  }
}

extension Range<Int> {
  /// The first `count` elements.
  fileprivate func prefix(_ count: Int) -> Range<Int> {
    lowerBound..<Swift.min(upperBound, lowerBound + count)
  }
}
