import JSON

/// Values as devices write them, including numbers in strings. Each accessor returns `nil` for a
/// value of another type.
extension JSONNode {
  var string: String? { textValue }
  var boolean: Bool? { flagValue }

  /// A whole number, also with a fraction of zero or as a string of digits.
  var integer: Int? {
    if numberText != nil { return integerValue ?? doubleValue.flatMap { Int(exactly: $0) } }
    return string.flatMap { Int($0) }
  }

  /// The same for unsigned numbers up to 2^64, such as addresses.
  var unsigned: UInt64? {
    numberText.flatMap { UInt64($0) } ?? integer.flatMap { UInt64(exactly: $0) }
  }

  var number: Double? { doubleValue ?? string.flatMap { Double($0) } }

  /// An excerpt of an unexpected value, for a message.
  var written: String { excerpt(40) }
}
