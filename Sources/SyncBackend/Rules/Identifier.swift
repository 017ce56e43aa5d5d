internal import Sync

/// The rule for identifiers, which clients make: UUID version 7 (RFC 9562) in lower case, whose
/// time does not lie more than a minute ahead of the server's clock.
enum Identifier {
  static let tolerance = Duration.seconds(60)

  /// What is wrong with an identifier; nothing when it is right.
  static func objection(to text: String, now: Timestamp) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count == 36, [8, 13, 18, 23].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else {
      return "is '\(text.prefix(40))', not a UUID"
    }
    var digits: [UInt64] = []
    for (index, byte) in bytes.enumerated() where ![8, 13, 18, 23].contains(index) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(UInt64(byte - UInt8(ascii: "0")))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        digits.append(UInt64(byte - UInt8(ascii: "a")) + 10)
      default: return "is '\(text)', not a UUID in lower case"
      }
    }
    guard digits[12] == 7, (8...11).contains(digits[16]) else {
      return "is '\(text)', not a UUID of version 7"
    }
    let milliseconds = digits.prefix(12).reduce(0) { $0 << 4 | $1 }
    guard Int64(milliseconds) <= now.advanced(by: tolerance).milliseconds else {
      return "is '\(text)', made in the future"
    }
    return nil
  }
}
