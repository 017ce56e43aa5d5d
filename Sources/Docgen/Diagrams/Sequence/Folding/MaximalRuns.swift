/// A repetition: `[start, end)` has the period `period` and cannot be extended; it is at least two
/// periods long.
package struct MaximalRun: Hashable, Sendable {
  package var start: Int
  package var end: Int
  package var period: Int

  package init(start: Int, end: Int, period: Int) {
    self.start = start
    self.end = end
    self.period = period
  }
}

/// Finds all maximal repetitions of a sequence, of any period, in O(n log n).
///
/// Each of them contains a Lyndon word with the length of its period, for one of the two orders of
/// letters, and there are fewer of them than letters (Bannai, I, Inenaga, Nakashima, Takeda,
/// Tsuruta 2017).
///
/// The obvious method compares each section with the next one, for each start and period: O(n³), or
/// O(n²) with hashes, which is too slow for a level with many letters. Here each place has one
/// candidate for each of the two orders, and a candidate is extended in both directions by
/// comparisons of hashes.
package enum MaximalRuns {
  /// Sorted by period, then by start. A repetition of period 2 that is also one of period 4 is
  /// reported with its smallest period only.
  package static func all(in letters: [Int32]) -> [MaximalRun] {
    guard letters.count > 1 else { return [] }
    let comparison = StretchComparison(letters)
    var runs: Set<MaximalRun> = []
    for isReversed in [false, true] {
      let ends = lyndonEnds(letters, comparison, isReversed: isReversed)
      for start in letters.indices {
        let end = ends[start]
        guard end < letters.count else { continue }
        let period = end - start
        let after = comparison.commonPrefix(start, end)
        let before = comparison.commonSuffix(start, end)
        if before + after >= period {
          runs.insert(MaximalRun(start: start - before, end: end + after, period: period))
        }
      }
    }
    return runs.sorted { ($0.period, $0.start) < ($1.period, $1.start) }
  }

  /// The end of the longest Lyndon word that begins at each place.
  private static func lyndonEnds(
    _ letters: [Int32], _ comparison: StretchComparison, isReversed: Bool
  ) -> [Int] {
    let count = letters.count
    var ends = Array(repeating: 0, count: count)
    for start in stride(from: count - 1, through: 0, by: -1) {
      var end = start + 1
      while end < count {
        let common = comparison.commonPrefix(start, end)
        let isLess = end + common < count && letters[start + common] < letters[end + common]
        guard isLess != isReversed else { break }
        end = ends[end]
      }
      ends[start] = end
    }
    return ends
  }
}

/// Compares sections of a sequence by hashes of its prefixes: polynomials modulo 2^61 - 1.
///
/// Where it matters, equal hashes are confirmed letter by letter: only equal letters are folded
/// into loops.
///
/// A comparison starts with 8 letters, then doubles the length until the hashes differ, then halves
/// it: O(log n) for the length of a common section.
struct StretchComparison {
  private static let modulus: UInt64 = (1 << 61) - 1
  private static let base: UInt64 = 0x0B5C_7A1D_93E4_F287 % modulus

  private let letters: [Int32]
  private var hashes: [UInt64]
  private var powers: [UInt64]

  init(_ letters: [Int32]) {
    self.letters = letters
    hashes = Array(repeating: 0, count: letters.count + 1)
    powers = Array(repeating: 1, count: letters.count + 1)
    for (index, letter) in letters.enumerated() {
      let value = UInt64(bitPattern: Int64(letter)) & 0xFFFF_FFFF
      hashes[index + 1] = Self.sum(Self.product(hashes[index], Self.base), value + 1)
      powers[index + 1] = Self.product(powers[index], Self.base)
    }
  }

  /// The hash of `start..<end`, computed in constant time from those of two prefixes.
  func hash(_ start: Int, _ end: Int) -> UInt64 {
    let before = Self.product(hashes[start], powers[end - start])
    return Self.sum(hashes[end], Self.modulus - before)
  }

  /// The number of equal letters from two places on, the first before the second.
  func commonPrefix(_ first: Int, _ second: Int) -> Int {
    let limit = letters.count - second
    var agreed = 0
    while agreed < limit, agreed < 8 {
      if letters[first + agreed] != letters[second + agreed] { return agreed }
      agreed += 1
    }
    var step = 8
    while agreed + step <= limit,
      hash(first + agreed, first + agreed + step) == hash(second + agreed, second + agreed + step)
    {
      agreed += step
      step *= 2
    }
    while step > 0 {
      if agreed + step <= limit,
        hash(first + agreed, first + agreed + step)
          == hash(second + agreed, second + agreed + step)
      {
        agreed += step
      }
      step /= 2
    }
    return agreed
  }

  /// The number of equal letters before two places, the first before the second.
  func commonSuffix(_ first: Int, _ second: Int) -> Int {
    var agreed = 0
    while agreed < first, agreed < 8 {
      if letters[first - 1 - agreed] != letters[second - 1 - agreed] { return agreed }
      agreed += 1
    }
    var step = 8
    while agreed + step <= first, agreesBefore(first - agreed, second - agreed, count: step) {
      agreed += step
      step *= 2
    }
    while step > 0 {
      if agreed + step <= first, agreesBefore(first - agreed, second - agreed, count: step) {
        agreed += step
      }
      step /= 2
    }
    return agreed
  }

  private func agreesBefore(_ first: Int, _ second: Int, count: Int) -> Bool {
    hash(first - count, first) == hash(second - count, second)
  }

  private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let sum = left + right
    let folded = (sum & modulus) + (sum >> 61)
    return folded >= modulus ? folded - modulus : folded
  }

  private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return sum(low & modulus, (low >> 61) | (high << 3))
  }
}
