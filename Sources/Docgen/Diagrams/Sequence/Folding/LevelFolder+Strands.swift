import Variants

extension LevelFolder {
  func isConcurrent(_ node: AnnotatedProcessTree.Node, _ reading: LevelReading) -> Bool {
    guard case .letter(let letter) = node else { return false }
    let symbol = reading.letters[Int(letter)].symbol
    if case .concurrent = table.symbols[Int(symbol)] { return true }
    return false
  }

  /// One `par` for concurrent calls of several flows.
  ///
  /// Strands that begin with the same step share a branch; a second one of them in the same flow
  /// gets another branch. A strand that a flow does not have is an option of its branch.
  mutating func foldStrands(_ bodies: [Int32], _ counts: [Int32: Int]) -> Level {
    let readings = bodies.map { StrandReading($0, table) }
    var keys: [StrandReading.Key] = []
    for reading in readings {
      for key in reading.keys where !keys.contains(key) { keys.append(key) }
    }
    var branches: [DrawnBranch] = []
    var parts: [[Int32: [Int32]]] = []
    for key in keys {
      var distinct: [Int32] = []
      var strandCounts: [Int32: Int] = [:]
      for (body, reading) in zip(bodies, readings) {
        let strand = reading.strand(key)
        if strandCounts[strand] == nil { distinct.append(strand) }
        strandCounts[strand, default: 0].add(counts[body] ?? 1)
      }
      let level = fold(distinct, strandCounts, isLast: false)
      let title = level.steps.firstTitle ?? BranchWords.title(of: level.steps)
      let count = strandCounts.reduce(0) { $0 + ($1.key == StepTable.empty ? 0 : $1.value) }
      branches.append(DrawnBranch(title: title, steps: level.steps, count: count))
      parts.append(level.runs)
    }
    var runs: [Int32: [Int32]] = [:]
    for (body, reading) in zip(bodies, readings) {
      let numbers = reading.keys.map { key in Int32(keys.firstIndex(of: key) ?? 0) }
      var run = [Int32(reading.turns.count)] + reading.turns.map { numbers[Int($0)] }
      for (key, part) in zip(keys, parts) { run += part[reading.strand(key)] ?? [] }
      runs[body] = run
    }
    return Level(steps: [.parallel(branches)], runs: runs)
  }
}

/// The strands of one flow by their first steps.
private struct StrandReading {
  struct Key: Hashable {
    var first: Int32
    /// The number among the strands with the same first step.
    var number: Int
  }

  /// One for each strand.
  let keys: [Key]
  let turns: [Int32]
  private let strands: [Int32]

  init(_ body: Int32, _ table: StepTable) {
    (strands, turns) = table.strands(of: body)
    var numbers: [Int32: Int] = [:]
    keys = strands.map { strand in
      let first = table.sequences[Int(strand)].first { !table.isSilent($0) }
      let symbol = first.map { table.nodes[Int($0)].symbol } ?? -1
      numbers[symbol, default: 0] += 1
      return Key(first: symbol, number: numbers[symbol] ?? 1)
    }
  }

  func strand(_ key: Key) -> Int32 {
    keys.firstIndex(of: key).map { strands[$0] } ?? StepTable.empty
  }
}

extension [DrawnStep] {
  /// The first element: a call, or the title of a frame or loop.
  fileprivate var firstTitle: String? {
    for step in self {
      switch step {
      case .message(let message), .exchange(let message, _): return message.label
      case .frame(_, let title, _): return title
      case .loop(let loop): return loop.title ?? loop.body.firstTitle
      case .option(let branch): return branch.steps.firstTitle
      case .note: continue
      case .alternatives, .parallel, .breaking: return nil
      }
    }
    return nil
  }
}
