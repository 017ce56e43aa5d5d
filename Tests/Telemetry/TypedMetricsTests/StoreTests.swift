import Foundation
import Testing
import TypedMetrics

/// The stores that keep entries, each with its own place.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
  case memory, file, defaults, custom
  var testDescription: String { rawValue }

  func withStore(_ body: (AnyMetricStore) async throws -> Void) async throws {
    switch self {
    case .memory: try await body(.init(.memory()))
    case .file:
      let folder = try Folder()
      try await body(AnyMetricStore(.file(url: folder.file())))
    case .defaults:
      let suite = try Suite()
      try await body(AnyMetricStore(.userDefaults(suite.defaults, key: "metrics")))
    case .custom: try await body(AnyMetricStore(ArrayStore()))
    }
  }
}

/// A custom store of an app, with the three required functions.
actor ArrayStore: MetricStore {
  private var entries: [MetricEntry] = []

  func record<T>(_ metric: Metric<T>, value: T) async throws where T: MetricValue {
    entries.append(try MetricEntry(metric: metric, value: value))
  }
  func retrieveAll(from startDate: Date, until endDate: Date) async throws -> [MetricEntry] {
    entries.filter { ($0.timestamp >= startDate) && ($0.timestamp <= endDate) }
  }
  func sync() async throws {}
}

private struct Point: Codable, Sendable, Hashable {
  var x: Double
  var label: String?
}

private struct Stubborn: Codable, Sendable {
  struct Refusal: Error {}
  init() {}
  init(from decoder: any Decoder) throws { throw Refusal() }
  func encode(to encoder: any Encoder) throws { throw Refusal() }
}

@Suite struct StoreTests {
  @Test(arguments: StoreKind.allCases)
  func `recorded values are retrieved with their times, in order`(kind: StoreKind) async throws {
    try await kind.withStore { store in
      let metric = Metric<Double>(name: "time", in: Bucket("app"))
      let times = [5.25, -3, 816_901_410.746_912_5, 1e-7].map {
        Date(timeIntervalSinceReferenceDate: $0)
      }
      for (index, time) in times.enumerated() {
        try await store.record(metric, value: Double(index) + 0.1, at: time)
      }
      let found = try await store.retrieveAll(for: metric)
      #expect(found.map(\.timestamp) == times)
      #expect(found.map(\.value) == [0.1, 1.1, 2.1, 3.1])
      #expect(found.first?.name == "time" && found.first?.bucket?.name == "app")
      let some = try await metric.retrieveAll(from: times[1], until: times[3], in: store)
      #expect(some.map(\.value) == [1.1, 3.1])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `values of every type are restored, even NaN and infinities`(kind: StoreKind) async throws {
    try await kind.withStore { store in
      func check<T: MetricValue & Hashable>(_ values: [T]) async throws {
        let metric = Metric<T>(name: "values")
        for value in values { try await store.record(metric, value: value) }
        #expect(try await store.retrieveAll(for: metric).map(\.value) == values)
      }
      try await check([
        1.5, -0.0, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      ])
      try await check([Int.min, -1, 0, .max])
      try await check([true, false])
      try await check(["", "line\nbreak", "\u{0}\"\\\u{1F30D}é", "{\"time\":1}"])
      try await check([Point(x: .infinity, label: nil), Point(x: 0, label: "a\"b")])
      try await check([[Float.infinity: 1]])
      try await check([Int?.none, 3])
      let metric = Metric<Double>(name: "nan")
      try await store.record(metric, value: .nan)
      #expect(try await store.retrieveAll(for: metric).first?.value.isNaN == true)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `fire-and-forget values have the time of the call and are stored after flush`(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let metric = Metric<Int>(name: "n")
      var limits: [(Date, Date)] = []
      for value in 0..<50 {
        let before = Date()
        metric.record(value, in: store)
        limits.append((before, Date()))
      }
      try await store.flush()
      let found = try await store.retrieveAll(for: metric)
      #expect(found.map(\.value) == Array(0..<50))
      for (sample, (before, after)) in zip(found, limits) {
        #expect(sample.timestamp >= before && sample.timestamp <= after)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `all values from many tasks are stored`(kind: StoreKind) async throws {
    try await kind.withStore { store in
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            for value in 0..<100 {
              Metric<Int>(name: "\(task)").record(value, in: store)
            }
          }
        }
      }
      try await store.flush()
      for task in 0..<8 {
        let found = try await store.retrieveAll(for: Metric<Int>(name: "\(task)"))
        #expect(found.map(\.value) == Array(0..<100))
      }
    }
  }

