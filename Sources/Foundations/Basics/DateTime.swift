/// A point in time in the format of RFC 3339.
///
///     date-time = date "T" time [ "." 1*DIGIT ] ( "Z" / ( "+" / "-" ) hh ":" mm )
///
/// Any number of fractional digits is accepted; digits beyond nanoseconds are cut off.
package struct DateTime: Hashable, Sendable {
  /// Seconds since 1970 in UTC, rounded down.
  package var seconds: Int64
  /// From 0 to 999,999,999.
  package var nanoseconds: Int

  package init(seconds: Int64, nanoseconds: Int) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  /// Reads a date and time from a range of a text; `nil` if the text there is not one.
  package init?(rfc3339 bytes: [UInt8], in range: Range<Int>) {
    var reader = DateTimeReader(bytes: bytes, in: range)
    guard let moment = reader.dateTime() else { return nil }
    self = moment
  }

  package init?(rfc3339 text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(rfc3339: bytes, in: 0..<bytes.count)
  }

  /// The date and time in UTC with a fraction of 0 to 9 digits; 0 digits omit the decimal point.
  ///
  ///     DateTime(seconds: 0, nanoseconds: 5_000_000).rfc3339(digits: 3)  ->  "1970-01-01T00:00:00.005Z"
  ///
  /// Further digits are cut off and not rounded. Years outside of 0 to 9999, which RFC 3339
  /// excludes, get more digits or a minus sign.
  package func rfc3339(digits: Int) -> String {
    let (days, rest) = seconds.quotientAndRemainderFlooring(by: 86_400)
    let (year, month, day) = Calendar.civil(fromDays: days)
    if (0...9999).contains(year) {
      return text(year, month: month, day: day, rest: rest, digits: digits)
    }
    let magnitude = String(year.magnitude)
    let zeros = String(repeating: "0", count: max(0, 4 - magnitude.count))
    return (year < 0 ? "-" : "") + zeros + magnitude
      + text(0, month: month, day: day, rest: rest, digits: digits).dropFirst(4)
  }

  private func text(
    _ year: Int64, month: Int64, day: Int64, rest: Int64, digits: Int
  ) -> String {
    let count = 20 + (digits == 0 ? 0 : digits + 1)
    return String(unsafeUninitializedCapacity: count) { buffer in
      var end = 0
      func put(_ number: Int64, width: Int, mark: Unicode.Scalar) {
        var rest = number
        for place in (end..<end + width).reversed() {
          buffer[place] = 48 + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        buffer[end + width] = UInt8(ascii: mark)
        end += width + 1
      }
      put(year, width: 4, mark: "-")
      put(month, width: 2, mark: "-")
      put(day, width: 2, mark: "T")
      put(rest / 3600, width: 2, mark: ":")
      put(rest / 60 % 60, width: 2, mark: ":")
      put(rest % 60, width: 2, mark: digits == 0 ? "Z" : ".")
      if digits > 0 {
        let divisor = (digits..<9).reduce(Int64(1)) { divisor, _ in divisor * 10 }
        put(Int64(nanoseconds) / divisor, width: digits, mark: "Z")
      }
      return end
    }
  }
}

/// The proleptic Gregorian calendar, by counting days in years that begin in March.
///
/// Years that begin in March have the leap day at their end, so the day of the year is a linear
/// function of the month. All conversions are integer arithmetic without tables, exact for any year
/// that fits.
private enum Calendar {
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shifted.quotientAndRemainderFlooring(by: 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainderFlooring(by: 146_097)
    let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  static func length(ofMonth month: Int64, year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}

extension Int64 {
  package func quotientAndRemainderFlooring(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Reads a date and time byte by byte.
///
/// A leap second, `23:59:60`, is accepted and counts as the first second of the next minute.
private struct DateTimeReader {
  let bytes: [UInt8]
  var position: Int
  let end: Int

  init(bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func dateTime() -> DateTime? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      take("T") || take("t") || take(" "), let hour = number(2), take(":"),
      let minute = number(2), take(":"), let second = number(2), let fraction = fraction(),
      let offset = offset(), position == end
    else { return nil }
    guard (1...12).contains(month), day >= 1, day <= Calendar.length(ofMonth: month, year: year),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = Calendar.days(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + second
    return DateTime(seconds: seconds, nanoseconds: fraction)
  }

  /// The optional fraction in nanoseconds; `nil` if no digit follows the decimal point.
  private mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    var nanoseconds = 0
    var digits = 0
    while let digit = digit() {
      if digits < 9 { nanoseconds = nanoseconds * 10 + Int(digit) }
      digits += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 9)..<9 { nanoseconds *= 10 }
    return nanoseconds
  }

  /// Minutes east of UTC.
  private mutating func offset() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hours = number(2), take(":"), let minutes = number(2),
      hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }

  private mutating func number(_ width: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<width {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  private mutating func digit() -> Int64? {
    guard position < end, (48...57).contains(bytes[position]) else { return nil }
    defer { position += 1 }
    return Int64(bytes[position]) - 48
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < end, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }
}
