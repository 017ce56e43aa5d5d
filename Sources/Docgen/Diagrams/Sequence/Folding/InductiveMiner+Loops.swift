/// The possible boundaries of a loop's rounds.
///
///     `before(a)`  |a b c|a b|     `head(b)`  a|b c|b c|
///     `behind(c)`  |a b c|a c|     `tail(b)`  |a b|a b|c
private enum RoundMark {
  /// Before each of these letters, with which every sequence begins.
  case before(Set<Int32>)
  /// After each of these letters, with which every sequence ends.
  case behind(Set<Int32>)
  /// Between one of the former and one of the latter.
  case between(Set<Int32>, Set<Int32>)
  /// Before a letter; the part before its first place is not a round.
  case head(Int32)
  /// After a letter; the part after its last place is not a round.
  case tail(Int32)

  /// The boundaries of rounds: one more than the number of rounds.
  func bounds(in sequence: ArraySlice<Int32>) -> [Int] {
    var bounds: [Int] = []
    var previous: Int32?
    for (index, letter) in zip(sequence.indices, sequence) {
      let isBound =
        switch self {
        case .before(let firsts): firsts.contains(letter)
        case .behind(let lasts): previous.map(lasts.contains) ?? true
        case .between(let lasts, let firsts):
          previous.map { lasts.contains($0) && firsts.contains(letter) } ?? true
        case .head(let head): letter == head
        case .tail(let tail): previous.map { $0 == tail } ?? true
        }
      if isBound { bounds.append(index) }
      previous = letter
    }
    switch self {
    case .before, .behind, .between: bounds.append(sequence.endIndex)
    case .head: bounds.append(sequence.endIndex)
    case .tail(let tail): if previous == tail { bounds.append(sequence.endIndex) }
    }
    return bounds
  }
}

/// The quality of a reading of sequences as a loop.
///
/// The judgement is cheap compared with a folding: it needs only the different sections and their
/// directly-follows relation. So many readings are judged, and the best three at most are folded.
private struct RoundJudgement {
  let mark: RoundMark
  let isLoop: Bool
  /// The total length of all different sections.
  let size: Int
  /// Letters that still repeat within a round.
  let cyclic: Int

  init(_ log: FoldLog, _ mark: RoundMark, letterCount: Int) {
    self.mark = mark
    var stretches: [ArraySlice<Int32>] = []
    var isLoop = false
    for sequence in log.sequences {
      let bounds = mark.bounds(in: sequence[...])
      if bounds.count > 2 { isLoop = true }
      for (start, end) in zip(bounds, bounds.dropFirst()) {
        stretches.append(sequence[start..<end])
      }
      stretches.append(sequence[..<(bounds.first ?? 0)])
      stretches.append(sequence[(bounds.last ?? 0)...])
    }
    self.isLoop = isLoop
    let counts = Array(repeating: 1, count: stretches.count)
    let rounds = FoldLog.gathering(stretches, counts: counts).log
    size = rounds.letterCount
    let relation = DirectlyFollows(rounds, letterCount: letterCount)
    let (component, count) = relation.components()
    var sizes = Array(repeating: 0, count: count)
    for number in component { sizes[number] += 1 }
    cyclic = relation.letters.indices.count {
      sizes[component[$0]] > 1 || relation.repeats[$0]
    }
  }
}

extension InductiveMiner {
  /// In longer logs, cuts are judged by a sample.
  private static let sampleLength = 4_000
  /// The number of letters that are tried as the first or last of a round.
  private static let triedLetters = 24
  /// More branches than this, each with a single letter, would allow anything.
  private static let looseWays = 4
  /// Different rounds are a loop only from this number on: two may be unrelated.
  private static let evidentRounds = 3

