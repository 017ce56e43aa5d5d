import Foundation
import TypedMetrics

/// The cost of recording a value for the caller, compared with reading the clock and appending to a
/// dictionary, which any typed recording needs.
struct RecordBench: Bench {
  let name = "metrics"
  private let rounds = 100_000

  func run() async {
    let metric = Bucket("bench").doubleMetric("startup_time_ms")
    var perValue = Double.infinity
    for _ in 0..<7 {
      let store = MetricMemoryStore(options: MetricStoreOptions(writeDelay: .seconds(60)))
      let time = ContinuousClock().measure {
        for round in 0..<rounds { metric.record(Double(round), in: store) }
      }
      perValue = min(perValue, time.nanoseconds / Double(rounds))
      try? await store.flush()
    }
    var values: [String: [(Date, Double)]] = [:]
    let bare = Stopwatch.best {
      values = [:]
      for round in 0..<rounds {
        values["startup_time_ms", default: []].append((Date(), Double(round)))
      }
    }
    let perAppend = bare.nanoseconds / Double(rounds)
    Report.line(
      "typed record, at the caller", "\(Report.number(perValue)) ns",
      beside: "\(Report.number(perValue / perAppend)) x a time and a value into a bare dictionary"
        + (values.isEmpty ? " (which stayed empty)" : ""))
  }
}

/// The speed of reading a million entries, as a stream and typed, compared with reading only the
/// bytes.
struct EntryReadingBench: Bench {
  let name = "metric-entries"
  private let count = 1_000_000

  func run() async {
    do {
      let folder = try ScratchFolder()
      let file = URL(fileURLWithPath: folder.path("metrics.jsonl"))
      let store = try MetricFileStore(file: file)
      let metric = Bucket("bench").doubleMetric("startup_time_ms")
      for round in 0..<count {
        metric.record(Double(round) / 8, in: store)
        if round % 50_000 == 0 { try await store.flush() }
      }
      try await store.flush()
      try await measure(store, metric, file)
    } catch {
      Report.failed("entries read back", error)
    }
  }

  private func measure(
    _ store: MetricFileStore, _ metric: Metric<Double>, _ file: URL
  ) async throws {
    let size = try Data(contentsOf: file).count
    var raw = Timings()
    var bytes = 0
    try raw.measure { bytes += try Data(contentsOf: file).reduce(0) { $0 &+ Int($1 & 1) } }
    var streamed = Timings()
    var typed = Timings()
    var entries = 0
    for _ in 0..<3 {
      try await streamed.measure {
        for try await _ in store.entries(from: .distantPast, until: .distantFuture) { entries += 1 }
      }
      try await typed.measure { entries += try await store.retrieveAll(for: metric).count }
    }
    let rates = [streamed, typed].map { Double(size) / 1e6 / ($0.best / 1e9) }
    for (what, rate) in zip(["1,000,000 entries streamed", "the same, typed, in an array"], rates) {
      Report.line(
        what, "\(Report.number(rate)) MB/s",
        beside:
          "\(Report.number(Double(size) / 1e6 / (raw.best / 1e9))) MB/s for a look at each byte"
          + (entries == 6 * count && bytes > 0 ? "" : " (\(entries) entries came back)"))
    }
  }
}
