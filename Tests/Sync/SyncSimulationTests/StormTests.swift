import SyncSimulation
import TestTools
import Testing

/// Serialized, because each test has timeouts and would otherwise wait for its turn.
@Suite("Storms", .timeLimit(.minutes(testMinutes)), .serialized)
struct StormTests {
  @Test(arguments: StormRun.names(extended: false))
  func `everything is sent and fetched after the phase with a hostile server`(name: String)
    async throws
  {
    let outcome = try await StormRun.run(name, syncs: 2)
    #expect(outcome.failure == nil)
    #expect(outcome.met > 0, "the behavior has affected requests")
  }

  @Test func `there are many behaviors with unique names`() async throws {
    let names = StormRun.names(extended: true)
    #expect(names.count == Set(names).count)
    #expect(StormRun.names(extended: false).count >= 60)
  }
}
