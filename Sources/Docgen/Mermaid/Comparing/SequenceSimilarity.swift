import Diagnostics
import Facts

/// Pairs the steps of two short lists that were probably the same before an edit.
///
/// Order is kept: crossing pairs would be reported as changed and moved at once.
enum SequenceSimilarity {
  /// The maximum number of cells that are compared; longer lists are paired in order.
  private static let maximumCells = 40_000

  /// Ascending pairs with the greatest total similarity.
  static func pairs(_ old: [SequenceItem], _ new: [SequenceItem]) -> [(old: Int, new: Int)] {
    guard !old.isEmpty, !new.isEmpty else { return [] }
    guard old.count * new.count <= maximumCells else {
      return zip(old.indices, new.indices).filter { similarity(old[$0], new[$1]) > 0 }
        .map { (old: $0, new: $1) }
    }
    return ListPairing.pairs(old.count, new.count) { similarity(old[$0], new[$1]) }
  }

  /// 0 if the two are unrelated.
  ///
  /// The same text weighs most, since a message with its text is more recognizable than its ends: 4
  /// for the text, 3 for each end, 1 for the arrow. A message with neither the same text nor the
  /// same ends is a different one.
  private static func similarity(_ old: SequenceItem, _ new: SequenceItem) -> Int {
    guard old.located.kind == new.located.kind else { return 0 }
    let (before, after) = (old.located.fact, new.located.fact)
    let isText = before[.text] == after[.text]
    switch before.kind {
    case .message:
      let isShared = isText && before.has(.text)
      guard isShared || old.keys == new.keys else { return 0 }
      return (isShared ? 4 : 0)
        + zip(old.keys, new.keys).reduce(0) { $0 + ($1.0 == $1.1 ? 3 : 0) }
        + (before[.form] == after[.form] ? 1 : 0)
    case .note:
      if isText { return 4 }
      return old.keys == new.keys && before[.position] == after[.position] ? 3 : 0
    case .numbering: return 3
    case .block:
      let shared = shared(old.branches, new.branches)
      let isKind = before[.form] == after[.form]
      return isKind || shared > 0
        ? (isKind ? 2 : 0) + (isText ? 3 : 0) + min(shared, 6) : 0
    default: return 0
    }
  }

  private static func shared(_ left: [[SequenceItem]], _ right: [[SequenceItem]]) -> Int {
    let numbers = Set(left.prefix(8).flatMap { $0.prefix(64).map(\.number) })
    return right.prefix(8).reduce(0) { sum, items in
      sum + items.prefix(64).reduce(0) { $0 + (numbers.contains($1.number) ? 1 : 0) }
    }
  }
}
