import Variants

/// The description length of a folding, in bits: the size of its diagram, plus the bits that encode
/// the path of each sequence.
///
/// The principle of minimum description length (Rissanen 1978): of two diagrams, the better one
/// lets diagram and traces together be written in fewer bits. It balances size and generality
/// without a threshold: a diagram that lists all traces is long, one that allows anything needs
/// many bits for each trace.
///
/// A line costs 8 bits. The branches of each choice cost their entropy over all runs. The number of
/// rounds of a loop costs a code of 2⌊log₂(n + 1)⌋ + 1 bits (Elias gamma), and the turns of
/// parallel parts cost their entropy. Only differences between candidates matter.
struct DescriptionLength {
  /// The bits of a line of a diagram.
  static let line = 8.0

  static func of(_ folding: Folding, _ log: FoldLog, weights: [Double]) -> Double {
    var reading = RunReading(block: folding.block)
    for (run, count) in zip(folding.runs, log.counts) { reading.read(run, count: count) }
    return folding.block.lines(weights) * line + reading.bits
  }
}

/// Counts how often each branch of a block is taken.
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

  init(block: ProcessTree) {
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

  private static func add(_ block: ProcessTree, _ nodes: inout [Node]) -> Int {
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
    read(root, run: run, at: &place, count: count)
  }

  private mutating func read(_ node: Int, run: [Int32], at place: inout Int, count: Int) {
    switch nodes[node] {
    case .letter: place += 1
    case .sequence(let parts): for part in parts { read(part, run: run, at: &place, count: count) }
    case .loop(let body):
      let rounds = run[place]
      place += 1
      let bits = 2 * (Int32.bitWidth - 1 - (rounds + 1).leadingZeroBitCount) + 1
      loops += Double(count) * Double(bits)
      for _ in 0..<rounds { read(body, run: run, at: &place, count: count) }
    case .choice(let parts):
      let branch = Int(run[place])
      place += 1
      taken[node][branch].add(count)
      read(parts[branch], run: run, at: &place, count: count)
    case .option(let body):
      let isTaken = Int(run[place])
      place += 1
      taken[node][isTaken].add(count)
      if isTaken == 1 { read(body, run: run, at: &place, count: count) }
    case .parallel(let parts):
      let letters = Int(run[place])
      let turns = run[place + 1..<place + 1 + letters]
      place += 1 + letters
      var counts = Array(repeating: 0, count: parts.count)
      for turn in turns { counts[Int(turn)] += 1 }
      loops += Entropy.bits(counts) * Double(count)
      for part in parts { read(part, run: run, at: &place, count: count) }
    }
  }

  var bits: Double { taken.reduce(loops) { $0 + Entropy.bits($1) } }
}

enum Entropy {
  /// The bits that encode which of several branches was taken each time.
  static func bits(_ counts: [Int]) -> Double {
    let total = counts.reduce(0.0) { $0 + Double($1) }
    return counts.reduce(0.0) { sum, count in
      count == 0 ? sum : sum + Double(count) * -log2(Double(count) / total)
    }
  }

  /// The series is 2·artanh((m − 1) / (m + 1)) for the mantissa m in 1..<2, with ten terms; its
  /// error is below 10⁻⁹.
  private static func log2(_ value: Double) -> Double {
    // The exponent plus a series for the rest: a comparison does not need a math library.
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
