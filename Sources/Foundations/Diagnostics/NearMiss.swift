/// Finds the known name that a mistyped one was probably meant to be.
///
///     NearMiss.best(for: "particpants", among: ["participants", "scenarios"])  ->  "participants"
///
/// The distance is Damerau–Levenshtein (optimal string alignment) over lower-cased characters. A
/// candidate is near if it differs in at most a third of the longer name's characters; names of one
/// or two letters are therefore near only if they are equal but for case.
///
/// For many names, a `NearMissIndex` is faster.
///
/// Why a third: with a fixed number of edits, any two short names would be near, and long names
/// with two mistakes would not. Swapped neighbors count as one edit, because they are the most
/// frequent typing error.
package enum NearMiss {
  /// Returns `nil` if no candidate is near. The name itself is skipped, so that a suggestion is
  /// always another name.
  package static func best(for name: String, among candidates: some Sequence<String>) -> String? {
    let matcher = NameMatcher(name)
    var best = NearestName()
    for candidate in candidates where candidate != name {
      if let distance = matcher.distance(to: candidate, atMost: best.distance) {
        best.take(candidate, distance)
      }
    }
    return best.name
  }

  /// The number of edits that turn one name into the other, ignoring case.
  package static func distance(_ left: String, _ right: String) -> Int {
    distance(Array(left.lowercased()), Array(right.lowercased()))
  }

  /// The largest distance at which two names of these lengths are near each other.
  static func limit(_ count: Int, _ other: Int) -> Int { max(count, other) / 3 }

  /// The number of edits that turn `left` into `right`: insert, delete, replace, swap neighbors.
  ///
  /// This is the plain dynamic program, for names that are not a `PlainName`.
  package static func distance(_ left: [Character], _ right: [Character]) -> Int {
    guard !left.isEmpty else { return right.count }
    guard !right.isEmpty else { return left.count }
    var beforePrevious = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    var current = beforePrevious
    for row in 1...left.count {
      current[0] = row
      for column in 1...right.count {
        let cost = left[row - 1] == right[column - 1] ? 0 : 1
        var best = min(
          previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          best = min(best, beforePrevious[column - 2] + 1)
        }
        current[column] = best
      }
      (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    return previous[right.count]
  }
}

/// The nearest name so far; among equally near ones the first in alphabetical order.
struct NearestName {
  private(set) var name: String?
  private(set) var distance = Int.max

  mutating func take(_ candidate: String, _ distance: Int) {
    if let name, (self.distance, name) <= (distance, candidate) { return }
    (name, self.distance) = (candidate, distance)
  }
}
