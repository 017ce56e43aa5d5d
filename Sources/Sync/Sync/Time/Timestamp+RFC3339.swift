import Basics

/// The wire format of a point in time: RFC 3339.
///
/// Any number of fractional digits is accepted; digits beyond milliseconds are cut off. The output
/// is always UTC with three digits: `2026-01-05T09:30:00.250Z`.
extension Timestamp {
  /// Reads an RFC 3339 date and time; `nil` if `text` is not one.
  public init?(rfc3339 text: some StringProtocol) {
    guard let moment = DateTime(rfc3339: text) else { return nil }
    self.init(moment)
  }

  /// Reads a date and time from a range of a text; `nil` if the text there is not one.
  init?(rfc3339 bytes: [UInt8], in range: Range<Int>) {
    guard let moment = DateTime(rfc3339: bytes, in: range) else { return nil }
    self.init(moment)
  }

  private init(_ moment: DateTime) {
    self.init(milliseconds: moment.seconds * 1000 + Int64(moment.nanoseconds / 1_000_000))
  }

  /// The time in UTC with milliseconds: `2026-01-05T09:30:00.250Z`.
  public var rfc3339: String {
    let (seconds, rest) = milliseconds.quotientAndRemainderFlooring(by: 1000)
    return DateTime(seconds: seconds, nanoseconds: Int(rest) * 1_000_000).rfc3339(digits: 3)
  }
}

extension Timestamp: Codable {
  /// Reads an RFC 3339 string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Timestamp(rfc3339: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not an RFC 3339 date and time")
    }
    self = value
  }

  /// Writes an RFC 3339 string with milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rfc3339)
  }
}
