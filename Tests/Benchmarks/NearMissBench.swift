import Diagnostics

/// "Did you mean": 300 unknown names among 50,000 known ones, with the index and one by one.
struct NearMissBench: Bench {
  let name = "near-miss"

  func run() {
    var random = Random(state: 0x2545_F491_4F6C_DD1D)
    let known = (0..<50_000).map { _ in Self.name(&random) }
    let wanted = (0..<300).map { number in
      // A third of the names are known names with a changed letter; the others are random.
      number.isMultiple(of: 3)
        ? String(known[number * 100].dropLast(2)) + "x" : Self.name(&random)
    }
    var found: [String?] = []
    let indexed = Stopwatch.best(of: 5) {
      let index = NearMissIndex(known)
      found = wanted.map { index.best(for: $0) }
    }
    let few = wanted.prefix(15)
    var expected: [String?] = []
    let each = Stopwatch.best(of: 3) {
      expected = few.map { NearMiss.best(for: $0, among: known) }
    }
    let plain = each.nanoseconds / Double(few.count) * Double(wanted.count)
    let isSame = Array(found.prefix(few.count)) == expected
    Report.line(
      "\(wanted.count) names among \(known.count)",
      "\(Report.number(indexed.nanoseconds / 1e6)) ms",
      beside: "1/\(Int(plain / indexed.nanoseconds)) of one by one "
        + "(\(Report.number(plain / 1e6)) ms), \(isSame ? "the same names" : "OTHER NAMES"); "
        + "promised: under 50 ms")
  }

  /// Two to four words in camel case.
  private static func name(_ random: inout Random) -> String {
    let words = [
      "load", "store", "event", "batch", "queue", "view", "model", "state", "user", "account",
      "session", "network", "request", "response", "cache", "file", "index", "name", "value",
      "type",
      "handler", "manager", "service", "client", "error", "result", "message", "window", "button",
      "color", "image", "text", "list", "item", "row", "table", "update", "delete", "insert",
      "sync",
    ]
    let count = 2 + Int(random.next() % 3)
    let picked = (0..<count).map { _ in words[Int(random.next() % UInt64(words.count))] }
    let tail = random.next() % 4 == 0 ? "\(random.next() % 100)" : ""
    return picked[0] + picked.dropFirst().map(\.capitalized).joined() + tail
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
