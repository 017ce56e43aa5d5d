import SyncSimulation
import TestTools
import Testing

/// One after the other: each has timeouts of its own, and would wait for its turn.
@Suite("Storms", .timeLimit(.minutes(testMinutes)), .serialized)
struct StormTests {
  @Test(
    "after a hostile server everything is sent and fetched",
    arguments: StormRun.names(extended: false))
  func recovers(name: String) async throws {
    let outcome = try await StormRun.run(name, syncs: 2)
    #expect(outcome.failure == nil)
    #expect(outcome.met > 0, "the behavior has met requests")
  }

  @Test("there are many behaviors, each with a name of its own")
  func names() async throws {
    let names = StormRun.names(extended: true)
    #expect(names.count == Set(names).count)
    #expect(StormRun.names(extended: false).count >= 60)
  }
}
