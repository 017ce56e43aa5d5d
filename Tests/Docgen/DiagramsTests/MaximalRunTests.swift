import Diagrams
import Testing

@Suite struct MaximalRunTests {
  @Test func `all runs of all short words are found`() {
    for length in 0...9 {
      for word in 0..<power(3, length) {
        var rest = word
        let letters = (0..<length).map { _ in
          defer { rest /= 3 }
          return Int32(rest % 3)
        }
        #expect(MaximalRuns.all(in: letters) == slowly(letters), "\(letters)")
      }
    }
  }

  @Test func `long periods are found`() {
    let word = (0..<700).map { Int32(($0 * $0) % 97) }
    let runs = MaximalRuns.all(in: [-1] + word + word + word + [-2])
    #expect(runs.contains(MaximalRun(start: 1, end: 2101, period: 700)))
  }

  private func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  /// The reference result: tries every place and every period.
  private func slowly(_ letters: [Int32]) -> [MaximalRun] {
    var runs: [MaximalRun] = []
    for period in stride(from: 1, through: letters.count / 2, by: 1) {
      var start = 0
      while start + period < letters.count {
        var end = start + period
        while end < letters.count, letters[end] == letters[end - period] { end += 1 }
        let isCovered = runs.contains {
          $0.start <= start && $0.end >= end && period % $0.period == 0
        }
        if end - start >= 2 * period, !isCovered {
          runs.append(MaximalRun(start: start, end: end, period: period))
        }
        start = max(start + 1, end - period + 1)
      }
    }
    return runs
  }
}
