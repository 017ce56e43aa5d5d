/// Finds a longest common subsequence of two lists of numbers, with bounded work.
///
/// Equal beginnings and ends are removed first, which is enough for most edits. The rest is solved
/// exactly by dynamic programming, in old × new time and memory, if that fits into a million cells.
/// A longer rest is divided at numbers that occur once on both sides, in the longest rising
/// sequence of them, as in patience diff; the parts are then aligned in the same way. Without such
/// anchors the rest counts as different, so the result is never wrong but may be shorter than
/// possible.
enum Alignment {
  /// The maximum number of cells that the exact method may fill.
  private static let maximumCells = 1_000_000

  /// Index pairs that ascend on both sides and refer to equal numbers.
  ///
  ///     pairs([1, 2, 3, 4], [1, 3, 5, 4])  ->  (0, 0), (2, 1), (3, 3)
  ///
  /// The caller numbers its elements so that equal ones have equal numbers. On one side, -1 may
  /// mark elements that have no equal.
  static func pairs(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
    var result: [(old: Int, new: Int)] = []
    align(old: old[...], new: new[...], into: &result)
    return result
  }

  private static func align(
    old: ArraySlice<Int>, new: ArraySlice<Int>, into result: inout [(old: Int, new: Int)]
  ) {
    var (old, new) = (old, new)
    while let left = old.first, left == new.first {
      result.append((old.startIndex, new.startIndex))
      old.removeFirst()
      new.removeFirst()
    }
    var tail: [(old: Int, new: Int)] = []
    while let left = old.last, left == new.last {
      tail.append((old.endIndex - 1, new.endIndex - 1))
      old.removeLast()
      new.removeLast()
    }
    if !old.isEmpty, !new.isEmpty {
      if old.count * new.count <= maximumCells {
        exact(old: old, new: new, into: &result)
      } else {
        anchored(old: old, new: new, into: &result)
      }
    }
    result += tail.reversed()
  }

  private static func exact(
    old: ArraySlice<Int>, new: ArraySlice<Int>, into result: inout [(old: Int, new: Int)]
  ) {
    let (rows, columns) = (old.count, new.count)
    let (left, right) = (old.startIndex, new.startIndex)
    var lengths = [Int32](repeating: 0, count: (rows + 1) * (columns + 1))
    for row in stride(from: rows - 1, through: 0, by: -1) {
      for column in stride(from: columns - 1, through: 0, by: -1) {
        let cell = row * (columns + 1) + column
        lengths[cell] =
          old[left + row] == new[right + column]
          ? lengths[cell + columns + 2] + 1
          : max(lengths[cell + columns + 1], lengths[cell + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      let cell = row * (columns + 1) + column
      if old[left + row] == new[right + column] {
        result.append((left + row, right + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[cell + columns + 1] >= lengths[cell + 1] {
        row += 1
      } else {
        column += 1
      }
    }
  }

  /// Numbers that occur once on each side are anchors; the numbers between them are aligned
  /// separately.
  private static func anchored(
    old: ArraySlice<Int>, new: ArraySlice<Int>, into result: inout [(old: Int, new: Int)]
  ) {
    let anchors = risingAnchors(old, new)
    guard !anchors.isEmpty else { return }
    var (left, right) = (old.startIndex, new.startIndex)
    for anchor in anchors {
      align(old: old[left..<anchor.old], new: new[right..<anchor.new], into: &result)
      result.append(anchor)
      (left, right) = (anchor.old + 1, anchor.new + 1)
    }
    align(old: old[left...], new: new[right...], into: &result)
  }

  /// O(n log n) for n candidates: each is placed on the first pile whose top is not smaller, by
  /// binary search.
  private static func risingAnchors(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>
  ) -> [(old: Int, new: Int)] {
    let oldPlaces = once(old)
    let newPlaces = once(new)
    let candidates = old.indices.compactMap { index in
      oldPlaces[old[index]] == index ? newPlaces[old[index]].map { (old: index, new: $0) } : nil
    }
    // Longest rising run by patience: piles of candidates, each with its predecessor.
    var tops: [Int] = []
    var previous = [Int](repeating: -1, count: candidates.count)
    for (number, candidate) in candidates.enumerated() {
      var low = 0
      var high = tops.count
      while low < high {
        let middle = (low + high) / 2
        if candidates[tops[middle]].new < candidate.new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[number] = tops[low - 1] }
      if low == tops.count { tops.append(number) } else { tops[low] = number }
    }
    var result: [(old: Int, new: Int)] = []
    var next = tops.last ?? -1
    while next >= 0 {
      result.append(candidates[next])
      next = previous[next]
    }
    return result.reversed()
  }

  private static func once(_ list: ArraySlice<Int>) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for index in list.indices { places[list[index]] = places[list[index]] == nil ? index : -1 }
    return places.filter { $0.value >= 0 }
  }
}
