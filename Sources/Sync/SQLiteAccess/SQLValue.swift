/// A value bound to a statement or read from a column.
package enum SQLValue: Hashable, Sendable {
  /// NULL.
  case null
  /// INTEGER.
  case integer(Int64)
  /// REAL.
  case real(Double)
  /// TEXT.
  case text(String)
  /// BLOB.
  case blob([UInt8])
}

extension SQLValue {
  /// A text, or NULL for `nil`.
  package init(_ text: String?) {
    self = text.map(SQLValue.text) ?? .null
  }

  /// A number, or NULL for `nil`.
  package init(_ number: Double?) {
    self = number.map(SQLValue.real) ?? .null
  }

  /// A whole number, or NULL for `nil`.
  package init(_ number: Int64?) {
    self = number.map(SQLValue.integer) ?? .null
  }

  /// A whole number.
  package init(_ number: Int) {
    self = .integer(Int64(number))
  }

  /// 1 for true, 0 for false.
  package init(_ truth: Bool) {
    self = .integer(truth ? 1 : 0)
  }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// TEXT.
  package init(stringLiteral value: String) { self = .text(value) }
  /// INTEGER.
  package init(integerLiteral value: Int64) { self = .integer(value) }
}
