/// Finds a small block that allows every sequence of a log, and little else.
///
/// Uses the cuts of the Inductive Miner (Leemans, Fahland, van der Aalst 2013): consecutive stages,
/// exclusive branches, rounds of a loop, parallel parts. An uncertain cut competes by description
/// length with the exact folding: the common letters of all sequences, and between them the
/// alternative of the different sections, each with its repeats folded. Only logs that are too long
/// for a list become a block that allows any of its letters.
///
/// Why this method: it always ends with a block-structured result, which Mermaid's fragments can
/// express, and each cut keeps all sequences possible, so the result allows the complete log by
/// construction. Methods that mine a free graph need a second step to find blocks, and may fail.
/// Unlike the original, which applies the first cut that fits, uncertain cuts (loops, parallel
/// parts) are guesses that compete.
///
/// Cost: each certain cut is linear in the letters. Guesses are limited by `effort`: each nested
/// guess keeps a third of it.
package struct InductiveMiner {
  /// The number of lines of each drawn letter.
  let weights: [Double]
  /// Letters of one kind are drawn as one if they are alone in their branches.
  let kinds: [Int32]

  package init(weights: [Double], kinds: [Int32]) {
    self.weights = weights
    self.kinds = kinds
  }

  /// The effort of the search: each nested guess divides it.
  package static let fullEffort = 81

  /// A block for sequences of letters, and the run of each through it.
  ///
  /// `counts` has the number of occurrences of each sequence, 1 if omitted. Equal sequences share a
  /// run. The result is `nothing` for no sequences, and for empty ones only.
  package func block(
    for sequences: [[Int32]], counts: [Int]? = nil
  ) -> (block: ProcessTree, runs: [[Int32]]) {
    let counts = counts ?? Array(repeating: 1, count: sequences.count)
    let (log, index) = FoldLog.gathering(sequences.map { $0[...] }, counts: counts)
    let folding = fold(log, effort: Self.fullEffort)
    return (folding.block, index.map { folding.runs[$0] })
  }

  /// The certain steps come first: an empty sequence makes the rest optional, simple logs have one
  /// obvious block, then stages, then exclusive branches. Only connected letters need guesses.
  func fold(_ log: FoldLog, effort: Int) -> Folding {
    if let folding = withEmpty(log, effort) ?? simple(log) { return folding }
    let relation = DirectlyFollows(log, letterCount: weights.count)
    let (stage, stageCount) = relation.stages()
    if stageCount > 1 {
      return staged(log, relation: relation, stage: stage, count: stageCount, effort: effort)
    }
    let (part, partCount) = relation.parts()
    if partCount > 1 {
      return exclusive(log, relation: relation, part: part, count: partCount, effort: effort)
    }
    return tangled(log, relation, effort: effort)
  }

  // MARK: - Simple cases

  private func withEmpty(_ log: FoldLog, _ effort: Int) -> Folding? {
    guard let empty = log.sequences.firstIndex(where: \.isEmpty) else { return nil }
    var rest = log
    rest.sequences.remove(at: empty)
    rest.counts.remove(at: empty)
    guard !rest.sequences.isEmpty else { return Folding(block: .nothing, runs: [[]]) }
    var inner = fold(rest, effort: effort)
    if case .loop = inner.block {
      inner.runs.insert([0], at: empty)
      return inner
    }
    var runs = inner.runs.map { [1] + $0 }
    runs.insert([0], at: empty)
    return Folding(block: .option(inner.block), runs: runs)
  }

  /// One letter, one sequence without repeats, or only one letter that repeats. Returns `nil` for
  /// other logs.
  private func simple(_ log: FoldLog) -> Folding? {
    guard let first = log.sequences.first else { return Folding(block: .nothing, runs: []) }
    if first.count == 1, log.sequences.allSatisfy({ $0.count == 1 && isSame($0[0], first[0]) }) {
      return Folding(block: .letter(first[0]), runs: log.sequences.map { _ in [~0] })
    }
    if log.sequences.count == 1, Set(first).count == first.count {
      return Folding(
        block: .joined(first.map { .letter($0) }), runs: [first.indices.map { ~Int32($0) }])
    }
    guard log.sequences.allSatisfy({ $0.allSatisfy { $0 == first[0] } }) else { return nil }
    if log.sequences.count == 1 { return exactRepeats(log) }
    return Folding(
      block: .loop(.letter(first[0])),
      runs: log.sequences.map { [Int32($0.count)] + $0.indices.map { ~Int32($0) } })
  }

  func isSame(_ left: Int32, _ right: Int32) -> Bool { kinds[Int(left)] == kinds[Int(right)] }

  func exactRepeats(_ log: FoldLog) -> Folding {
    let folded = RunFolding.fold(log.sequences[0], weights: weights)
    return Folding(block: folded.block, runs: [folded.run])
  }

  // MARK: - Certain cuts

  private func staged(
    _ log: FoldLog, relation: DirectlyFollows, stage: [Int], count: Int, effort: Int
  ) -> Folding {
    let ends = log.sequences.map { sequence in
      var ends = Array(repeating: 0, count: count)
      for letter in sequence { ends[stage[relation.number(of: letter)]] += 1 }
      for index in ends.indices.dropFirst() { ends[index] += ends[index - 1] }
      return ends
    }
    return concatenated(log, ends, effort: effort)
  }

  /// Folds the sections up to the given ends separately, one after the other.
  func concatenated(_ log: FoldLog, _ ends: [[Int]], effort: Int) -> Folding {
    var stretches: [StretchFolding] = []
    for number in 0..<(ends.first?.count ?? 0) {
      let starts = ends.map { number == 0 ? 0 : $0[number - 1] }
      let slices = log.sequences.indices.map {
        log.sequences[$0][starts[$0]..<ends[$0][number]]
      }
      let (inner, index) = FoldLog.gathering(slices, counts: log.counts)
      let folding = fold(inner, effort: effort)
      var stretch = StretchFolding(block: folding.block, runs: [])
      stretch.runs = log.sequences.indices.map { sequence in
        var run: [Int32] = []
        Folding.append(folding.runs[index[sequence]], to: &run, offset: starts[sequence])
        return run
      }
      if let last = stretches.last, let fused = last.fused(with: stretch) {
        stretches[stretches.count - 1] = fused
      } else {
        stretches.append(stretch)
      }
    }
    return Folding(
      block: .joined(stretches.map(\.block)),
      runs: log.sequences.indices.map { sequence in stretches.flatMap { $0.runs[sequence] } })
  }

  private func exclusive(
    _ log: FoldLog, relation: DirectlyFollows, part: [Int], count: Int, effort: Int
  ) -> Folding {
    choice(
      log, of: log.sequences.map { part[relation.number(of: $0[0])] }, count: count,
      effort: effort)
  }

  /// Groups of sequences as the branches of a choice.
  func choice(_ log: FoldLog, of group: [Int], count: Int, effort: Int) -> Folding {
    var runs: [[Int32]] = Array(repeating: [], count: log.sequences.count)
    var blocks: [ProcessTree] = []
    var groups: [[Int]] = Array(repeating: [], count: count)
    for (sequence, number) in group.enumerated() { groups[number].append(sequence) }
    for (number, members) in groups.enumerated() {
      let inner = FoldLog(
        sequences: members.map { log.sequences[$0] }, counts: members.map { log.counts[$0] })
      let folding = fold(inner, effort: effort)
      for (member, run) in zip(members, folding.runs) { runs[member] = [Int32(number)] + run }
      blocks.append(folding.block)
    }
    return Folding(block: .choice(blocks), runs: runs)
  }

  // MARK: - Guesses

  /// From this length on, the exact folding is skipped if a guess is good enough.
  private static let longLog = 20_000

  /// From this length on, a list of all messages would be unreadable.
  private static let longList = 500

  /// All letters are connected: guesses compete.
  ///
  /// A plain loop (its body has one path) is accepted at once, because no other candidate could
  /// explain the log with fewer lines. For long logs, the exact folding is not tried if a guess
  /// already needs less than a quarter of the bits of a list.
  private func tangled(_ log: FoldLog, _ relation: DirectlyFollows, effort: Int) -> Folding {
    let letters = log.letterCount
    var candidates: [Folding] = []
    var lengths: [Double] = []
    func add(_ folding: Folding?) {
      guard let folding else { return }
      candidates.append(folding)
      lengths.append(DescriptionLength.of(folding, log, weights: weights))
    }
    func best() -> Folding? {
      lengths.indices.min { lengths[$0] < lengths[$1] }.map { candidates[$0] }
    }
    if !relation.isDense {
      for loop in loops(log, relation, effort: effort) { add(loop) }
      if let best = best(), best.block.isPlain { return best }
      add(parallelParts(log, relation, effort: effort / 3))
    }
    if letters > Self.longList { add(anything(log, relation)) }
    let isEnough = (lengths.min() ?? .infinity) < Double(letters) * DescriptionLength.line / 4
    if candidates.isEmpty || effort > 0 && !(letters > Self.longLog && isEnough) {
      add(variants(log, effort / 3))
    }
    return best() ?? exactRepeats(log)
  }

  /// No order at all: any of the letters, repeatedly.
  private func anything(_ log: FoldLog, _ relation: DirectlyFollows) -> Folding {
    let runs = log.sequences.map { sequence in
      [Int32(sequence.count)]
        + sequence.indices.flatMap { [Int32(relation.number(of: sequence[$0])), ~Int32($0)] }
    }
    return Folding(block: .loop(.choice(relation.letters.map { .letter($0) })), runs: runs)
  }
}