  @Test(arguments: [StoreKind.memory, .file, .defaults])
  func `a waiting value is visible to readers`(kind: StoreKind) async throws {
    try await kind.withStore { store in
      let metric = Metric<Int>(name: "n")
      metric.record(1, in: store)
      #expect(try await store.retrieveAll(for: metric).count == 1)
      metric.record(2, in: store)
      var streamed = 0
      for try await _ in store.entries(from: .distantPast, until: .distantFuture) { streamed += 1 }
      #expect(streamed == 2)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `other metrics and other shapes are skipped and never trap`(kind: StoreKind) async throws {
    try await kind.withStore { store in
      let old = Metric<Int>(name: "size", version: 1)
      let new = Metric<Point>(name: "size", type: "Int", version: 2)
      let posing = Metric<Point>(name: "size", type: "Int", version: 1)
      try await store.record(old, value: 7)
      try await store.record(new, value: Point(x: 1))
      #expect(try await store.retrieveAll(for: new).map(\.value) == [Point(x: 1)])
      let wrong = try await store.read(posing)
      #expect(wrong.samples.isEmpty && wrong.undecodable == 1)
      let migrated = try await store.read(
        new, migrating: [MetricMigration(from: old) { Point(x: Double($0)) }])
      #expect(migrated.samples.map(\.value.x) == [7, 1])
    }
  }

  @Test func `a value that cannot be encoded throws, is reported, and does not affect others`()
    async throws
  {
    let reported = Reported()
    let store = MetricMemoryStore(options: MetricStoreOptions(onError: { reported.add($0) }))
    let metric = Metric<Stubborn>(name: "s")
    let number = Metric<Int>(name: "n")
    number.record(1, in: store)
    metric.record(Stubborn(), in: store)
    number.record(2, in: store)
    await #expect(throws: MetricStoreError.self) { try await store.flush() }
    await #expect(throws: MetricStoreError.self) {
      try await store.record(metric, value: Stubborn())
    }
    try await store.flush()
    #expect(reported.errors.count == 1)
    #expect(store.statistics.notEncodable == 2)
    #expect(try await store.retrieveAll(for: number).map(\.value) == [1, 2])
  }

  @Test func `beyond the limit values are dropped, counted and reported`() async throws {
    let reported = Reported()
    let options = MetricStoreOptions(
      writeDelay: .seconds(3_600), pendingLimit: 10, onError: { reported.add($0) })
    let store = MetricMemoryStore(options: options)
    let metric = Metric<Int>(name: "n")
    for value in 0..<15 { metric.record(value, in: store) }
    #expect(store.statistics.pending == 10 && store.statistics.dropped == 5)
    #expect(reported.errors == Array(repeating: .tooManyPending(limit: 10), count: 5))
    await #expect(throws: MetricStoreError.tooManyPending(limit: 10)) { try await store.flush() }
    #expect(try await store.retrieveAll(for: metric).count == 10)
  }

  @Test func `a no-op store drops everything`() async throws {
    let store: AnyMetricStore = AnyMetricStore(.noop())
    let metric = Metric<Int>(name: "n")
    metric.record(1, in: store)
    try await store.record(metric, value: 2)
    try await store.flush()
    #expect(try await store.retrieveAll(for: metric).isEmpty)
    #expect(store.erased.unbox(as: MetricNoopStore.self) != nil)
    #expect(store.unbox(as: MetricMemoryStore.self) == nil)
  }
}
