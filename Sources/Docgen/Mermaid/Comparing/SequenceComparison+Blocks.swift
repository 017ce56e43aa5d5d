extension SequenceComparison {
  mutating func compare(
    _ before: SequenceBlock, _ left: [[SequenceItem]], _ after: SequenceBlock,
    _ right: [[SequenceItem]]
  ) {
    if before.kind != after.kind {
      changes.append(
        DiagramChange(
          .changed, .block, after.subject, old: before.branches.first?.range ?? before.range,
          new: after.branches.first?.range ?? after.range,
          "the `\(before.kind.rawValue)` is now a `\(after.kind.rawValue)`"))
    }
    var (nextLeft, nextRight) = (0, 0)
    for pair in branchPairs(before, left, after, right) + [(left.count, right.count)] {
      for index in nextLeft..<pair.0 {
        report(.removed, before, index, "is gone")
      }
      for index in nextRight..<pair.1 {
        report(.added, after, index, "is new")
      }
      if pair.0 < left.count {
        compareLabels(before, pair.0, after, pair.1)
        compare(left[pair.0], right[pair.1])
      }
      (nextLeft, nextRight) = (pair.0 + 1, pair.1 + 1)
    }
  }

  /// The first branches belong together; the others by their texts, or else in order.
  func branchPairs(
    _ before: SequenceBlock, _ left: [[SequenceItem]], _ after: SequenceBlock,
    _ right: [[SequenceItem]]
  ) -> [(Int, Int)] {
    if left.count == right.count { return Array(zip(left.indices, right.indices)) }
    var numbers: [[String]: Int] = [:]
    func number(_ block: SequenceBlock, _ items: [[SequenceItem]], _ index: Int) -> Int {
      let key = [block.branches[index].label.text]
      let found = numbers[key] ?? numbers.count
      numbers[key] = found
      return found
    }
    let olds = left.indices.map { number(before, left, $0) }
    let news = right.indices.map { number(after, right, $0) }
    return Alignment.pairs(olds, news).map { ($0.old, $0.new) }
  }

  mutating func report(
    _ kind: DiagramChange.Kind, _ block: SequenceBlock, _ index: Int, _ words: String
  ) {
    let branch = block.branches[index]
    let word = index == 0 ? block.kind.rawValue : block.kind.separator ?? ""
    changes.append(
      DiagramChange(
        kind, .branch, "\(word) \(branch.label)", old: kind == .removed ? branch.range : nil,
        new: kind == .added ? branch.range : nil, "the branch `\(word) \(branch.label)` \(words)"))
  }

  mutating func compareLabels(
    _ before: SequenceBlock, _ left: Int, _ after: SequenceBlock, _ right: Int
  ) {
    let (old, new) = (before.branches[left], after.branches[right])
    guard old.label != new.label else { return }
    let word = right == 0 ? after.kind.rawValue : after.kind.separator ?? ""
    changes.append(
      DiagramChange(
        .relabelled, right == 0 ? .block : .branch, "\(word) \(new.label)",
        old: old.label.range ?? old.range, new: new.label.range ?? new.range,
        "the `\(word)` said `\(old.label)` and says `\(new.label)`"))
  }
}
