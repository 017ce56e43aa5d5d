import JSON

/// Values as devices write them: numbers also as strings. A value of another type counts as none.
extension JSONNode {
  var string: String? { textValue }
  var boolean: Bool? { flagValue }

  /// A whole number; also one written with a fraction of zero, or as a string of digits.
  var integer: Int? {
    if numberText != nil { return integerValue ?? doubleValue.flatMap { Int(exactly: $0) } }
    return string.flatMap { Int($0) }
  }

  /// The same without a sign and up to 2^64: an address.
  var unsigned: UInt64? {
    numberText.flatMap { UInt64($0) } ?? integer.flatMap { UInt64(exactly: $0) }
  }

  var number: Double? { doubleValue ?? string.flatMap { Double($0) } }

  /// A value that is not what was expected, for a message.
  var written: String { excerpt(40) }
}
