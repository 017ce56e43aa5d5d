import Diagnostics
import Facts

/// Compares two sequence diagrams: participants and boxes as facts, then the steps in their order,
/// block by block.
///
/// The steps are compared in three passes. Equal steps are aligned (`ListDifference`). Between two
/// aligned steps, the most similar ones are paired and compared part by part
/// (`SequenceSimilarity`). The remaining steps of both sides are paired if they are equal: these
/// have moved. Blocks are compared recursively, branch by branch.
///
///     A->>B: load    A->>B: load(id)    relabelled: similar, between the same neighbors
///     A->>B: save    B->>A: done        save is removed, done is added
struct SequenceComparison {
  private let old: SequenceDiagram
  private let new: SequenceDiagram
  private let facts: FactComparison
  private var steps: [Difference] = []
  private var removed: [SequenceItem] = []
  private var added: [SequenceItem] = []

  init(
    old: SequenceDiagram, oldFacts: [LocatedFact], new: SequenceDiagram,
    newFacts: [LocatedFact]
  ) {
    (self.old, self.new) = (old, new)
    facts = FactComparison(oldFacts, newFacts, exceptStatements: [.message, .note])
  }

  /// The differences of the facts first, then those of the steps.
  func differences() -> [Difference] {
    var comparison = self
    var items = SequenceItems()
    let left = items.items(old.statements, SequenceCast(old), key: facts.names.old)
    let right = items.items(new.statements, SequenceCast(new), key: facts.names.new)
    comparison.compare(left, right)
    comparison.reportRest()
    return facts.all + comparison.steps
  }

  // MARK: - Steps

  private mutating func compare(_ left: [SequenceItem], _ right: [SequenceItem]) {
    var (nextLeft, nextRight) = (0, 0)
    let pairs = ListDifference(left.map(\.number), right.map(\.number)).pairs
    for pair in pairs + [(left.count, right.count)] {
      compareGap(Array(left[nextLeft..<pair.old]), Array(right[nextRight..<pair.new]))
      (nextLeft, nextRight) = (pair.old + 1, pair.new + 1)
    }
  }

  /// Compares the steps between two that agree: pairs the most similar ones in their order.
  private mutating func compareGap(_ left: [SequenceItem], _ right: [SequenceItem]) {
    guard !left.isEmpty, !right.isEmpty else {
      removed += left
      added += right
      return
    }
    var (left, right) = (left, right)
    takeWrapped(&left, &right, isNew: true)
    takeWrapped(&right, &left, isNew: false)
    var (nextLeft, nextRight) = (0, 0)
    for pair in SequenceSimilarity.pairs(left, right) + [(left.count, right.count)] {
      removed += left[nextLeft..<pair.old]
      added += right[nextRight..<pair.new]
      if pair.old < left.count { compare(left[pair.old], right[pair.new]) }
      (nextLeft, nextRight) = (pair.old + 1, pair.new + 1)
    }
  }

  /// Blocks on one side whose steps all are on the other side without the block.
  ///
  ///     A->>B: x          loop 3 times
  ///     A->>B: y    ->      A->>B: x       one change: the loop is new, around two steps
  ///                         A->>B: y
  private mutating func takeWrapped(
    _ plain: inout [SequenceItem], _ blocks: inout [SequenceItem], isNew: Bool
  ) {
    for item in blocks where item.block != nil {
      let inner = item.branches.flatMap { $0.map(\.number) }
      guard !inner.isEmpty, let start = plain.firstRun(of: inner) else { continue }
      let run = plain[start..<start + inner.count]
      plain.removeSubrange(start..<start + inner.count)
      blocks.removeAll { $0.range == item.range && $0.number == item.number }
      var difference = Difference(
        isNew ? .added : .removed, old: isNew ? nil : item.located, new: isNew ? item.located : nil)
      if isNew { difference.oldRange = run.first?.range }
      if !isNew { difference.newRange = run.first?.range }
      difference.message += ", around " + (run.count == 1 ? "one step" : "\(run.count) steps")
      steps.append(difference)
    }
  }

