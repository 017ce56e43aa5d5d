/// A literal value.
package enum Literal: Hashable, Sendable {
  case integer(Int)
  case double(Double)
  case boolean(Bool)
  case string(String)
}

/// An initial value or raw value made of literals, names, operators and plain calls.
///
///     5 * 60        ->  folds to 300
///     threshold * 2 ->  folds once `threshold` is known
///     .seconds(30)  ->  call(".seconds", [30])
package indirect enum ConstantExpression: Hashable, Sendable {
  case literal(Literal)
  /// `threshold`, `Self.threshold`, `CircuitBreaker.threshold`, `.idle`.
  case name(String)
  case negation(ConstantExpression)
  case binary(String, ConstantExpression, ConstantExpression)
  /// `.seconds(30)`, `Double(3)`: the callee's text and its arguments.
  case call(String, [Argument])

  package struct Argument: Hashable, Sendable {
    package var label: String?
    package var value: ConstantExpression
  }

  /// The value of an expression that consists of literals only.
  package var literal: Literal? { folded { _ in nil } }

  /// The value, with names looked up by the caller.
  package func folded(_ lookup: (String) -> Literal?) -> Literal? {
    switch self {
    case .literal(let literal): return literal
    case .name(let name): return lookup(name)
    case .negation(let operand): return operand.folded(lookup).flatMap(Self.negated)
    case .binary(let sign, let left, let right):
      guard let left = left.folded(lookup), let right = right.folded(lookup) else { return nil }
      return Self.combined(sign, left: left, right: right)
    case .call(let callee, let arguments):
      guard arguments.count == 1, let argument = arguments.first, argument.label == nil,
        let value = argument.value.folded(lookup)
      else { return nil }
      return Self.converted(value, by: callee)
    }
  }

  static func negated(_ literal: Literal) -> Literal? {
    switch literal {
    case .integer(let value):
      let (result, overflow) = 0.subtractingReportingOverflow(value)
      return overflow ? nil : .integer(result)
    case .double(let value): return .double(-value)
    case .boolean, .string: return nil
    }
  }

  /// The result of an operator on two literals; `nil` on overflow, on division by zero and for
  /// operators that are not arithmetic.
  static func combined(_ sign: String, left: Literal, right: Literal) -> Literal? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): integers(sign, left: left, right: right)
    case (.double(let left), .double(let right)): doubles(sign, left: left, right: right)
    case (.double(let left), .integer(let right)): doubles(sign, left: left, right: Double(right))
    case (.integer(let left), .double(let right)): doubles(sign, left: Double(left), right: right)
    case (.string(let left), .string(let right)): sign == "+" ? .string(left + right) : nil
    default: nil
    }
  }

  private static func integers(_ sign: String, left: Int, right: Int) -> Literal? {
    func checked(_ result: (partialValue: Int, overflow: Bool)) -> Literal? {
      result.overflow ? nil : .integer(result.partialValue)
    }
    switch sign {
    case "+": return checked(left.addingReportingOverflow(right))
    case "-": return checked(left.subtractingReportingOverflow(right))
    case "*": return checked(left.multipliedReportingOverflow(by: right))
    case "/": return checked(left.dividedReportingOverflow(by: right))
    case "%": return checked(left.remainderReportingOverflow(dividingBy: right))
    case "<<":
      guard (0..<62).contains(right) else { return nil }
      return checked(left.multipliedReportingOverflow(by: 1 << right))
    case ">>": return right >= 0 ? .integer(left >> right) : nil
    case "|": return .integer(left | right)
    case "&": return .integer(left & right)
    default: return nil
    }
  }

  private static func doubles(_ sign: String, left: Double, right: Double) -> Literal? {
    switch sign {
    case "+": .double(left + right)
    case "-": .double(left - right)
    case "*": .double(left * right)
    case "/": right == 0 ? nil : .double(left / right)
    default: nil
    }
  }

  /// `Double(3)` and the integer types keep the value; other calls have none.
  private static func converted(_ value: Literal, by callee: String) -> Literal? {
    switch (callee, value) {
    case ("Double", .integer(let number)), ("TimeInterval", .integer(let number)):
      .double(Double(number))
    case ("Double", .double), ("TimeInterval", .double), ("String", .string): value
    case ("Int", .integer), ("Int64", .integer), ("UInt64", .integer), ("UInt", .integer),
      ("Int32", .integer), ("UInt32", .integer):
      value
    default: nil
    }
  }
}
