import Basics

/// Writes invented functions by a small grammar.
///
///     function  := comment signature statement+ return
///     statement := let | guard | if | for | switch | closure
struct MethodGrammar {
  private var random: SplitMix64

  init(_ random: SplitMix64) { self.random = random }

  private static let verbs = [
    "load", "count", "merge", "split", "order", "check", "store", "format", "measure", "replace",
    "find", "join",
  ]
  private static let nouns = [
    "Items", "Pages", "Lines", "Entries", "Marks", "Rows", "Groups", "Names", "Values", "Parts",
    "Windows", "Routes",
  ]
  private static let locals = [
    "total", "rest", "first", "width", "depth", "offset", "length", "size",
  ]

  /// The lines of a function, indented by two.
  mutating func method(_ number: Int) -> [String] {
    let (verb, noun) = (random.element(Self.verbs), random.element(Self.nouns))
    var lines = [
      "  /// Returns the result for some \(noun.lowercased()), at most `limit` of them.",
      "  ///",
      "  /// - Parameter limit: The largest number of \(noun.lowercased()).",
      "  static func \(verb)\(noun)\(number)(_ names: [String], limit: Int = \(random.below(90))) throws -> Int {",
      "    var sum = names.count &+ \(random.below(1_000))",
    ]
    for index in 0..<(2 + random.below(4)) { lines += statement(index, depth: 2) }
    return lines + ["    return sum", "  }"]
  }

  private mutating func statement(_ number: Int, depth: Int) -> [String] {
    let pad = String(repeating: "  ", count: depth)
    let (local, value) = ("\(random.element(Self.locals))\(number)", random.below(500))
    switch random.below(depth > 3 ? 3 : 6) {
    case 0:
      return [
        "\(pad)let \(local) = sum &* \(value + 1) &- limit", "\(pad)sum = max(sum, \(local) / 3)",
      ]
    case 1: return ["\(pad)guard sum < \(value &* 1_000) else { return limit &+ \(value) }"]
    case 2:
      return [
        "\(pad)// Names that are too long count once.",
        "\(pad)sum &+= names.filter { $0.count > \(value) }.map(\\.count).reduce(0, +)",
      ]
    case 3:
      return ["\(pad)if sum.isMultiple(of: \(value + 2)) {"]
        + statement(number + 10, depth: depth + 1)
        + ["\(pad)} else {", "\(pad)  sum = abs(sum - \(value))", "\(pad)}"]
    case 4:
      return ["\(pad)for \(local) in names.indices where \(local) < limit {"]
        + statement(number + 10, depth: depth + 1) + ["\(pad)  sum &+= \(local)", "\(pad)}"]
    default:
      return [
        "\(pad)switch sum % 3 {", "\(pad)case 0: sum &+= \(value)",
        "\(pad)case 1 where limit > 4: sum = sum / 2",
        "\(pad)default: print(\"\(local) is \\(sum) of \\(limit)\")", "\(pad)}",
      ]
    }
  }
}
