import Sync
import SyncScenarios
import TestTools
import Testing
import Traces

@Suite("Recording scenarios", .timeLimit(.minutes(testMinutes)))
struct ScenarioDeterminismTests {
  @Test(arguments: ScenarioCatalogue.all.map(\.name))
  func `recording a scenario twice yields the same bytes`(name: String) async throws {
    let scenario = try #require(ScenarioCatalogue.scenario(named: name))
    let first = TraceWriter.encode(try await RecordingCache.shared.recording(of: scenario).trace)
    let second = TraceWriter.encode(try await scenario.record().trace)
    #expect(first == second)
    #expect(first.count > 200)
  }
}
