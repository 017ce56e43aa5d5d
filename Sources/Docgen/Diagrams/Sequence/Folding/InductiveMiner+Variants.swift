import Diagnostics

extension InductiveMiner {
  /// The maximum cost of comparing sequences; beyond it, only their ends are compared.
  private static let comparisonLimit = 4_000_000

  /// The exact folding: the common letters of all sequences, in order, and the differences between
  /// them.
  ///
  ///     [a b d] [a c d]  ->  a, choice (b) (c), d
  ///
  /// The diagram then allows exactly the recorded sequences, or combinations of their differences.
  /// If no letter is common to all, the sequences are grouped by their first or last letter,
  /// whichever gives fewer groups.
  func variants(_ log: FoldLog, _ effort: Int) -> Folding {
    if log.sequences.count == 1 { return exactRepeats(log) }
    let common = commonLetters(log)
    if !common.isEmpty { return around(common, log, effort: effort) }
    let byFirst = groups(log) { $0.first }
    let byLast = groups(log) { $0.last }
    let groups = byLast.count < byFirst.count && byLast.count > 1 ? byLast : byFirst
    return choice(log, of: groups.of, count: groups.count, effort: effort)
  }

  private func groups(
    _ log: FoldLog, by key: ([Int32]) -> Int32?
  ) -> (of: [Int], count: Int) {
    var numbers: [Int32: Int] = [:]
    let groups = log.sequences.map { sequence -> Int in
      let value = key(sequence).map { kinds[Int($0)] } ?? -1
      let number = numbers[value] ?? numbers.count
      numbers[value] = number
      return number
    }
    // Sequences without a common beginning or end stay separate; so do they if all share one.
    return numbers.count == 1 && log.sequences.count > 1
      ? (Array(log.sequences.indices), log.sequences.count) : (groups, numbers.count)
  }

  /// Splits every sequence at the common letters.
  private func around(_ common: [Int32], _ log: FoldLog, effort: Int) -> Folding {
    let ends = log.sequences.map { sequence in
      var ends: [Int] = []
      var place = 0
      for letter in common {
        while sequence[place] != letter { place += 1 }
        ends.append(place)
        place += 1
        ends.append(place)
      }
      return ends + [sequence.count]
    }
    return concatenated(log, ends, effort: effort)
  }

  /// The common subsequence of many sequences is NP-hard in general; the pairwise reduction from
  /// the shortest one is a good approximation. If it would need more than `comparisonLimit` steps,
  /// only equal beginnings and ends are used.
  private func commonLetters(_ log: FoldLog) -> [Int32] {
    let shortest = log.sequences.indices.min {
      log.sequences[$0].count < log.sequences[$1].count
    }
    guard let shortest else { return [] }
    var common = log.sequences[shortest]
    var steps = 0
    for (index, sequence) in log.sequences.enumerated() where index != shortest {
      steps += common.count * sequence.count
      if steps > Self.comparisonLimit { return commonEnds(log) }
      common = ListPairing.pairs(common.count, sequence.count) {
        common[$0] == sequence[$1] ? 1 : 0
      }
      .map { common[$0.old] }
      if common.isEmpty { return [] }
    }
    return common
  }

  /// The letters with which all sequences begin, and those with which all end.
  private func commonEnds(_ log: FoldLog) -> [Int32] {
    let first = log.sequences[0]
    let shortest = log.sequences.map(\.count).min() ?? 0
    var prefix = 0
    while prefix < shortest, log.sequences.allSatisfy({ $0[prefix] == first[prefix] }) {
      prefix += 1
    }
    var suffix = 0
    while suffix < shortest - prefix,
      log.sequences.allSatisfy({ $0[$0.count - 1 - suffix] == first[first.count - 1 - suffix] })
    {
      suffix += 1
    }
    return Array(first.prefix(prefix) + first.suffix(suffix))
  }
}
