import Variants

/// The common structure of a set of letter sequences, as nested blocks.
///
///     [a b c] [a b b c]  ->  a, loop (b), c
///
/// A run through a block is a list of numbers, in the order of the blocks: for a loop its number of
/// rounds, for a choice the branch, for an option 0 or 1, for parallel parts their total number of
/// letters and the part of each. A letter is `~index`, where `index` is its place in the sequence.
///
/// The form and its name are those of process mining. The block and the runs are separate: the
/// block is drawn, and the runs prove that each trace is a path of it and provide the counts for
/// titles.
package indirect enum ProcessTree: Hashable, Sendable {
  case letter(Int32)
  case sequence([ProcessTree])
  case loop(ProcessTree)
  case choice([ProcessTree])
  case option(ProcessTree)
  case parallel([ProcessTree])

  static let nothing = ProcessTree.sequence([])

  /// Consecutive blocks, without unnecessary nesting.
  static func joined(_ blocks: [ProcessTree]) -> ProcessTree {
    let parts = blocks.flatMap { block -> [ProcessTree] in
      if case .sequence(let inner) = block { inner } else { [block] }
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// Whether it allows only one sequence, apart from the number of rounds of its loops.
  var isPlain: Bool {
    switch self {
    case .letter: true
    case .sequence(let parts): parts.allSatisfy(\.isPlain)
    case .loop(let body): body.isPlain
    case .choice, .option, .parallel: false
    }
  }

  /// The number of lines of its diagram; `weights` has the lines of each letter.
  ///
  /// A loop and an option have a first and a last line, an alternative has one line more than it
  /// has branches.
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

/// Different letter sequences, each with its number of occurrences.
struct FoldLog {
  var sequences: [[Int32]]
  var counts: [Int]

  var letterCount: Int { sequences.reduce(0) { $0 + $1.count } }

  /// Merges equal sections; `index` maps each section to its sequence.
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
        log.counts[place].add(count)
      }
    }
    return (log, index)
  }
}

/// Finds equal sequences by a hash of their letters.
struct StretchTable {
  private var places: [UInt64: Int] = [:]

  /// The index of a section among the sequences; the end if it is new.
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

/// A block that allows the sequences of a log, and the run of each through it.
struct Folding {
  var block: ProcessTree
  var runs: [[Int32]]

  /// Appends a run to a longer one, in which its letters are `offset` places later.
  ///
  /// Adds letters of a section to the run of a complete sequence. `~index - offset` equals `~(index
  /// + offset)`, so a subtraction shifts the place.
  static func append(_ run: [Int32], to whole: inout [Int32], offset: Int) {
    guard offset != 0 else {
      whole += run
      return
    }
    for item in run { whole.append(item < 0 ? item - Int32(offset) : item) }
  }
}
