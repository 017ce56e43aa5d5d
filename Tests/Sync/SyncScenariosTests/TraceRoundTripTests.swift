import SyncScenarios
import TestTools
import Testing
import Traces

@Suite(.timeLimit(.minutes(testMinutes))) struct TraceRoundTripTests {
  /// Each format exports a third of the scenarios, in turns.
  @Test func `every recorded scenario survives an export, byte for byte`() async throws {
    for (index, scenario) in ScenarioCatalogue.all.enumerated() {
      let trace = try await RecordingCache.shared.recording(of: scenario).trace
      let format = TraceExport.allCases[index % TraceExport.allCases.count]
      let (traces, errors) = TraceImport.read(format.encode(trace))
      #expect(errors.isEmpty)
      #expect(
        traces.first.map(TraceWriter.encode) == TraceWriter.encode(trace),
        "\(scenario.name) as \(format.rawValue)")
    }
  }
}