  /// The most promising readings as a loop: by the first and last letters of sequences, the one
  /// with the shortest description of its rounds, and the one whose rounds have the most order.
  ///
  /// The loop cut of the Inductive Miner looks only at the first and last letters of the sequences,
  /// which fails for a loop with a lead or a rest. The boundaries at single letters cover those.
  /// `effort` below 2 tries only the reading with the shortest description.
  func loops(_ log: FoldLog, _ relation: DirectlyFollows, effort: Int) -> [Folding] {
    let sample = log.sample(Self.sampleLength)
    let judged = marks(log, relation)
      .map { RoundJudgement(sample, $0, letterCount: weights.count) }
    let loops = judged.indices.filter { judged[$0].isLoop }
    let bySize = loops.min {
      (judged[$0].size, judged[$0].cyclic) < (judged[$1].size, judged[$1].cyclic)
    }
    let byOrder = loops.min {
      (judged[$0].cyclic, judged[$0].size) < (judged[$1].cyclic, judged[$1].size)
    }
    guard let bySize, let byOrder else { return [] }
    var chosen = [bySize]
    if effort > 1 {
      if judged[0].isLoop { chosen.insert(0, at: 0) }
      chosen.append(byOrder)
    }
    var seen: Set<Int> = []
    return chosen.filter { seen.insert($0).inserted }
      .compactMap { loop(log, judged[$0].mark, effort: effort / 3) }
  }

  private func marks(_ log: FoldLog, _ relation: DirectlyFollows) -> [RoundMark] {
    let firsts = Set(log.sequences.compactMap(\.first))
    let lasts = Set(log.sequences.compactMap(\.last))
    return [.between(lasts, firsts), .before(firsts), .behind(lasts)]
      + relation.letters.prefix(Self.triedLetters).flatMap {
        [RoundMark.head($0), RoundMark.tail($0)]
      }
  }

  /// The sections before the first and after the last round are folded on their own. Returns `nil`
  /// if the reading makes no progress (a part is as long as the longest sequence), if the body
  /// would allow any order of its letters, or if fewer than three rounds show a body with
  /// alternatives.
  private func loop(_ log: FoldLog, _ mark: RoundMark, effort: Int) -> Folding? {
    let bounds = log.sequences.map { mark.bounds(in: $0[...]) }
    let firsts = bounds.map { $0.first ?? 0 }
    let lasts = bounds.map { $0.last ?? 0 }
    var rounds: [ArraySlice<Int32>] = []
    var counts: [Int] = []
    for (number, sequence) in log.sequences.enumerated() {
      for (start, end) in zip(bounds[number], bounds[number].dropFirst()) {
        rounds.append(sequence[start..<end])
        counts.append(log.counts[number])
      }
    }
    let (bodies, index) = FoldLog.gathering(rounds, counts: counts)
    let leads = log.stretches { 0..<firsts[$0] }
    let rests = log.stretches { lasts[$0]..<log.sequences[$0].count }
    let longest = log.sequences.map(\.count).max() ?? 0
    guard [bodies, leads.log, rests.log].allSatisfy({ $0.longest < longest }) else { return nil }
    let body = fold(bodies, effort: effort)
    guard !Self.isLoose(body.block) else { return nil }
    let mostRounds = bounds.reduce(0) { max($0, $1.count - 1) }
    guard body.block.isPlain || mostRounds >= Self.evidentRounds else { return nil }
    let (lead, rest) = (fold(leads.log, effort: effort), fold(rests.log, effort: effort))
    var runs: [[Int32]] = []
    var place = 0
    for number in log.sequences.indices {
      var run = lead.runs[leads.index[number]]
      run.append(Int32(max(0, bounds[number].count - 1)))
      for start in bounds[number].dropLast() {
        Folding.append(body.runs[index[place]], to: &run, offset: start)
        place += 1
      }
      Folding.append(rest.runs[rests.index[number]], to: &run, offset: lasts[number])
      runs.append(run)
    }
    return Folding(block: .joined([lead.block, .loop(body.block), rest.block]), runs: runs)
  }

  private static func isLoose(_ body: ProcessTree) -> Bool {
    guard case .choice(let branches) = body, branches.count > looseWays else { return false }
    return branches.allSatisfy { if case .letter = $0 { true } else { false } }
  }
}

extension FoldLog {
  var longest: Int { sequences.reduce(0) { max($0, $1.count) } }

  /// A section of each sequence, as a log.
  func stretches(_ range: (Int) -> Range<Int>) -> (log: FoldLog, index: [Int]) {
    Self.gathering(sequences.indices.map { sequences[$0][range($0)] }, counts: counts)
  }

  /// The beginning of a log, up to a number of letters.
  fileprivate func sample(_ length: Int) -> FoldLog {
    guard letterCount > length else { return self }
    var sample = FoldLog(sequences: [], counts: [])
    var left = length
    for (sequence, count) in zip(sequences, counts) where left > 0 {
      sample.sequences.append(Array(sequence.prefix(left)))
      sample.counts.append(count)
      left -= sequence.count
    }
    return sample
  }
}
