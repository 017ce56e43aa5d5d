import Foundation
import Testing
import TypedMetrics

private struct StartupBreakdown: Codable, Sendable, Equatable {
  let totalMs: Double
  let steps: [String]
}

private enum First {
  struct Value: Codable, Sendable { var number = 1 }
}
private enum Second {
  struct Value: Codable, Sendable { var text = "two" }
}

private struct Renamed: NamedMetricValue {
  static var metricTypeName: String { "breakdown" }
  static var metricTypeVersion: Int { 3 }
}

@MainActor private enum Metrics {
  static let app = Bucket("app")
  static let startupTimeMs = app.doubleMetric("startup_time_ms")
  static let launchedFromColdStart = app.boolMetric("launched_from_cold_start")
  static let locale = app.stringMetric("locale")
  static let launchCount = app.intMetric("launch_count")
  static let breakdown: Metric<StartupBreakdown> = app.metric("startup_breakdown")
}

@Suite struct DefinitionTests {
  @Test @MainActor func `a bucket makes metrics of every kind`() {
    #expect(Metrics.startupTimeMs.erased.description == "app.startup_time_ms: Double")
    #expect(Metrics.launchedFromColdStart.erased.description.hasSuffix(": Bool"))
    #expect(Metrics.locale.erased.valueType == "String")
    #expect(Metrics.launchCount == Metric<Int>(name: "launch_count", in: Bucket("app")))
    #expect(Metrics.breakdown.bucket?.id == "app")
    #expect(Metric<Int>(name: "build_number").bucket == nil)
  }

  @Test func `types of the same unqualified name are different metrics`() {
    let first = Metric<First.Value>(name: "value").erased
    let second = Metric<Second.Value>(name: "value").erased
    #expect(first != second)
    #expect(first.valueType.hasSuffix("First.Value"), "\(first)")
  }

  @Test func `a private or local type is named without the address of its context`() {
    struct Local: Codable, Sendable {}
    for name in [Metric<StartupBreakdown>(name: "a")].map(\.erased.valueType)
      + [Metric<Local>(name: "b").erased.valueType]
    {
      #expect(!name.contains("context"), "\(name)")
      #expect(!name.contains("$"), "\(name)")
      #expect(name.hasPrefix("TypedMetricsTests."), "\(name)")
    }
  }

  @Test func `an explicit identity and version precede the type's own, and that its name`() {
    #expect(Metric<Renamed>(name: "a").erased.description == "a: breakdown v3")
    let explicit = Metric<Renamed>(name: "a", type: "other", version: 4)
    #expect(explicit.erased.description == "a: other v4")
    #expect(Metric<Int>(name: "a") != Metric<Int>(name: "a", version: 2))
  }

  @Test func `identities, buckets and entries survive coding`() throws {
    let metric = Metric<StartupBreakdown>(name: "n", in: Bucket("b"), version: 2)
    let value = StartupBreakdown(totalMs: .infinity, steps: ["a\nb"])
    let entry = try MetricEntry(timestamp: Date(), metric: metric, value: value)
    let copy = try JSONDecoder().decode(MetricEntry.self, from: JSONEncoder().encode(entry))
    #expect(copy == entry)
    #expect(try copy.value(of: metric) == value)
    let bucket = try JSONDecoder().decode([Bucket].self, from: Data(#"["x"]"#.utf8))
    #expect(bucket == [Bucket("x")])
  }

  @Test func `an entry of another metric is rejected, and one of another shape throws`() throws {
    let number = Metric<Int>(name: "n")
    let entry = try MetricEntry(metric: number, value: 7)
    #expect(throws: MetricStoreError.self) {
      try ResolvedMetric(from: entry, of: Metric<Double>(name: "n"))
    }
    let posing = Metric<First.Value>(name: "n", type: "Int")
    #expect(throws: DecodingError.self) { try ResolvedMetric(from: entry, of: posing) }
    #expect(try ResolvedMetric(from: entry, of: number).value == 7)
  }
}
