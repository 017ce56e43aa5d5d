internal import Sync

/// The rule for identifiers, which clients create: UUID version 7 (RFC 9562) in lower case, whose
/// time is at most a minute ahead of the server's clock.
enum Identifier {
  static let tolerance = Duration.seconds(60)

  /// The reason why an identifier is invalid, because of its format or a time in the future; `nil`
  /// if it is valid.
  static func objection(to text: String, now: Timestamp) -> (code: Problem.Code, reason: String)? {
    if let reason = objectionToForm(of: text) { return (.validation, reason) }
    let digits = text.prefix(13).filter { $0 != "-" }
    let limit = now.advanced(by: tolerance).milliseconds
    guard let milliseconds = Int64(digits, radix: 16), milliseconds > limit else { return nil }
    return (.idInFuture, "is '\(text)', made in the future")
  }

  private static func objectionToForm(of text: String) -> String? {
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
    return nil
  }
}
