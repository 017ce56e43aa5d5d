internal import Sync

/// Reads the header `Retry-After` (RFC 9110, 10.2.3).
///
///     Retry-After = HTTP-date / delay-seconds
enum RetryAfter {
  /// The seconds to wait, 0 for a date in the past; `nil` for any other text.
  ///
  /// `now` is the time at which the server sent the response, by its own clock if known, because
  /// the device's clock may be wrong.
  static func seconds(_ header: String, now: Timestamp) -> Double? {
    let text = header.drop { $0 == " " }
    if text.allSatisfy({ $0.isASCII && $0.isNumber }), let seconds = Double(text) { return seconds }
    guard let date = date(text) else { return nil }
    return max(0, Double(date.milliseconds - now.milliseconds) / 1000)
  }

  /// The three formats of an HTTP date (RFC 9110, 5.6.7):
  ///
  ///     Sun, 06 Nov 1994 08:49:37 GMT    the current format
  ///     Sunday, 06-Nov-94 08:49:37 GMT   RFC 850; the years 70 to 99 are 1970 to 1999
  ///     Sun Nov  6 08:49:37 1994         asctime
  static func date(_ text: Substring) -> Timestamp? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" })
    switch words.count {
    case 6 where words[5] == "GMT":
      return timestamp(day: words[1], month: words[2], year: words[3], time: words[4])
    case 5:
      return timestamp(day: words[2], month: words[1], year: words[4], time: words[3])
    default: return nil
    }
  }

  private static func timestamp(
    day: Substring, month: Substring, year: Substring, time: Substring
  ) -> Timestamp? {
    guard let number = months.firstIndex(of: month), var fullYear = Int(year) else { return nil }
    if year.count == 2 { fullYear += fullYear < 70 ? 2000 : 1900 }
    return Timestamp(rfc3339: "\(fullYear)-\(padded(number + 1))-\(padded(Int(day) ?? 0))T\(time)Z")
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
