public import Foundation

/// A time in the format of payloads: `2019-10-22 06:59:00 +0000`, on some systems without the zone.
public struct PayloadTime: Hashable, Sendable {
  /// The text of the payload.
  public let text: String
  /// Seconds from 1970-01-01 00:00:00 to the local date and time; `nil` if the text is not a time.
  private let localSeconds: Int?
  /// The zone's offset in seconds; `nil` without a zone.
  private let offset: Int?

  /// Parses a time.
  public init(_ text: String) {
    self.text = text
    let parts = text.split(separator: " ")
    localSeconds =
      parts.count == 2 || parts.count == 3 ? Self.seconds(day: parts[0], time: parts[1]) : nil
    offset = parts.count == 3 ? Self.offset(parts[2]) : nil
  }

  /// Whether the text contains an offset from UTC.
  public var hasZone: Bool { offset != nil }

  /// The point in time; `nil` if the text is not a time, or if it has no zone and UTC is not
  /// assumed.
  public func date(assumingUTC: Bool = false) -> Date? {
    guard let localSeconds, let offset = offset ?? (assumingUTC ? 0 : nil) else { return nil }
    return Date(timeIntervalSince1970: Double(localSeconds - offset))
  }

  /// Returns `nil` for a year outside 2015...2115, which must come from another calendar.
  private static func seconds(day: Substring, time: Substring) -> Int? {
    let date = numbers(day, separator: "-")
    let clock = numbers(time, separator: ":")
    guard date.count == 3, clock.count == 3, (2015...2115).contains(date[0]),
      (1...12).contains(date[1]), (1...31).contains(date[2]), (0...23).contains(clock[0]),
      (0...59).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    let days = daysSince1970(year: date[0], month: date[1], day: date[2])
    return days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
  }

  /// `+0530`, `-0000`
  private static func offset(_ text: Substring) -> Int? {
    guard text.count == 5, let sign = text.first, sign == "+" || sign == "-",
      let value = Int(text.dropFirst()), value >= 0, value % 100 < 60
    else { return nil }
    let seconds = value / 100 * 3_600 + value % 100 * 60
    return sign == "-" ? -seconds : seconds
  }

  private static func numbers(_ text: Substring, separator: Character) -> [Int] {
    text.split(separator: separator, omittingEmptySubsequences: false).map { part in
      part.reduce(into: part.isEmpty ? -1 : 0) { sum, character in
        let digit = character.wholeNumberValue ?? 100_000
        sum = sum < 0 || sum > 9_999 ? -1 : sum * 10 + digit
      }
    }
  }

  /// Counts years from March, so that the leap day is the last day of its year.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let month = (month + 9) % 12
    let days = year * 365 + year / 4 - year / 100 + year / 400
    return days + (month * 306 + 5) / 10 + day - 719_469
  }
}
