/// Times of day as traces write them.
enum RFC3339 {
  /// Nanoseconds since 1970 of a time in UTC: `2026-01-05T09:00:00.250Z`; nothing where it is none.
  static func nanoseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[4] == UInt8(ascii: "-"),
      bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      Int64(String(decoding: bytes[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var fraction: Int64 = 0
    if bytes.count > 20 {
      let digits = bytes[20..<bytes.count - 1]
      guard bytes[19] == UInt8(ascii: "."), digits.count <= 9,
        let value = Int64(String(decoding: digits, as: UTF8.self))
      else { return nil }
      fraction = (digits.count..<9).reduce(value) { scaled, _ in scaled * 10 }
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    return seconds * 1_000_000_000 + fraction
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar, counted in years that begin in
  /// March, so that the leap day is the last of its year.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    return shifted * 365 + leapDays + dayOfYear - 719_468
  }

  /// The time in UTC, to the nanosecond where it is no whole second.
  static func text(nanoseconds: Int64) -> String {
    let (seconds, part) = floorDivision(nanoseconds, 1_000_000_000)
    let (day, second) = floorDivision(seconds, 86_400)
    let (year, month, dayOfMonth) = date(day)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let years = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
    var text = "\(years)-\(two(month))-\(two(dayOfMonth))T\(two(second / 3600))"
    text += ":\(two(second / 60 % 60)):\(two(second % 60))"
    if part != 0 {
      let digits = String(part)
      text += "." + String(repeating: "0", count: 9 - digits.count) + digits
    }
    return text + "Z"
  }

  private static func floorDivision(_ number: Int64, _ divisor: Int64) -> (Int64, Int64) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }

  /// The date of a day counted from 1970-01-01.
  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    var year = 1970 + day / 366 - 1
    while days(year + 1, 1, 1) <= day { year += 1 }
    var month: Int64 = 1
    while month < 12 && days(year, month + 1, 1) <= day { month += 1 }
    return (year, month, day - days(year, month, 1) + 1)
  }
}
