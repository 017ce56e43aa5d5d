/// Folds exact repeats of one sequence, of any period and at any nesting.
///
///     a b b b b c b b b c  ->  a, loop (loop (b), c)
///
/// Shorter periods come first; then the search starts again, since folding makes sections equal
/// that differed only in their number of rounds. A repeat is folded if that saves lines, and then
/// everywhere.
///
/// This is the exact folding: the block allows other numbers of rounds, but no other order. Each
/// pass finds all repetitions in O(n log n).
struct RunFolding {
  /// Letters, followed by loops by number.
  private var items: [Int32]
  /// The start of each item's run in `run`.
  private var starts: [Int]
  private var run: [Int32]
  private var weights: [Double]
  private let letterCount: Int
  private var bodies: [[Int32]] = []
  private var loops: [[Int32]: Int32] = [:]

  static func fold(_ sequence: [Int32], weights: [Double]) -> (block: ProcessTree, run: [Int32]) {
    var folding = RunFolding(sequence, weights: weights)
    while folding.foldOnce() {}
    return (.joined(folding.items.map(folding.block)), folding.run)
  }

  private init(_ sequence: [Int32], weights: [Double]) {
    items = sequence
    starts = Array(0...sequence.count)
    run = sequence.indices.map { ~Int32($0) }
    self.weights = weights
    letterCount = weights.count
  }

  private func block(_ item: Int32) -> ProcessTree {
    let loop = Int(item) - letterCount
    return loop < 0 ? .letter(item) : .loop(.joined(bodies[loop].map(block)))
  }

  private func weight(_ stretch: ArraySlice<Int32>) -> Double {
    stretch.reduce(0) { $0 + weights[Int($1)] }
  }

  /// The saving is summed over all places with the same body: a body that repeats twice in ten
  /// places is worth a loop, even if one place alone is not. Returns whether something was folded.
  private mutating func foldOnce() -> Bool {
    let runs = MaximalRuns.all(in: items)
    var savings: [ArraySlice<Int32>: Double] = [:]
    for run in runs {
      let body = items[run.start..<run.start + run.period]
      let rounds = Double((run.end - run.start) / run.period)
      savings[body, default: 0] += weight(body) * (rounds - 1) - 2
    }
    let worthwhile = savings.filter { $0.value > 0 }
    guard !worthwhile.isEmpty else { return false }
    return replace(chosen(runs) { worthwhile[$0] != nil })
  }

  /// Longer bodies are folded from their first beginning.
  private static let turnedPeriods = 32

  /// Repeats that do not overlap, in order of their places.
  ///
  /// A repetition can be cut at any of its letters: `a b a b a` is `(a b)² a` or `a (b a)²`. The
  /// first beginning whose body is worth a loop is taken.
  private func chosen(
    _ runs: [MaximalRun], isWorthwhile: (ArraySlice<Int32>) -> Bool
  ) -> [MaximalRun] {
    var isTaken = Array(repeating: false, count: items.count)
    var chosen: [MaximalRun] = []
    for run in runs {
      var start = run.start
      var last = min(run.start + run.period - 1, run.end - 2 * run.period)
      if run.period > Self.turnedPeriods { last = start }
      while start <= last, !isWorthwhile(items[start..<start + run.period]) { start += 1 }
      guard start <= last else { continue }
      let end = start + (run.end - start) / run.period * run.period
      guard !isTaken[start..<end].contains(true) else { continue }
      for index in start..<end { isTaken[index] = true }
      chosen.append(MaximalRun(start: start, end: end, period: run.period))
    }
    return chosen.sorted { $0.start < $1.start }
  }

  private mutating func replace(_ chosen: [MaximalRun]) -> Bool {
    guard !chosen.isEmpty else { return false }
    var newItems: [Int32] = []
    var newStarts: [Int] = []
    var newRun: [Int32] = []
    newRun.reserveCapacity(run.count + chosen.count)
    var place = 0
    func keep(until end: Int) {
      while place < end {
        newItems.append(items[place])
        newStarts.append(newRun.count)
        newRun += run[starts[place]..<starts[place + 1]]
        place += 1
      }
    }
    for repeated in chosen {
      keep(until: repeated.start)
      newItems.append(loop(items[repeated.start..<repeated.start + repeated.period]))
      newStarts.append(newRun.count)
      newRun.append(Int32((repeated.end - repeated.start) / repeated.period))
      newRun += run[starts[repeated.start]..<starts[repeated.end]]
      place = repeated.end
    }
    keep(until: items.count)
    newStarts.append(newRun.count)
    (items, starts, run) = (newItems, newStarts, newRun)
    return true
  }

  private mutating func loop(_ body: ArraySlice<Int32>) -> Int32 {
    let body = Array(body)
    if let known = loops[body] { return known }
    let item = Int32(letterCount + bodies.count)
    loops[body] = item
    weights.append(2 + weight(body[...]))
    bodies.append(body)
    return item
  }
}
