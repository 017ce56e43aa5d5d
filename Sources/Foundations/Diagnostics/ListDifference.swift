/// The elements that differ between two lists, such as lines of texts. The time grows in proportion to
/// their number.
///
/// Short lists are compared by the shortest edit script. In long ones, the elements that are unique on
/// both sides are anchors, as in patience diff, and the parts between them are compared separately.
/// A large part without such an element counts as replaced, because a shortest edit script of it would
/// take quadratic time.
///
/// `CollectionDifference` of the standard library gives the shortest edit script (Myers 1986), in
/// O((n + m)·d) for d differences. That is quadratic for two unrelated lists, which is why long
/// parts are divided first. The parts are kept in a list and not processed by recursion, since
/// there may be one for each anchor.
package struct ListDifference<Element: Hashable> {
  /// Indices of elements of the old list that the new one does not have.
  package private(set) var removed: Set<Int> = []
  /// Indices of elements of the new list that the old one does not have.
  package private(set) var added: Set<Int> = []

  /// The maximum number of elements on both sides together that counts as short.
  private static var few: Int { 1_000 }

  private let old: [Element]
  private let new: [Element]

  package init(_ old: [Element], _ new: [Element]) {
    (self.old, self.new) = (old, new)
    var parts = [(0..<old.count, 0..<new.count)]
    while let (left, right) = parts.popLast() { compare(left, right, rest: &parts) }
  }

  /// The indices of the elements that both lists have, in their order.
  ///
  ///     [1, 2, 3, 4] and [1, 3, 5, 4]  ->  (0, 0), (2, 1), (3, 3)
  package var pairs: [(old: Int, new: Int)] {
    let kept = old.indices.filter { !removed.contains($0) }
    return zip(kept, new.indices.filter { !added.contains($0) }).map { (old: $0, new: $1) }
  }

  private mutating func compare(
    _ left: Range<Int>, _ right: Range<Int>, rest parts: inout [(Range<Int>, Range<Int>)]
  ) {
    let (left, right) = trimmed(left, right)
    if left.isEmpty || right.isEmpty {
      removed.formUnion(left)
      added.formUnion(right)
    } else if left.count + right.count <= Self.few {
      compareFew(left, right)
    } else {
      let anchors = anchors(left, right)
      guard !anchors.isEmpty else {
        removed.formUnion(left)
        added.formUnion(right)
        return
      }
      var (leftStart, rightStart) = (left.lowerBound, right.lowerBound)
      for (leftAnchor, rightAnchor) in anchors {
        parts.append((leftStart..<leftAnchor, rightStart..<rightAnchor))
        (leftStart, rightStart) = (leftAnchor + 1, rightAnchor + 1)
      }
      parts.append((leftStart..<left.upperBound, rightStart..<right.upperBound))
    }
  }

  /// The ranges without equal elements at the start and the end.
  private func trimmed(_ left: Range<Int>, _ right: Range<Int>) -> (Range<Int>, Range<Int>) {
    let most = min(left.count, right.count)
    var start = 0
    while start < most, old[left.lowerBound + start] == new[right.lowerBound + start] { start += 1 }
    var end = 0
    while end < most - start, old[left.upperBound - 1 - end] == new[right.upperBound - 1 - end] {
      end += 1
    }
    return (
      left.lowerBound + start..<left.upperBound - end,
      right.lowerBound + start..<right.upperBound - end
    )
  }

  private mutating func compareFew(_ left: Range<Int>, _ right: Range<Int>) {
    for change in new[right].difference(from: old[left]) {
      switch change {
      case .remove(let offset, _, _): removed.insert(left.lowerBound + offset)
      case .insert(let offset, _, _): added.insert(right.lowerBound + offset)
      }
    }
  }

  /// Pairs of equal elements that are unique on both sides, in the same order on both: a longest such
  /// sequence.
  ///
  /// O(n log n) for n unique elements.
  private func anchors(_ left: Range<Int>, _ right: Range<Int>) -> [(Int, Int)] {
    let (olds, news) = (Self.unique(old, left), Self.unique(new, right))
    let pairs = olds.compactMap { element, index in news[element].map { (index, $0) } }
      .sorted { $0.0 < $1.0 }
    // Patience sorting: a pile keeps its smallest end so far, and each pair links to the one before
    // it.
    var piles: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, piles.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[piles[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? piles[low - 1] : nil
      if low < piles.count { piles[low] = index } else { piles.append(index) }
    }
    var found: [(Int, Int)] = []
    var next = piles.last
    while let index = next {
      found.append(pairs[index])
      next = previous[index]
    }
    return found.reversed()
  }

  /// The elements that occur once in a range, with their index.
  private static func unique(_ list: [Element], _ range: Range<Int>) -> [Element: Int] {
    var found: [Element: Int?] = [:]
    for index in range { found[list[index]] = found[list[index]] == nil ? index : .some(nil) }
    return found.compactMapValues { $0 }
  }
}
