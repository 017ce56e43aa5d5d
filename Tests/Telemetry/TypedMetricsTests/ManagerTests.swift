import Foundation
import Testing
import TypedMetrics

/// Serialized, because the tests change global state.
@Suite(.serialized) struct ManagerTests {
  @Test func `values recorded before a store is installed are discarded, later ones are stored`()
    async throws
  {
    let metric = Metric<Int>(name: "global.\(UUID().uuidString)")
    metric.record(1)
    let store = MetricMemoryStore()
    MetricManager.installGlobal(store)
    metric.record(2)
    try await MetricManager.flush()
    #expect(try await metric.retrieveAll().map(\.value) == [2])
    #expect(MetricManager.global.unbox(as: MetricMemoryStore.self) != nil)
    MetricManager.installGlobal(MetricNoopStore())
  }

  @Test func `errors of a custom store after record has returned are reported`() async throws {
    struct Failing: MetricStore {
      struct Refusal: Error {}
      func record<T>(_ metric: Metric<T>, value: T) async throws { throw Refusal() }
      func retrieveAll(from startDate: Date, until endDate: Date) async throws -> [MetricEntry] {
        []
      }
      func sync() async throws {}
    }
    let (errors, continuation) = AsyncStream.makeStream(of: String.self)
    MetricManager.onError { continuation.yield("\($0)") }
    Metric<Int>(name: "n").record(1, in: Failing())
    var iterator = errors.makeAsyncIterator()
    #expect(await iterator.next()?.hasPrefix("Refusal") == true)
    MetricManager.onError(nil)
  }
}
