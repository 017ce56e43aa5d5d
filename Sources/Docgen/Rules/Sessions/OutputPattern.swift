import Diagnostics

/// Documented output with wildcards, compared with lines that a command printed.
///
///     …  or  ...            alone in a line: any lines, also none
///     built in … s          any characters; `[..]` is the same
///     v[0-9]+\.[0-9]+ (re)  a line that matches a regular expression
///
/// White space at the end of a line does not count, since editors remove it.
struct OutputPattern {
  /// A part of output that differs between runs.
  enum Variable: String, CaseIterable, Sendable {
    case times, versions
  }

  private let lines: [String]
  private let ignored: Set<Variable>

  init(_ lines: [String], ignoring ignored: Set<Variable> = []) {
    (self.lines, self.ignored) = (lines, ignored)
  }

  private static func isAny(_ line: String) -> Bool {
    let text = line.filter { !$0.isWhitespace }
    return text == "…" || text == "..." || text == "[..]" || text == "[...]"
  }

  // MARK: - Comparing

  /// The numbers of the first lines that differ, from 0; `nil` if the output agrees.
  func difference(from actual: [String]) -> (documented: Int, observed: Int)? {
    let table = matches(actual)
    if table[0][0] { return nil }
    // The longest beginning that agrees.
    var (line, place) = (0, 0)
    while line < lines.count, place <= actual.count {
      if Self.isAny(lines[line]) { break }
      guard place < actual.count, matches(line, actual[place]) else { break }
      (line, place) = (line + 1, place + 1)
    }
    // Lines after a wildcard: the last one that cannot match.
    if line < lines.count, Self.isAny(lines[line]) {
      let rest = lines.indices.dropFirst(line + 1)
      line = rest.last { number in !actual.contains { matches(number, $0) } } ?? line
      place = max(place, actual.count - (lines.count - line))
    }
    return (line, place)
  }

  /// `table[i][j]` is whether the lines from `i` match the output from `j`.
  private func matches(_ actual: [String]) -> [[Bool]] {
    let row = [Bool](repeating: false, count: actual.count + 1)
    var table = [[Bool]](repeating: row, count: lines.count + 1)
    table[lines.count][actual.count] = true
    for line in lines.indices.reversed() {
      let isAny = Self.isAny(lines[line])
      for place in stride(from: actual.count, through: 0, by: -1) {
        if isAny {
          let skipsOne = place < actual.count && table[line][place + 1]
          table[line][place] = table[line + 1][place] || skipsOne
        } else if place < actual.count, table[line + 1][place + 1] {
          table[line][place] = matches(line, actual[place])
        }
      }
    }
    return table
  }

  private func matches(_ number: Int, _ actual: String) -> Bool {
    let line = Self.trimmed(lines[number])
    let actual = Self.trimmed(actual)
    if line == actual { return true }
    if line.hasSuffix(" (re)"), let regex = try? Regex(String(line.dropLast(5))) {
      return actual.wholeMatch(of: regex) != nil
    }
    let (documented, observed) = (masked(line), masked(actual))
    let pieces = documented.replacing("[..]", with: "…")
      .split(separator: "…", omittingEmptySubsequences: false)
    return Self.matches(pieces, observed)
  }

  /// Whether a line consists of these pieces in order, with any text between them.
  private static func matches(_ pieces: [Substring], _ line: String) -> Bool {
    guard pieces.count > 1 else { return pieces.joined() == line }
    guard line.hasPrefix(pieces[0]) else { return false }
    var rest = line.dropFirst(pieces[0].count)
    for piece in pieces.dropFirst().dropLast() {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(pieces[pieces.count - 1])
  }

  private static func trimmed(_ line: String) -> String {
    var line = line[...]
    while line.last?.isWhitespace == true { line = line.dropLast() }
    return String(line)
  }

  /// The line with `…` instead of the parts that may differ.
  private func masked(_ line: String) -> String {
    var line = line
    if ignored.contains(.times) {
      line.replace(
        /\b[0-9]+(?:[.,][0-9]+)? ?(?:ns|µs|ms|s|min|h|seconds?|minutes?)\b/, with: "<time>")
      line.replace(/\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b/, with: "<date>")
      line.replace(/\b[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?\b/, with: "<time>")
    }
    if ignored.contains(.versions) {
      line.replace(/\bv?[0-9]+\.[0-9]+(?:\.[0-9]+)?(?:-[0-9A-Za-z.-]+)?\b/, with: "<version>")
    }
    return line
  }

  // MARK: - Recording

  /// The lines to write for the output: documented lines that match stay, wildcards too.
  ///
  ///     documented   a, …, y     output   a, b, c, z     ->  a, …, z
  func recording(_ actual: [String]) -> [String] {
    if matches(actual)[0][0] { return lines }
    var result: [String] = []
    var (line, place) = (0, 0)
    for (anchor, found) in anchors(actual) {
      result += segment(line..<anchor, actual[place..<found]) + [lines[anchor]]
      (line, place) = (anchor + 1, found + 1)
    }
    return result + segment(line..<lines.count, actual[place...])
  }

  /// Pairs of documented lines and output that match: the longest common subsequence.
  private func anchors(_ actual: [String]) -> [(old: Int, new: Int)] {
    ListPairing.pairs(lines.count, actual.count) { line, place in
      !Self.isAny(lines[line]) && matches(line, actual[place]) ? 1 : 0
    }
  }

  /// The lines between two anchors: a wildcard stays, and takes the lines that are not next to one.
  private func segment(_ documented: Range<Int>, _ actual: ArraySlice<String>) -> [String] {
    guard let first = documented.first(where: { Self.isAny(lines[$0]) }),
      let last = documented.last(where: { Self.isAny(lines[$0]) })
    else { return Array(actual) }
    let before = min(first - documented.lowerBound, actual.count)
    let after = min(documented.upperBound - last - 1, actual.count - before)
    return actual.prefix(before) + [lines[first]] + actual.suffix(after)
  }
}
