/// Faults in the syntax of a command line.
///
///     fault = kind [ "=" value ] [ "*" times ] [ "@" route ]
///
///     delay=2.5                      the next answer arrives 2.5 seconds later
///     drop-before, drop-after        the request, or its answer, is lost
///     429=30*3                       three requests are refused, with Retry-After: 30
///     503, 500-after                 a 5xx status; "-after" if the request was processed
///     truncate=10@GET /changes       the answer to the next GET /changes breaks off
extension Fault {
  /// The reason why a text is not a fault.
  package struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence for the user.
    package var description: String
  }

  /// Parses a fault.
  ///
  /// - Throws: `Unreadable`, which quotes the invalid part.
  package init(parsing text: String) throws(Unreadable) {
    let sides = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = sides[0].split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    var times = 1
    if parts.count > 1 {
      guard let number = Int(parts[1]), number > 0 else {
        throw Unreadable(description: "'\(parts[1])' is not a number of requests")
      }
      times = number
    }
    let value = words.count > 1 ? String(words[1]) : nil
    let kind = try Fault.kind(String(words[0]), value: value)
    self.init(kind, times: times, route: sides.count > 1 ? String(sides[1]) : nil)
  }

  private static func kind(_ name: String, value: String?) throws(Unreadable) -> Kind {
    switch (name, value) {
    case ("drop-before", nil): return .dropBeforeCommit
    case ("drop-after", nil): return .dropAfterCommit
    case ("delay", let value?):
      guard let seconds = Double(value), (0...86_400).contains(seconds) else {
        throw Unreadable(description: "'\(value)' is not a number of seconds")
      }
      return .delay(.milliseconds(Int64(seconds * 1000)))
    case ("truncate", let value?):
      guard let bytes = Int(value), bytes >= 0 else {
        throw Unreadable(description: "'\(value)' is not a number of bytes")
      }
      return .truncate(bytes: bytes)
    case ("429", nil): return .rateLimit(retryAfter: nil)
    case ("429", let value?):
      guard let seconds = Int64(value), seconds >= 0 else {
        throw Unreadable(description: "'\(value)' is not a number of seconds")
      }
      return .rateLimit(retryAfter: seconds)
    default:
      let isAfter = name.hasSuffix("-after")
      guard value == nil, let status = Int(isAfter ? String(name.dropLast(6)) : name),
        (500..<600).contains(status)
      else {
        throw Unreadable(
          description: "'\(name)' is not one of delay=S, drop-before, drop-after, 429[=S], 5xx, "
            + "5xx-after, truncate=N")
      }
      return .failure(status: status, afterCommit: isAfter)
    }
  }
}
