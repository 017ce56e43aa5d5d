/// What a set of letter sequences has in common, as nested blocks.
///
///     [a b c] [a b b c]  ->  a, loop (b), c
///
/// A run through a block is a list of numbers, in the order in which the blocks stand: for a loop
/// its number of rounds, for a choice the branch, for an option 0 or 1, for parallel parts how many
/// letters they have together and whose turn it is at each; a letter is `~index`, where `index` is
/// its place in the sequence.
package indirect enum FoldBlock: Hashable, Sendable {
  case letter(Int32)
  case sequence([FoldBlock])
  case loop(FoldBlock)
  case choice([FoldBlock])
  case option(FoldBlock)
  case parallel([FoldBlock])

  static let nothing = FoldBlock.sequence([])

  /// Blocks one after another, without needless nesting.
  static func joined(_ blocks: [FoldBlock]) -> FoldBlock {
    let parts = blocks.flatMap { block -> [FoldBlock] in
      if case .sequence(let inner) = block { inner } else { [block] }
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// Whether it allows one sequence only, but for the number of rounds of its loops.
  var isPlain: Bool {
    switch self {
    case .letter: true
    case .sequence(let parts): parts.allSatisfy(\.isPlain)
    case .loop(let body): body.isPlain
    case .choice, .option, .parallel: false
    }
  }

  /// How many lines a diagram of it takes, when a letter takes as many as `weights` says.
  func lines(_ weights: [Double]) -> Double {
    switch self {
    case .letter(let letter): weights[Int(letter)]
    case .sequence(let parts): parts.reduce(0) { $0 + $1.lines(weights) }
    case .loop(let body), .option(let body): 2 + body.lines(weights)
    case .choice(let parts), .parallel(let parts):
      parts.reduce(1) { $0 + 1 + $1.lines(weights) }
    }
  }
}

/// Different letter sequences, each with how often it was seen.
struct FoldLog {
  var sequences: [[Int32]]
  var counts: [Int]

  var letterCount: Int { sequences.reduce(0) { $0 + $1.count } }

  /// Gathers equal stretches; `index` says which sequence each has become.
  static func gathering(
    _ stretches: [ArraySlice<Int32>], counts: [Int]
  ) -> (log: FoldLog, index: [Int]) {
    var known = StretchTable()
    var log = FoldLog(sequences: [], counts: [])
    var index: [Int] = []
    index.reserveCapacity(stretches.count)
    for (stretch, count) in zip(stretches, counts) {
      let (place, isNew) = known.index(of: stretch, in: log.sequences)
      index.append(place)
      if isNew {
        log.sequences.append(Array(stretch))
        log.counts.append(count)
      } else {
        log.counts[place] += count
      }
    }
    return (log, index)
  }
}

/// Finds equal sequences by a hash of their letters.
struct StretchTable {
  private var places: [UInt64: Int] = [:]

  /// The place of a stretch among sequences; when it is new, the one where it belongs: at the end.
  mutating func index(
    of stretch: ArraySlice<Int32>, in sequences: [[Int32]]
  ) -> (place: Int, isNew: Bool) {
    var hash = Self.hash(stretch)
    while let place = places[hash] {
      if sequences[place].elementsEqual(stretch) { return (place, false) }
      hash &+= 1
    }
    places[hash] = sequences.count
    return (sequences.count, true)
  }

  static func hash(_ stretch: ArraySlice<Int32>) -> UInt64 {
    stretch.withUnsafeBufferPointer { letters in
      var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 &+ UInt64(letters.count)
      for letter in letters {
        hash = (hash ^ UInt64(UInt32(bitPattern: letter))) &* 0xBF58_476D_1CE4_E5B9
        hash ^= hash >> 29
      }
      return hash
    }
  }
}

/// A block that allows the sequences of a log, and how each of them runs through it.
struct Folding {
  var block: FoldBlock
  var runs: [[Int32]]

  /// Appends a run to a longer one; its letters stand `offset` further on there.
  static func append(_ run: [Int32], to whole: inout [Int32], offset: Int) {
    guard offset != 0 else {
      whole += run
      return
    }
    for item in run { whole.append(item < 0 ? item - Int32(offset) : item) }
  }
}

/// The description length of a folding, in bits: what its diagram takes, and what it takes besides
/// to say which way each sequence went.
struct DescriptionLength {
  /// A line of a diagram.
  static let line = 8.0

  static func of(_ folding: Folding, _ log: FoldLog, weights: [Double]) -> Double {
    var reading = RunReading(block: folding.block)
    for (run, count) in zip(folding.runs, log.counts) { reading.read(run, count: count) }
    return folding.block.lines(weights) * line + reading.bits
  }
}

/// Counts how often each way of a block is taken.
private struct RunReading {
  private enum Node {
    case letter
    case sequence([Int])
    case loop(Int)
    case choice([Int])
    case option(Int)
    case parallel([Int])
  }

  private var nodes: [Node] = []
  private var taken: [[Int]] = []
  private var loops = 0.0
  private let root: Int

  init(block: FoldBlock) {
    var nodes: [Node] = []
    root = Self.add(block, &nodes)
    self.nodes = nodes
    taken = nodes.map { node in
      switch node {
      case .choice(let parts): Array(repeating: 0, count: parts.count)
      case .option: [0, 0]
      default: []
      }
    }
  }

  private static func add(_ block: FoldBlock, _ nodes: inout [Node]) -> Int {
    let node: Node
    switch block {
    case .letter: node = .letter
    case .sequence(let parts): node = .sequence(parts.map { add($0, &nodes) })
    case .loop(let body): node = .loop(add(body, &nodes))
    case .choice(let parts): node = .choice(parts.map { add($0, &nodes) })
    case .option(let body): node = .option(add(body, &nodes))
    case .parallel(let parts): node = .parallel(parts.map { add($0, &nodes) })
    }
    nodes.append(node)
    return nodes.count - 1
  }

  mutating func read(_ run: [Int32], count: Int) {
    var place = 0
    read(root, run, &place, count)
  }

  private mutating func read(_ node: Int, _ run: [Int32], _ place: inout Int, _ count: Int) {
    switch nodes[node] {
    case .letter: place += 1
    case .sequence(let parts): for part in parts { read(part, run, &place, count) }
    case .loop(let body):
      let rounds = run[place]
      place += 1
      loops += Double(count * (2 * (Int32.bitWidth - 1 - (rounds + 1).leadingZeroBitCount) + 1))
      for _ in 0..<rounds { read(body, run, &place, count) }
    case .choice(let parts):
      let branch = Int(run[place])
      place += 1
      taken[node][branch] += count
      read(parts[branch], run, &place, count)
    case .option(let body):
      let isTaken = Int(run[place])
      place += 1
      taken[node][isTaken] += count
      if isTaken == 1 { read(body, run, &place, count) }
    case .parallel(let parts):
      let letters = Int(run[place])
      let turns = run[place + 1..<place + 1 + letters]
      place += 1 + letters
      var counts = Array(repeating: 0, count: parts.count)
      for turn in turns { counts[Int(turn)] += 1 }
      loops += Entropy.bits(counts) * Double(count)
      for part in parts { read(part, run, &place, count) }
    }
  }

  var bits: Double { taken.reduce(loops) { $0 + Entropy.bits($1) } }
}

enum Entropy {
  /// What it takes to say which of several ways was taken each time, in bits.
  static func bits(_ counts: [Int]) -> Double {
    let total = Double(counts.reduce(0, +))
    return counts.reduce(0.0) { sum, count in
      count == 0 ? sum : sum + Double(count) * -log2(Double(count) / total)
    }
  }

  private static func log2(_ value: Double) -> Double {
    // Exponent and a series for the rest: no library of mathematics is needed for a comparison.
    guard value > 0, value.isFinite else { return 0 }
    let mantissa = value.significand
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var term = ratio
    var sum = 0.0
    var divisor = 1.0
    while divisor < 20 {
      sum += term / divisor
      term *= square
      divisor += 2
    }
    return Double(value.exponent) + 2 * sum * 1.4426950408889634
  }
}
