import Diagnostics

extension SequenceComparison {
  mutating func compare(_ left: [SequenceItem], _ right: [SequenceItem]) {
    var (nextLeft, nextRight) = (0, 0)
    let pairs = Alignment.pairs(left.map(\.number), right.map(\.number))
    for pair in pairs + [(left.count, right.count)] {
      compareGap(Array(left[nextLeft..<pair.old]), Array(right[nextRight..<pair.new]))
      (nextLeft, nextRight) = (pair.old + 1, pair.new + 1)
    }
  }

  /// Steps between two that agree: the most similar ones belong together, in their order.
  mutating func compareGap(_ left: [SequenceItem], _ right: [SequenceItem]) {
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

  /// Blocks on one side whose steps all stand on the other side without the block.
  mutating func takeWrapped(
    _ plain: inout [SequenceItem], _ blocks: inout [SequenceItem], isNew: Bool
  ) {
    for item in blocks {
      guard case .block(let block, let branches) = item.step else { continue }
      let inner = branches.flatMap { $0.map(\.number) }
      guard !inner.isEmpty, let start = plain.firstRun(of: inner) else { continue }
      let run = plain[start..<start + inner.count]
      plain.removeSubrange(start..<start + inner.count)
      blocks.removeAll { $0.range == item.range && $0.number == item.number }
      let around = run.count == 1 ? "one step" : run.count.counted("step")
      changes.append(
        DiagramChange(
          isNew ? .added : .removed, .block, block.subject,
          old: isNew ? run.first?.range : item.range, new: isNew ? item.range : run.first?.range,
          isNew
            ? "`\(block.subject)` now stands around \(around)"
            : "`\(block.subject)` no longer stands around \(around)"))
    }
  }

  mutating func compare(_ left: SequenceItem, _ right: SequenceItem) {
    switch (left.step, right.step) {
    case (.message(let before), .message(let after)):
      compare(before, after, left.keys, right.keys)
    case (.note(let before), .note(let after)):
      let kind: DiagramChange.Kind = before.text != after.text ? .relabelled : .redirected
      changes.append(
        DiagramChange(
          kind, .note, after.text.text, old: before.text.range ?? left.range,
          new: after.text.range ?? right.range,
          kind == .relabelled
            ? "the note said `\(before.text)` and says `\(after.text)`"
            : "the note `\(after.text)` stands elsewhere now"))
    case (.autonumber, .autonumber):
      changes.append(
        DiagramChange(
          .changed, .numbering, "autonumber", old: left.range, new: right.range,
          "the numbering of messages has changed"))
    case (.block(let before, let leftBranches), .block(let after, let rightBranches)):
      compare(before, leftBranches, after, rightBranches)
    default: break
    }
  }

  mutating func compare(
    _ before: Message, _ after: Message, _ left: [String], _ right: [String]
  ) {
    func report(
      _ kind: DiagramChange.Kind, _ old: SourceRange?, _ new: SourceRange?, _ sentence: String
    ) {
      changes.append(
        DiagramChange(
          kind, .message, after.subject, old: old ?? before.range, new: new ?? after.range,
          sentence))
    }
    if left != right {
      report(
        .redirected, before.range, after.range, "`\(before.subject)` is now `\(after.subject)`")
    }
    if before.text != after.text {
      report(
        .relabelled, before.text.range, after.text.range,
        "`\(before.line)` said `\(before.text)` and says `\(after.text)`")
    }
    if before.drawnArrow != after.drawnArrow {
      report(
        .changed, before.range, after.range,
        "the arrow of `\(after.subject)` was `\(before.drawnArrow)` and is `\(after.drawnArrow)`")
    }
  }
}

// MARK: - What is left

extension SequenceComparison {
  /// Steps that are gone here and new there have moved.
  mutating func reportMoves() {
    var pairing = Pairing(removed, added)
    for (left, right) in pairing.take(old: { $0.number }, new: { $0.number }) {
      changes.append(
        DiagramChange(
          .moved, right.element, right.subject, old: left.range, new: right.range,
          "`\(right.subject)` stands elsewhere now"))
    }
    for item in pairing.removed {
      changes.append(
        DiagramChange(
          .removed, item.element, item.subject, old: item.range, "`\(item.subject)` is gone"))
    }
    for item in pairing.added {
      changes.append(
        DiagramChange(
          .added, item.element, item.subject, new: item.range, "`\(item.subject)` is new"))
    }
  }
}

extension [SequenceItem] {
  /// Where the numbers stand next to each other.
  func firstRun(of numbers: [Int]) -> Int? {
    guard let first = numbers.first, numbers.count <= count else { return nil }
    return (0...(count - numbers.count)).first { start in
      self[start].number == first
        && zip(self[start...], numbers).allSatisfy { $0.number == $1 }
    }
  }
}