  private mutating func compare(_ left: SequenceItem, _ right: SequenceItem) {
    let (before, after) = (left.located, right.located)
    func report(_ kind: Difference.Kind, _ roles: Fact.Role...) {
      steps.append(
        Difference(kind, old: before, new: after, roles: roles.filter { before[$0] != after[$0] }))
    }
    if left.block != nil { return compareBlocks(left, right) }
    if before.kind == .numbering { return report(.changed, .text) }
    let isText = before[.text] == after[.text]
    if left.keys != right.keys || before[.position] != after[.position] {
      // A note is identified by its place.
      if before.kind == .message || isText { report(.redirected, .source, .target, .position) }
    }
    if !isText { report(.relabelled, .text) }
    if before[.form] != after[.form] { report(.changed, .form) }
  }

  /// Steps that are missing on one side and new on the other have moved.
  ///
  /// Across all blocks: a step that left a branch and entered another one has moved, too.
  private mutating func reportRest() {
    var pairing = Pairing(removed, added)
    for (left, right) in pairing.take(old: { $0.number }, new: { $0.number }) {
      let fact = right.located.fact
      steps.append(
        Difference(
          .moved, old: left.located, new: right.located,
          message: "the \(fact.noun) `\(fact.title)` is at another place"))
    }
    steps += pairing.removed.map { Difference(.removed, old: $0.located, new: nil) }
    steps += pairing.added.map { Difference(.added, old: nil, new: $0.located) }
  }

  // MARK: - Blocks

  private mutating func compareBlocks(_ left: SequenceItem, _ right: SequenceItem) {
    guard let before = left.block, let after = right.block else { return }
    if before.kind != after.kind {
      steps.append(
        Difference(.changed, old: before.fact, new: after.fact, roles: [.form]))
    }
    var (nextLeft, nextRight) = (0, 0)
    let (olds, news) = (left.branches, right.branches)
    for pair in branchPairs(before, after) + [(olds.count, news.count)] {
      for index in nextLeft..<pair.0 {
        steps.append(Difference(.removed, old: before.branchFact(index), new: nil))
      }
      for index in nextRight..<pair.1 {
        steps.append(Difference(.added, old: nil, new: after.branchFact(index)))
      }
      if pair.0 < olds.count {
        if before.branches[pair.0].label != after.branches[pair.1].label {
          let isFirst = pair.0 == 0 && pair.1 == 0
          steps.append(
            Difference(
              .relabelled, old: isFirst ? before.fact : before.branchFact(pair.0),
              new: isFirst ? after.fact : after.branchFact(pair.1), roles: [.text]))
        }
        compare(olds[pair.0], news[pair.1])
      }
      (nextLeft, nextRight) = (pair.0 + 1, pair.1 + 1)
    }
  }

  /// The branches belong together in order, or by their texts if one has more.
  private func branchPairs(_ before: SequenceBlock, _ after: SequenceBlock) -> [(Int, Int)] {
    if before.branches.count == after.branches.count {
      return before.branches.indices.map { ($0, $0) }
    }
    var numbers: [String: Int] = [:]
    func number(_ branch: SequenceBranch) -> Int {
      let found = numbers[branch.label.text] ?? numbers.count
      numbers[branch.label.text] = found
      return found
    }
    let (olds, news) = (before.branches.map(number), after.branches.map(number))
    return ListDifference(olds, news).pairs.map { ($0.old, $0.new) }
  }
}

extension [SequenceItem] {
  /// The start of consecutive steps with these numbers.
  fileprivate func firstRun(of numbers: [Int]) -> Int? {
    guard let first = numbers.first, numbers.count <= count else { return nil }
    return (0...(count - numbers.count)).first { start in
      self[start].number == first
        && zip(self[start...], numbers).allSatisfy { $0.number == $1 }
    }
  }
}
