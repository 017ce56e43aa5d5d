import Basics

/// Times of day as traces write them.
extension DateTime {
  /// Nanoseconds since 1970 of a time: `2026-01-05T09:00:00.250Z`; nothing where it is none.
  static func nanoseconds(in text: String) -> Int64? {
    DateTime(rfc3339: text).map { $0.seconds * 1_000_000_000 + Int64($0.nanoseconds) }
  }

  /// The time in UTC, to the nanosecond where it is no whole second.
  static func text(ofNanoseconds nanoseconds: Int64) -> String {
    let (seconds, part) = nanoseconds.quotientAndRemainderFlooring(by: 1_000_000_000)
    return DateTime(seconds: seconds, nanoseconds: Int(part)).rfc3339(digits: part == 0 ? 0 : 9)
  }
}
