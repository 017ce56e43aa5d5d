import SwiftParser
import SwiftSyntax

extension SourceContext {
  /// An expression of literals, names, operators and plain calls; `nil` for any other.
  ///
  ///     5 * 60                  literal 300
  ///     2 * Limits.retry        binary, with a name: resolved when all files are known
  ///     .seconds(30)            call
  ///     items.map { $0 + 1 }    nil
  func constant(_ node: ExprSyntax, depth: Int = 0) -> ConstantExpression? {
    guard depth < structureDepthLimit else { return nil }
    switch node.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr(let node): return integer(node.literal.text)
    case .floatLiteralExpr(let node): return double(node.literal.text)
    case .booleanLiteralExpr(let node):
      return .literal(.boolean(node.literal.tokenKind == .keyword(.true)))
    case .stringLiteralExpr(let node):
      return node.representedLiteralValue.map { .literal(.string($0)) }
    case .prefixOperatorExpr(let node):
      guard let operand = constant(node.expression, depth: depth + 1) else { return nil }
      switch node.operator.text {
      case "-": return Self.negated(operand)
      case "+": return operand
      default: return nil
      }
    case .tupleExpr(let node):
      guard let only = node.elements.first, node.elements.count == 1, only.label == nil else {
        return nil
      }
      return constant(only.expression, depth: depth + 1)
    case .declReferenceExpr, .memberAccessExpr: return dottedName(node).map { .name($0) }
    case .functionCallExpr(let node): return call(node, depth: depth)
    case .sequenceExpr(let node): return sequence(node.elements, depth: depth)
    default: return nil
    }
  }

  /// `a.b.c`, `.seconds`, `Self.x`: names joined by dots, walked without recursion.
  func dottedName(_ node: ExprSyntax) -> String? {
    var names: [String] = []
    var current = node
    while let member = current.as(MemberAccessExprSyntax.self) {
      guard names.count < structureDepthLimit else { return nil }
      names.append(member.declName.baseName.plainName)
      guard let base = member.base else {
        return "." + names.reversed().joined(separator: ".")
      }
      current = base
    }
    if let specialized = current.as(GenericSpecializationExprSyntax.self) {
      current = specialized.expression
    }
    guard let first = current.as(DeclReferenceExprSyntax.self) else { return nil }
    let base = first.baseName.plainName
    names.append(!names.isEmpty && selfAliases.contains(base) ? "self" : base)
    return names.count == 1 ? names[0] : names.reversed().joined(separator: ".")
  }

  private static func negated(_ operand: ConstantExpression) -> ConstantExpression {
    if case .literal(let literal) = operand, let result = ConstantExpression.negated(literal) {
      return .literal(result)
    }
    return .negation(operand)
  }

  /// `5_000`, `0xFF`, `0b101`, `0o17`; `nil` if it does not fit into an integer.
  ///
  /// Larger numbers have no value rather than a rounded one.
  func integer(_ text: String) -> ConstantExpression? {
    let digits = text.filter { $0 != "_" }
    let value =
      switch digits.prefix(2) {
      case "0x": Int(digits.dropFirst(2), radix: 16)
      case "0b": Int(digits.dropFirst(2), radix: 2)
      case "0o": Int(digits.dropFirst(2), radix: 8)
      default: Int(digits)
      }
    return value.map { .literal(.integer($0)) }
  }

  /// `1_000.5`.
  func double(_ text: String) -> ConstantExpression? {
    Double(text.filter { $0 != "_" }).map { .literal(.double($0)) }
  }

  private func call(_ node: FunctionCallExprSyntax, depth: Int) -> ConstantExpression? {
    guard node.trailingClosure == nil, let callee = dottedName(node.calledExpression) else {
      return nil
    }
    var arguments: [ConstantExpression.Argument] = []
    for argument in node.arguments {
      guard let value = constant(argument.expression, depth: depth + 1) else { return nil }
      arguments.append(
        ConstantExpression.Argument(label: argument.label?.plainName, value: value))
    }
    return .call(callee, arguments)
  }

  /// Operands and operators in a row, combined by the standard precedences.
  private func sequence(_ elements: ExprListSyntax, depth: Int) -> ConstantExpression? {
    var chain = OperatorChain()
    var expectsOperand = true
    for element in elements {
      if expectsOperand {
        guard let operand = constant(element, depth: depth + 1) else { return nil }
        chain.operands.append(operand)
      } else {
        guard let sign = element.as(BinaryOperatorExprSyntax.self)?.operator.text,
          chain.push(sign)
        else { return nil }
      }
      expectsOperand.toggle()
    }
    return chain.result
  }
}

/// Combines operands in order, without a tree if literals suffice.
///
/// The method is operator precedence with two stacks (Dijkstra's shunting yard). Literals are
/// folded at once, so a chain of thousands of literals needs no deep tree.
private struct OperatorChain {
  var operands: [ConstantExpression] = []
  private var signs: [String] = []
  /// The number of combinations that could not be folded; a long chain of names is abandoned.
  private var unfolded = 0

  /// Takes the next operator; returns `false` if it is not arithmetic.
  mutating func push(_ sign: String) -> Bool {
    guard let precedence = Self.precedence(sign) else { return false }
    while let last = signs.last, let other = Self.precedence(last), other >= precedence {
      guard combine() else { return false }
    }
    signs.append(sign)
    return true
  }

  var result: ConstantExpression? {
    var copy = self
    while !copy.signs.isEmpty {
      guard copy.combine() else { return nil }
    }
    return copy.operands.count == 1 ? copy.operands.first : nil
  }

  /// `false` for an overflow, a division by zero or a very long chain of names: then the expression
  /// has no constant value.
  private mutating func combine() -> Bool {
    guard let sign = signs.popLast(), let right = operands.popLast(),
      let left = operands.popLast()
    else { return false }
    if case .literal(let left) = left, case .literal(let right) = right {
      guard let value = ConstantExpression.combined(sign, left: left, right: right) else {
        return false
      }
      operands.append(.literal(value))
      return true
    }
    unfolded += 1
    guard unfolded < structureDepthLimit else { return false }
    operands.append(.binary(sign, left, right))
    return true
  }

  private static func precedence(_ sign: String) -> Int? {
    switch sign {
    case "<<", ">>": 3
    case "*", "/", "%", "&": 2
    case "+", "-", "|": 1
    default: nil
    }
  }
}

extension String {
  /// Whether the last of several names with dots begins with a capital: `Outer.Inner`.
  var lastNameIsUppercase: Bool {
    let dot = utf8.lastIndex(of: UInt8(ascii: "."))
    let name = dot.map { self[utf8.index(after: $0)...] } ?? self[...]
    guard let byte = name.utf8.first, byte < 0x80 else { return name.first?.isUppercase == true }
    return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
