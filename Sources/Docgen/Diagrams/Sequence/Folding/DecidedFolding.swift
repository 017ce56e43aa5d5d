/// Folds sections of the bodies of a level; if a recorded decision separates them, they are split
/// there first.
///
/// The letters alone often allow several foldings of nearly the same size. A guard that the program
/// recorded once for each section, with both outcomes, is better evidence for an alternative than
/// similarity of messages. A split by it is tried for each such guard, and competes by description
/// length: the bits that identify the branch of each section are free, because the recorded
/// decision determines them.
///
/// The search is recursive, and a guard is used once on a path. The number of guards is limited to
/// 8, and the number of letters to 20,000, because each split mines its sections again.
struct DecidedFolding {
  /// With more letters, only the letters are considered.
  private static let mostLetters = 20_000
  private static let mostGuards = 8

  /// A section of a body.
  struct Stretch {
    var body: Int
    var range: Range<Int>
  }

  /// The place of a guard in a section, and its outcome.
  private struct Answer {
    var place: Int
    var holds: Bool
  }

  let miner: InductiveMiner
  let bodies: [LevelReading.Body]
  let counts: [Int]
  private let answers: [[GuardKey: [Answer]]]

  init(_ miner: InductiveMiner, bodies: [LevelReading.Body], counts: [Int], in table: StepTable) {
    self.miner = miner
    self.bodies = bodies
    self.counts = counts
    let hasGuards = table.symbols.contains { if case .decision = $0 { true } else { false } }
    let letters = bodies.reduce(0) { $0 + $1.letters.count }
    guard hasGuards, bodies.count > 1, letters <= Self.mostLetters else {
      answers = bodies.map { _ in [:] }
      return
    }
    answers = bodies.map { body in
      var found: [GuardKey: [Answer]] = [:]
      for (place, gap) in body.gaps.enumerated() {
        if place > 0 {
          for inner in body.bodies[body.starts[place - 1]..<body.starts[place]] {
            for (key, holds) in table.decisions(within: inner) {
              found[key, default: []].append(Answer(place: place, holds: holds))
            }
          }
        }
        for node in table.sequences[Int(gap)] {
          if case .decision(let by, let condition, let holds) = table.symbol(of: node) {
            found[GuardKey(by: by, condition: condition), default: []]
              .append(Answer(place: place, holds: holds))
          }
        }
      }
      return found
    }
  }

  var folding: Folding {
    fold(bodies.indices.map { Stretch(body: $0, range: 0..<bodies[$0].letters.count) }, asked: [])
  }

  // MARK: - Folding

  /// The smaller of the folding by letters and the folding by decisions. The outcomes of recorded
  /// decisions cost nothing.
  private func fold(_ stretches: [Stretch], asked: Set<GuardKey>) -> Folding {
    let slices = stretches.map { Array(bodies[$0.body].letters[$0.range]) }
    let counts = stretches.map { self.counts[$0.body] }
    let plain = miner.block(for: slices, counts: counts)
    var best = Folding(block: plain.block, runs: plain.runs)
    let keys = guards(of: stretches).subtracting(asked).sorted()
    guard !keys.isEmpty, keys.count <= Self.mostGuards else { return best }
    let log = FoldLog(sequences: slices, counts: counts)
    var least = DescriptionLength.of(best, log, weights: miner.weights)
    for key in keys {
      guard let split = split(stretches, at: key, asked) else { continue }
      let length =
        DescriptionLength.of(split.folding, log, weights: miner.weights) - split.recorded
      if length < least { (best, least) = (split.folding, length) }
    }
    return best
  }

  /// The guards that were asked once in each section, and had both outcomes.
  private func guards(of stretches: [Stretch]) -> Set<GuardKey> {
    guard let first = stretches.first else { return [] }
    return Set(answers[first.body].keys).filter { key in
      let outcomes = stretches.map { answer(in: $0, key)?.holds }
      return outcomes.contains(true) && outcomes.contains(false) && !outcomes.contains(nil)
    }
  }

