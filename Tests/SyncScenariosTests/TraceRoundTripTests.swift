import SyncScenarios
import Testing
import Traces

@Suite struct TraceRoundTripTests {
  @Test("every recorded scenario survives every export, byte for byte")
  func roundTrip() async throws {
    for scenario in ScenarioCatalogue.all {
      let trace = try await RecordingCache.shared.recording(of: scenario).trace
      let bytes = TraceWriter.encode(trace)
      for format in TraceExport.allCases {
        let (traces, errors) = TraceImport.read(format.encode(trace))
        #expect(errors.isEmpty)
        #expect(
          traces.first.map(TraceWriter.encode) == bytes, "\(scenario.name) as \(format.rawValue)")
      }
    }
  }
}
