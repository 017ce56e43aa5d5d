/// Finds repetitions among steps and folds each into a loop, innermost first.
///
///     a b b b c b b c  ->  a, loop (loop (b), c)
///
/// A repetition of any period is found; it is folded where the diagram becomes shorter. Rounds of
/// a loop that the engine named are always folded, those that differ by merging them.
enum StepFolding {
  static func folded(_ steps: [DrawnStep]) -> [DrawnStep] {
    let inner = joinedRounds(steps.map(foldedWithin))
    return foldedRepeats(inner)
  }

  private static func foldedWithin(_ step: DrawnStep) -> DrawnStep {
    switch step {
    case .message, .note: step
    case .exchange(let call, let steps): .exchange(call, folded(steps))
    case .loop(let loop):
      .loop(DrawnLoop(title: loop.title, body: folded(loop.body), counts: loop.counts))
    case .alternatives(let branches):
      .alternatives(branches.map { DrawnBranch(title: $0.title, steps: folded($0.steps)) })
    case .option(let branch):
      .option(DrawnBranch(title: branch.title, steps: folded(branch.steps)))
    }
  }

  /// Neighbouring rounds of one named loop become one loop; notes between two rounds belong to the
  /// first of them.
  private static func joinedRounds(_ steps: [DrawnStep]) -> [DrawnStep] {
    var result: [DrawnStep] = []
    var index = 0
    while index < steps.count {
      guard case .loop(let first) = steps[index], let title = first.title else {
        result.append(steps[index])
        index += 1
        continue
      }
      var rounds = [first.body]
      index += 1
      while let next = nextRound(of: title, in: steps, from: index),
        case .loop(let loop) = steps[next]
      {
        rounds[rounds.count - 1] += steps[index..<next]
        rounds.append(loop.body)
        index = next + 1
      }
      if rounds.count > 1, let notes = trailingNotes(rounds[0], beyond: rounds.last ?? []),
        steps[index...].starts(with: notes)
      {
        rounds[rounds.count - 1] += notes
        index += notes.count
      }
      result.append(
        .loop(
          DrawnLoop(
            title: title, body: StepMerging.merged(rounds), counts: rounds.count...rounds.count)))
    }
    return result
  }

  /// The next round, when nothing but notes stands before it.
  private static func nextRound(
    of title: String, in steps: [DrawnStep], from start: Int
  ) -> Int? {
    var index = start
    while index < steps.count, case .note = steps[index] { index += 1 }
    guard index < steps.count, case .loop(let loop) = steps[index], loop.title == title else {
      return nil
    }
    return index
  }

  /// The notes with which a round ends and another does not.
  private static func trailingNotes(
    _ round: [DrawnStep], beyond other: [DrawnStep]
  ) -> [DrawnStep]? {
    guard round.count > other.count, round.starts(with: other) else { return nil }
    return Array(round[other.count...])
  }

  /// Folds exact repeats, shortest period first; then looks again, since folding makes equal what
  /// differed only in the number of rounds.
  private static func foldedRepeats(_ steps: [DrawnStep]) -> [DrawnStep] {
    var steps = steps
    var period = 1
    while period <= steps.count / 2 {
      let shorter = folding(steps, period: period)
      if shorter.count < steps.count {
        steps = shorter
        period = 1
      } else {
        period += 1
      }
    }
    return steps
  }

  /// One pass over the steps: every maximal run of this period whose body is worth a loop
  /// somewhere in them.
  private static func folding(_ steps: [DrawnStep], period: Int) -> [DrawnStep] {
    let bodies = worthwhileBodies(steps, period: period)
    guard !bodies.isEmpty else { return steps }
    var result: [DrawnStep] = []
    var index = 0
    while index < steps.count {
      let rounds = rounds(in: steps, from: index, period: period)
      guard rounds > 1, bodies.contains(Array(steps[index..<index + period])) else {
        result.append(steps[index])
        index += 1
        continue
      }
      var body = Array(steps[index..<index + period])
      for round in 1..<rounds {
        let start = index + round * period
        body = DrawnStep.joined(body, Array(steps[start..<start + period]))
      }
      result.append(.loop(DrawnLoop(title: nil, body: body, counts: rounds...rounds)))
      index += rounds * period
    }
    return result
  }

  /// What is repeated often enough, at one place at least, that a loop is shorter.
  private static func worthwhileBodies(
    _ steps: [DrawnStep], period: Int
  ) -> Set<[DrawnStep]> {
    var bodies: Set<[DrawnStep]> = []
    var index = 0
    while index + 2 * period <= steps.count {
      let rounds = rounds(in: steps, from: index, period: period)
      let size = steps[index..<index + period].reduce(0) { $0 + $1.size }
      if rounds > 1, size * rounds > size + 2 {
        bodies.insert(Array(steps[index..<index + period]))
        index += rounds * period
      } else {
        index += 1
      }
    }
    return bodies
  }

  private static func rounds(in steps: [DrawnStep], from start: Int, period: Int) -> Int {
    var end = start + period
    while end < steps.count, steps[end] == steps[end - period] { end += 1 }
    return (end - start) / period
  }
}
