/// Comparison of an expected result with the actual one.
package enum ResultText {
  /// Stands for any text.
  static let wildcard = "…"

  /// Whether the actual text has all parts of the expected one around its wildcards, in order.
  package static func agrees(_ expected: String, _ actual: String) -> Bool {
    let parts = trimmed(expected).split(separator: wildcard, omittingEmptySubsequences: false)
    var rest = trimmed(actual)[...]
    guard parts.count > 1 else { return parts.first.map { $0 == rest } ?? rest.isEmpty }
    guard rest.hasPrefix(parts[0]) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }

  /// Text without blanks at the ends of lines, and without empty lines at its end.
  package static func trimmed(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last?.isWhitespace == true { line.removeLast() }
      return line
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// A text on one line.
  package static func singleLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  /// The text without the place of types that a block declares: `Module.(unknown context at
  /// $55aa).Key` is `Key`.
  package static func withoutContext(_ text: String, module: String) -> String {
    var (result, rest) = ("", text[...])
    while let found = rest.firstRange(of: module + ".") {
      result += rest[..<found.lowerBound]
      rest = rest[found.upperBound...]
      while rest.hasPrefix("(unknown context at "), let end = rest.firstRange(of: ").") {
        rest = rest[end.upperBound...]
      }
    }
    return result + rest
  }

  /// The actual text with the wildcards of the expected one, where both are alike around them.
  ///
  ///     took … ms, 3 doors  and  took 12 ms, 4 doors  ->  took … ms, 4 doors
  package static func updated(_ expected: String, with actual: String) -> String {
    guard expected.contains(wildcard) else { return actual }
    let (old, new) = (tokens(of: expected), tokens(of: actual))
    guard old.count * new.count < 1_000_000 else { return actual }
    return Alignment(old, new).text
  }

  /// Words, and each other character.
  private static func tokens(of text: String) -> [Substring] {
    var (tokens, rest) = ([Substring](), text[...])
    while let first = rest.first {
      let isWord = first.isLetter || first.isNumber
      let length = isWord ? rest.prefix { $0.isLetter || $0.isNumber }.count : 1
      tokens.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return tokens
  }

  /// The cheapest way to change one list of tokens into another, in which a wildcard may stand for
  /// any number of tokens.
  private struct Alignment {
    private(set) var text = ""

    init(_ old: [Substring], _ new: [Substring]) {
      let width = new.count + 1
      // The cost of changing the tokens from `i` on into those from `j` on.
      var costs = [Int](repeating: 0, count: (old.count + 1) * width)
      for i in stride(from: old.count, through: 0, by: -1) {
        for j in stride(from: new.count, through: 0, by: -1) where i < old.count || j < new.count {
          costs[i * width + j] =
            Self.steps(i, j, old, new).map { $0.cost + costs[$0.i * width + $0.j] }.min() ?? 0
        }
      }
      var (i, j) = (0, 0)
      while i < old.count || j < new.count {
        guard
          let step = Self.steps(i, j, old, new).min(by: {
            $0.cost + costs[$0.i * width + $0.j] < $1.cost + costs[$1.i * width + $1.j]
          })
        else { break }
        let isWildcard = i < old.count && old[i] == wildcard
        if isWildcard, step.i > i { text += wildcard }
        if step.j > j, !isWildcard { text += new[j] }
        (i, j) = (step.i, step.j)
      }
    }

    private static func steps(
      _ i: Int, _ j: Int, _ old: [Substring], _ new: [Substring]
    ) -> [(cost: Int, i: Int, j: Int)] {
      let (hasOld, hasNew) = (i < old.count, j < new.count)
      if hasOld, old[i] == wildcard { return [(0, i + 1, j)] + (hasNew ? [(0, i, j + 1)] : []) }
      var steps: [(cost: Int, i: Int, j: Int)] = []
      if hasOld, hasNew { steps.append((old[i] == new[j] ? 0 : 3, i + 1, j + 1)) }
      if hasOld { steps.append((2, i + 1, j)) }
      if hasNew { steps.append((2, i, j + 1)) }
      return steps
    }
  }
}
