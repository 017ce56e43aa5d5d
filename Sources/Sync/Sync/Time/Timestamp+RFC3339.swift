/// How a point in time is written on the wire.
///
///     date-time = date "T" time [ "." 1*DIGIT ] ( "Z" / ( "+" / "-" ) hh ":" mm )
///
/// Any number of fractional digits is accepted; what is finer than a millisecond is cut off.
/// Written is always UTC with three digits: `2026-01-05T09:30:00.250Z`.
extension Timestamp {
  /// Reads an RFC 3339 date and time; nothing if `text` is not one.
  public init?(rfc3339 text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(rfc3339: bytes, in: 0..<bytes.count)
  }

  /// Reads what stands at a place in a text.
  init?(rfc3339 bytes: [UInt8], in range: Range<Int>) {
    var reader = DateTimeReader(bytes: bytes, in: range)
    guard let milliseconds = reader.dateTime() else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// The moment in UTC with milliseconds: `2026-01-05T09:30:00.250Z`.
  public var rfc3339: String {
    let (days, rest) = milliseconds.quotientAndRemainderFlooring(by: 86_400_000)
    let (year, month, day) = Calendar.civil(fromDays: days)
    if (0...9999).contains(year) { return text(year, month, day, rest) }
    let digits = String(year.magnitude)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return (year < 0 ? "-" : "") + zeros + digits + text(0, month, day, rest).dropFirst(4)
  }

  private func text(_ year: Int64, _ month: Int64, _ day: Int64, _ rest: Int64) -> String {
    String(unsafeUninitializedCapacity: 24) { buffer in
      var end = 0
      func put(_ number: Int64, _ width: Int, _ mark: Unicode.Scalar) {
        var rest = number
        for place in (end..<end + width).reversed() {
          buffer[place] = 48 + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        buffer[end + width] = UInt8(ascii: mark)
        end += width + 1
      }
      put(year, 4, "-")
      put(month, 2, "-")
      put(day, 2, "T")
      put(rest / 3_600_000, 2, ":")
      put(rest / 60_000 % 60, 2, ":")
      put(rest / 1000 % 60, 2, ".")
      put(rest % 1000, 3, "Z")
      return end
    }
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

/// The proleptic Gregorian calendar, by counting days in years that begin in March.
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
  fileprivate func quotientAndRemainderFlooring(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Reads a date and time byte by byte.
private struct DateTimeReader {
  let bytes: [UInt8]
  var position: Int
  let end: Int

  init(bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func dateTime() -> Int64? {
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
    return seconds * 1000 + fraction
  }

  /// Milliseconds of an optional fraction; nothing if a point is followed by no digit.
  private mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    var milliseconds: Int64 = 0
    var digits = 0
    while let digit = digit() {
      if digits < 3 { milliseconds = milliseconds * 10 + digit }
      digits += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 3)..<3 { milliseconds *= 10 }
    return milliseconds
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
