import Foundation
import MetricPayloads
import TestTools
import Testing

private func histogram(_ buckets: [(start: String, end: String, count: Int)]) -> PayloadHistogram {
  metric(launchJSON(histogramJSON(buckets))).histograms[.timeToFirstDraw] ?? PayloadHistogram()
}

/// Random durations, with their histogram in MetricKit's format.
private struct Sample {
  var durations: [Double]
  var printed: PayloadHistogram

  /// With `touching`, the end is the start of the next bucket; otherwise it is the last value of
  /// the bucket. Only buckets with values are printed, in any order.
  init(_ random: inout SeededRandom) {
    let touching = Bool.random(using: &random)
    let unit = ["ms", "sec"].randomElement(using: &random) ?? "ms"
    var edges = [0]
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      edges.append((edges.last ?? 0) + Int.random(in: 2...500, using: &random))
    }
    let largest = Double(edges.last ?? 1)
    let values = (0..<Int.random(in: 1...120, using: &random)).map { _ in
      Double.random(in: 0..<1, using: &random) * largest * Double.random(in: 0..<1, using: &random)
    }
    let found = zip(edges, edges.dropFirst()).map { low, high in
      (low, high, values.filter { $0 >= Double(low) && $0 < Double(high) }.count)
    }.filter { $0.2 > 0 }
    let texts = found.map {
      (start: "\($0.0) \(unit)", end: "\(touching ? $0.1 : $0.1 - 1) \(unit)", count: $0.2)
    }
    let order = Array(texts.indices).shuffled(using: &random)
    let json = histogramJSON(order.map { texts[$0] }, keys: order)
    printed = metric(launchJSON(json)).histograms[.timeToFirstDraw] ?? PayloadHistogram()
    durations = values.map { unit == "ms" ? $0 : $0 * 1_000 }
  }
}

private func joined(_ first: PayloadHistogram, _ second: PayloadHistogram) -> PayloadHistogram {
  var result = first
  result.merge(second)
  return result
}

@Suite struct HistogramTests {
  private let samples = rounds("METRICS_HISTOGRAMS", 300)

  @Test func `quantiles of a known histogram`() {
    let known = histogram([
      ("0 ms", "100 ms", 50), ("100 ms", "400 ms", 60), ("400 ms", "700 ms", 30),
    ])
    #expect(known.count == 140)
    let found = [0.5, 0.9, 0.99].compactMap { known.quantile($0) }
    #expect(found.map { $0.estimate?.rounded() } == [200, 560, 686])
    #expect(found.map(\.lower) == [100, 400, 400] && found.map(\.upper) == [400, 700, 700])
    #expect(known.sumBounds == 18_000...50_000)
  }

  @Test func `a printed end belongs to its bucket if the next one begins after it`() {
    let known = histogram([("830 ms", "839 ms", 1), ("820 ms", "829 ms", 1)])
    #expect(known.quantile(0.5)?.upper == 830 && known.quantile(1)?.upper == 840)
    #expect(histogram([("0.5 s", "0.9 s", 1)]).quantile(1)?.upper == 1_000)
  }

  @Test func `an invalid share and a histogram without values have no quantile`() {
    let known = histogram([("0 ms", "100 ms", 5)])
    #expect(
      known.quantile(-0.1) == nil && known.quantile(1.1) == nil && known.quantile(.nan) == nil)
    #expect(PayloadHistogram().quantile(0.5) == nil)
    #expect(histogram([("0 ms", "100 ms", 0)]).quantile(0.5) == nil)
  }

  @Test func `an ambiguous edge widens its bucket, an unreadable one leaves it open`() {
    let wide = histogram([("1,100 ms", "1,199 ms", 3)])
    #expect(wide.quantile(0.5)?.lower == 1.1 && wide.quantile(0.5)?.upper == 1_200)
    let open = histogram([("0 ms", "100 ms", 1), ("many", "more", 1)])
    #expect(open.quantile(0.5)?.lower == -.infinity && open.quantile(0.5)?.upper == 101)
    #expect(open.quantile(1)?.upper == .infinity && open.quantile(1)?.estimate == nil)
    #expect(open.sumBounds == nil)
  }

  @Test func `the bounds always contain the true quantile`() {
    var random = SeededRandom(6)
    for round in 0..<samples {
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in Sample(&random) }
      let whole = parts.dropFirst().reduce(parts[0].printed) { joined($0, $1.printed) }
      let sorted = parts.flatMap(\.durations).sorted()
      #expect(whole.count == sorted.count, "round \(round)")
      for share in [0, 0.1, 0.5, 0.9, 0.99, 1] {
        let rank = max(1, Int((share * Double(sorted.count)).rounded(.up)))
        let found = whole.quantile(share)
        let isWithin = found.map { $0.lower <= sorted[rank - 1] && sorted[rank - 1] <= $0.upper }
        #expect(
          isWithin == true,
          "round \(round), \(share): \(sorted[rank - 1]) in \(String(describing: found))")
        let estimate = found?.estimate ?? .nan
        #expect(estimate >= found?.lower ?? 0 && estimate <= found?.upper ?? 0, "round \(round)")
      }
      let sum = sorted.reduce(0, +)
      #expect(
        whole.sumBounds.map { $0.lowerBound <= sum * 1.000_001 && sum <= $0.upperBound * 1.000_001 }
          == true)
    }
  }

  @Test func `merging is associative and commutative, of histograms and of whole payloads`() {
    var random = SeededRandom(7)
    for round in 0..<samples {
      let (a, b, c) = (Sample(&random).printed, Sample(&random).printed, Sample(&random).printed)
      let whole = joined(joined(a, b), c)
      #expect(
        whole == joined(a, joined(b, c)) && whole == joined(joined(c, b), a), "round \(round)")
      let parts = (0..<3).map { _ in aggregate(&random) }
      let (ab, bc) = (merged(parts[0], parts[1]), merged(parts[1], parts[2]))
      #expect(merged(ab, parts[2]) == merged(parts[0], bc), "round \(round)")
      #expect(merged(parts[1], parts[0]) == ab, "round \(round)")
    }
  }

  /// Payloads with any units, including ambiguous and unreadable ones.
  private func aggregate(_ random: inout SeededRandom) -> PayloadAggregate {
    var aggregate = PayloadAggregate()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let texts = (0..<8).map { _ in
        let number = ["7", "1,530", "0.25", "99409", "x"].randomElement(using: &random) ?? "7"
        return number + " " + (["ms", "kB", "bars"].randomElement(using: &random) ?? "ms")
      }
      aggregate.add(
        metric(
          #"""
          {"appVersion":"\#(Int.random(in: 1...2, using: &random))",
           "cpuMetrics":{"cumulativeCPUTime":"\#(texts[0])"},"memoryMetrics":{"peakMemoryUsage":"\#(texts[1])",
           "averageSuspendedMemory":{"averageValue":"\#(texts[2])","sampleCount":\#(Int.random(in: 0...3, using: &random))}},
           "applicationLaunchMetrics":{"histogrammedTimeToFirstDrawKey":\#(histogramJSON([(texts[3], texts[4], 2), (texts[5], texts[6], 3)]))},
           "signpostMetrics":[{"signpostName":"a","totalSignpostCount":3,"signpostIntervalData":{"x":"\#(texts[7])"}}],
           "applicationExitMetrics":{"foregroundExitData":{"cumulativeAbnormalExitCount":1}}}
          """#))
    }
    return aggregate
  }

  private func merged(_ first: PayloadAggregate, _ second: PayloadAggregate) -> PayloadAggregate {
    var result = first
    result.merge(second)
    return result
  }
}
