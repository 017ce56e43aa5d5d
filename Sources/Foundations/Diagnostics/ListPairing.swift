/// Pairs of elements of two lists that belong together.
///
/// The textbook dynamic program for a longest common subsequence, with weights in place of 1 for
/// equality: O(old × new) time and memory. Order is kept, so no two pairs cross.
package enum ListPairing {
  /// Ascending pairs with the greatest total weight; of several, always the same ones.
  ///
  ///     [1, 2, 3, 4] and [2, 4, 3], with 1 for equal elements  ->  (1, 0), (3, 1)
  ///
  /// `weight` is how much two elements have in common, by their indices; 0 for a pair that is not
  /// possible.
  package static func pairs(
    _ oldCount: Int, _ newCount: Int, weight: (_ old: Int, _ new: Int) -> Int
  ) -> [(old: Int, new: Int)] {
    let columns = newCount + 1
    var totals = [Int](repeating: 0, count: (oldCount + 1) * columns)
    var isPaired = [Bool](repeating: false, count: totals.count)
    for old in stride(from: oldCount - 1, through: 0, by: -1) {
      for new in stride(from: newCount - 1, through: 0, by: -1) {
        let cell = old * columns + new
        let alone = max(totals[cell + columns], totals[cell + 1])
        let own = weight(old, new)
        isPaired[cell] = own > 0 && totals[cell + columns + 1] + own >= alone
        totals[cell] = isPaired[cell] ? totals[cell + columns + 1] + own : alone
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    var (old, new) = (0, 0)
    while old < oldCount, new < newCount {
      let cell = old * columns + new
      if isPaired[cell] {
        pairs.append((old, new))
        (old, new) = (old + 1, new + 1)
      } else if totals[cell] == totals[cell + columns] {
        old += 1
      } else {
        new += 1
      }
    }
    return pairs
  }
}
