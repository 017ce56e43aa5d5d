import Basics

/// Points in time in the form that traces use.
extension DateTime {
  /// Nanoseconds since 1970 of a time such as `2026-01-05T09:00:00.250Z`; `nil` if it is invalid.
  package static func nanoseconds(in text: String) -> Int64? {
    DateTime(rfc3339: text).map { $0.seconds * 1_000_000_000 + Int64($0.nanoseconds) }
  }

  /// The time in UTC, with nine fractional digits unless it is a whole second.
  static func text(ofNanoseconds nanoseconds: Int64) -> String {
    let (seconds, part) = nanoseconds.quotientAndRemainderFlooring(by: 1_000_000_000)
    return DateTime(seconds: seconds, nanoseconds: Int(part)).rfc3339(digits: part == 0 ? 0 : 9)
  }
}
