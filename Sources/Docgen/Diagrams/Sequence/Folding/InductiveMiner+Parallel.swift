extension InductiveMiner {
  /// Parts that were observed in different orders; `nil` if letters repeat, or if all of them are
  /// connected.
  ///
  /// Two letters are independent if both orders were observed. Letters that are not independent
  /// must be in one part, so the parts are the connected components of that relation. With repeated
  /// letters the order of occurrences would be ambiguous. Cost: the square of the number of
  /// letters, at most 64, for each sequence.
  func parallelParts(
    _ log: FoldLog, _ relation: DirectlyFollows, effort: Int
  ) -> Folding? {
    let count = relation.letters.count
    guard log.sequences.count > 1, count <= 64,
      log.sequences.allSatisfy({ Set($0).count == $0.count })
    else { return nil }
    let numbered = log.sequences.map { $0.map(relation.number) }
    let (part, parts) = parts(of: numbered, count)
    guard parts > 1 else { return nil }
    var runs = numbered.map { sequence in
      [Int32(sequence.count)] + sequence.map { Int32(part[$0]) }
    }
    var blocks: [ProcessTree] = []
    for number in 0..<parts {
      let places = numbered.map { sequence in
        sequence.indices.filter { part[sequence[$0]] == number }
      }
      let projected = zip(log.sequences, places).map { sequence, places in
        places.map { sequence[$0] }[...]
      }
      let (inner, index) = FoldLog.gathering(projected, counts: log.counts)
      let folding = fold(inner, effort: effort)
      blocks.append(folding.block)
      for sequence in runs.indices {
        runs[sequence] += folding.runs[index[sequence]].map { item in
          item < 0 ? ~Int32(places[sequence][Int(~item)]) : item
        }
      }
    }
    return Folding(block: .parallel(blocks), runs: runs)
  }

  /// Letters that were not observed in both orders belong to the same part.
  private func parts(of sequences: [[Int]], _ count: Int) -> (of: [Int], count: Int) {
    var isBefore = Array(repeating: BitRow(count), count: count)
    for sequence in sequences {
      for (place, letter) in sequence.enumerated() {
        for later in sequence[(place + 1)...] { isBefore[letter].insert(later) }
      }
    }
    var part = Array(repeating: -1, count: count)
    var parts = 0
    for root in 0..<count where part[root] < 0 {
      var open = [root]
      part[root] = parts
      while let letter = open.popLast() {
        for other in 0..<count where part[other] < 0 {
          let isFree = isBefore[letter].contains(other) && isBefore[other].contains(letter)
          if !isFree {
            part[other] = parts
            open.append(other)
          }
        }
      }
      parts += 1
    }
    return (part, parts)
  }
}