  private func answer(in stretch: Stretch, _ key: GuardKey) -> Answer? {
    let found = (answers[stretch.body][key] ?? []).filter {
      $0.place >= stretch.range.lowerBound && $0.place <= stretch.range.upperBound
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The part before the decision, the two branches, and their common end.
  ///
  /// The part before the decision is common to all sections. At the end, equal letters of all
  /// sections are common, too. `recorded` is the number of bits that need no encoding. Returns
  /// `nil` if both outcomes have the same block, so that the decision explains nothing.
  private func split(
    _ stretches: [Stretch], at key: GuardKey, _ asked: Set<GuardKey>
  ) -> (folding: Folding, recorded: Double)? {
    let found = stretches.compactMap { answer(in: $0, key) }
    guard found.count == stretches.count else { return nil }
    let common = commonEnd(stretches, found.map(\.place))
    let branches = zip(stretches, found).map { stretch, answer in
      Stretch(body: stretch.body, range: answer.place..<(stretch.range.upperBound - common))
    }
    let groups = [true, false].map { holds in branches.indices.filter { found[$0].holds == holds } }
    let known = asked.union([key])
    let inner = groups.map { group in fold(group.map { branches[$0] }, asked: known) }
    guard inner[0].block != inner[1].block else { return nil }
    let before = miner.block(
      for: zip(stretches, found).map {
        Array(bodies[$0.body].letters[$0.range.lowerBound..<$1.place])
      }, counts: stretches.map { counts[$0.body] })
    var runs = before.runs
    let empty = inner.firstIndex { $0.block == .nothing }
    for (number, group) in groups.enumerated() {
      for (place, member) in group.enumerated() {
        runs[member].append(empty.map { $0 == number ? 0 : 1 } ?? Int32(number))
        let offset = branches[member].range.lowerBound - stretches[member].range.lowerBound
        Folding.append(inner[number].runs[place], to: &runs[member], offset: offset)
      }
    }
    let end = miner.block(
      for: stretches.map { Array(bodies[$0.body].letters[$0.range].suffix(common)) },
      counts: stretches.map { counts[$0.body] })
    for (index, stretch) in stretches.enumerated() {
      Folding.append(end.runs[index], to: &runs[index], offset: stretch.range.count - common)
    }
    let choice: ProcessTree =
      empty.map { .option(inner[1 - $0].block) } ?? .choice(inner.map(\.block))
    let blocks = [before.block, choice, end.block].filter { $0 != .nothing }
    let times = groups.map { $0.reduce(0) { $0 + counts[stretches[$1].body] } }
    return (Folding(block: .joined(blocks), runs: runs), Entropy.bits(times))
  }

  /// The number of equal letters at the end of all sections, after the given places.
  private func commonEnd(_ stretches: [Stretch], _ places: [Int]) -> Int {
    guard let first = stretches.first else { return 0 }
    var count = 0
    while zip(stretches, places).allSatisfy({ $0.range.upperBound - count > $1 }) {
      let letter = bodies[first.body].letters[first.range.upperBound - 1 - count]
      let isCommon = stretches.allSatisfy {
        bodies[$0.body].letters[$0.range.upperBound - 1 - count] == letter
      }
      guard isCommon else { break }
      count += 1
    }
    return count
  }
}

extension StepTable {
  /// The last outcomes of the guards in a body, including nested ones.
  fileprivate func decisions(within body: Int32) -> [GuardKey: Bool] {
    var outcomes: [GuardKey: Bool] = [:]
    for node in sequences[Int(body)] {
      if case .decision(let by, let condition, let holds) = symbol(of: node) {
        outcomes[GuardKey(by: by, condition: condition)] = holds
      }
      let inner = nodes[Int(node)].body
      if inner >= 0 { outcomes.merge(decisions(within: inner)) { $1 } }
    }
    return outcomes
  }
}
