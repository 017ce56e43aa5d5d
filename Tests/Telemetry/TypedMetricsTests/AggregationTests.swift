import Foundation
import TestTools
import Testing
import TypedMetrics

/// 10,000 in `make metrics-kills`.
private let histograms = rounds("METRICS_HISTOGRAMS", 400)

/// Numbers of all kinds: small and huge, whole, negative, zero, infinite.
private func numbers(_ random: inout SeededRandom) -> [Double] {
  let kind = Int.random(in: 0..<6, using: &random)
  return (0..<Int.random(in: 1...200, using: &random)).map { _ in
    switch kind {
    case 0: Double.random(in: 0...1_000, using: &random)
    case 1: Double(Int.random(in: -20...20, using: &random))
    case 2: exp(Double.random(in: -50...50, using: &random))
    case 3: -exp(Double.random(in: -700...700, using: &random))
    case 4:
      [0, -0.0, .infinity, -.infinity, 1, .leastNonzeroMagnitude].randomElement(using: &random) ?? 0
    default: Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
    }
  }
}

private func aggregate(_ numbers: [Double], precision: Int = 7) -> MetricAggregate {
  var result = MetricAggregate(precision: precision)
  for number in numbers { result.add(number) }
  return result
}

private func merged(_ first: MetricAggregate, _ second: MetricAggregate) -> MetricAggregate {
  var result = first
  result.merge(second)
  return result
}

@Suite struct AggregationTests {
  @Test func `the bounds of a quantile contain it, and the estimate is as precise as stated`() {
    var random = SeededRandom(2)
    for round in 0..<histograms {
      let numbers = numbers(&random).filter { !$0.isNaN }
      guard !numbers.isEmpty else { continue }
      let precision = Int.random(in: 1...20, using: &random)
      let aggregate = aggregate(numbers, precision: precision)
      let sorted = numbers.sorted()
      for share in [0, 0.001, 0.25, 0.5, 0.9, 0.99, 1] {
        let rank = max(1, Int((share * Double(sorted.count)).rounded(.up)))
        let truth = sorted[rank - 1]
        guard let found = aggregate.quantile(share) else {
          Issue.record("round \(round): no quantile")
          continue
        }
        #expect(found.lower <= truth && truth <= found.upper, "round \(round), \(share)")
        guard truth.isNormal, found.lower.isNormal else { continue }
        let error = abs(found.estimate / truth - 1)
        #expect(error <= aggregate.histogram.relativeError * 1.0001, "round \(round), \(share)")
      }
    }
  }

  @Test func `merging is associative and commutative and the same as adding everything`() {
    var random = SeededRandom(3)
    for round in 0..<histograms {
      let parts = (0..<3).map { _ in numbers(&random) }
      let precisions = (0..<3).map { _ in Int.random(in: 5...9, using: &random) }
      let (a, b, c) = (
        aggregate(parts[0], precision: precisions[0]),
        aggregate(parts[1], precision: precisions[1]),
        aggregate(parts[2], precision: precisions[2])
      )
      let whole = merged(merged(a, b), c)
      #expect(whole == merged(a, merged(b, c)), "round \(round)")
      #expect(whole == merged(merged(c, b), a), "round \(round)")
      #expect(merged(a, MetricAggregate(precision: 20)) == a, "round \(round)")
      let everything = aggregate(parts.flatMap { $0 }, precision: precisions.min() ?? 7)
      #expect(whole == everything, "round \(round)")
    }
  }

  @Test func `an aggregate survives coding`() throws {
    var random = SeededRandom(4)
    for _ in 0..<50 {
      let original = aggregate(numbers(&random))
      let data = try JSONEncoder().encode(original)
      #expect(try JSONDecoder().decode(MetricAggregate.self, from: data) == original)
    }
  }

  @Test(arguments: [
    #"{"precision":7,"buckets":[1],"counts":[]}"#, #"{"precision":70,"buckets":[],"counts":[]}"#,
    #"{"precision":7,"buckets":[1,1],"counts":[1,1],"least":0,"most":0}"#,
    #"{"precision":7,"buckets":[2147483647],"counts":[1],"least":0,"most":0}"#,
    #"{"precision":7,"buckets":[1],"counts":[1]}"#,
  ])
  func `invalid histograms are rejected`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MetricHistogram.self, from: Data(text.utf8))
    }
  }

  @Test func `sums are exact where adding one by one is not`() {
    let numbers = [1e100, 1, -1e100, 1e-300, 0.1, 0.2, -0.3]
    #expect(aggregate(numbers).sum == aggregate(numbers.reversed()).sum)
    #expect(aggregate([1e100, 1, -1e100]).sum == 1)
    #expect(aggregate(Array(repeating: 0.1, count: 10)).sum == 1)
    #expect(aggregate([-1, -1, -1]).sum == -3)
    #expect(aggregate([.greatestFiniteMagnitude, .greatestFiniteMagnitude]).sum == .infinity)
    let huge = Double.greatestFiniteMagnitude
    #expect(aggregate([huge, huge, -huge]).sum == huge)
    #expect(aggregate([.infinity, 1]).sum == .infinity)
    #expect(aggregate([.infinity, -.infinity]).sum.isNaN)
    let least = Double.leastNonzeroMagnitude
    #expect(aggregate([least, least]).sum == 2 * least)
  }

  @Test func `count, extremes and mean leave NaN out, which is counted`() async throws {
    let store = MetricMemoryStore()
    let metric = Metric<Double>(name: "d")
    for value in [3, .nan, -1, 4] { try await store.record(metric, value: value) }
    let found = try await store.aggregate(metric)
    #expect(found.count == 3 && found.notANumber == 1)
    #expect(found.minimum == -1 && found.maximum == 4 && found.sum == 6 && found.mean == 2)
    let empty = try await store.aggregate(Metric<Int>(name: "none"))
    #expect(empty.count == 0 && empty.mean == nil && empty.quantile(0.5) == nil)
    #expect(found.quantile(1.5) == nil && found.quantile(.nan) == nil)
  }

  @Test func `whole numbers and parts of values are aggregated`() async throws {
    let store = MetricMemoryStore()
    let texts = Metric<String>(name: "s")
    let counts = Metric<Int>(name: "i")
    for value in 1...100 {
      try await store.record(texts, value: String(repeating: "x", count: value))
      try await store.record(counts, value: value)
    }
    let lengths = try await store.aggregate(texts, of: { Double($0.count) })
    #expect(try await store.aggregate(counts) == lengths)
    #expect(lengths.quantile(0.5) == MetricQuantile(lower: 50, upper: 50.249_999_999_999_99))
  }
}
