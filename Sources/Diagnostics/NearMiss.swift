/// The known name a mistyped one was probably meant to be.
///
///     NearMiss.best(for: "particpants", among: ["participants", "scenarios"])  ->  "participants"
///
/// Distance is Damerau–Levenshtein (optimal string alignment) over lower-cased characters. A
/// candidate counts when it differs in at most a third of the longer name's characters: of names
/// with one or two letters none is near another, but for its case.
package enum NearMiss {
  package static func best(for name: String, among candidates: some Sequence<String>) -> String? {
    var best: (candidate: String, distance: Int)?
    let wanted = Array(name.lowercased())
    for candidate in candidates where candidate != name {
      let other = Array(candidate.lowercased())
      let limit = max(wanted.count, other.count) / 3
      guard abs(wanted.count - other.count) <= limit else { continue }
      let distance = distance(wanted, other)
      guard distance <= limit else { continue }
      if let current = best, (current.distance, current.candidate) <= (distance, candidate) {
        continue
      }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// Whether one may have been meant by the other, or is the other.
  package static func isNear(_ name: String, _ other: String) -> Bool {
    name == other || best(for: name, among: CollectionOfOne(other)) != nil
  }

  /// How many edits turn one name into the other, upper and lower case alike.
  package static func distance(_ left: String, _ right: String) -> Int {
    distance(Array(left.lowercased()), Array(right.lowercased()))
  }

  /// Edits that turn `left` into `right`: insert, delete, replace, swap of neighbours.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
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
