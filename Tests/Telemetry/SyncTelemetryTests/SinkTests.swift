import Foundation
import Sync
import SyncTelemetry
import SyncTestSupport
import Synchronization
import TestTools
import Testing
import Traces
import TypedMetrics

@Suite(.timeLimit(.minutes(testMinutes))) struct SinkTests {
  @Test func `durations and events are kept as typed metrics, with their times`() async throws {
    let store = MetricMemoryStore()
    let world = MeasuredEngine(sinks: [TypedMetricsSink(store)])
    let clock = world.clock
    world.client.onCall { _ in clock.advance(by: .milliseconds(250)) }
    await world.engine.performSync()
    try await store.flush()
    let full = try await store.retrieveAll(for: TypedMetricsSink.duration(.fullSync))
    #expect(full.map(\.value) == [0.5])
    #expect(full.map(\.timestamp) == [Date(timeIntervalSince1970: 0.5)])
    let health = try await store.retrieveAll(for: TypedMetricsSink.duration(.healthCheck))
    #expect(health.map(\.value) == [0.25])
    #expect(
      try await store.retrieveAll(for: TypedMetricsSink.count(.syncSuccess)).map(\.value) == [1])
    #expect(try await store.retrieveAll(for: TypedMetricsSink.count(.syncFailure)).isEmpty)
  }

  @Test func `intervals and events are in a valid trace`() async throws {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    let world = MeasuredEngine(sinks: [TraceSink(recorder)])
    await world.engine.performSync()
    let trace = recorder.trace(header: TraceHeader(scenario: "metrics"))
    let (found, errors) = TraceReader.read(TraceWriter.encode(trace))
    #expect(errors.isEmpty)
    let names = found?.records.compactMap { record -> String? in
      switch record.body {
      case .phaseBegan(let phase): "+\(phase.name)"
      case .phaseEnded(let phase): "-\(phase.name)"
      case .note(let note): note.text
      default: nil
      }
    }
    #expect(names == world.keeper.words)
  }

  @Test func `one part at a time is reported to the system`() async {
    let reported = Mutex<[String?]>([])
    let world = MeasuredEngine(
      sinks: [StateReportingSink { label in reported.withLock { $0.append(label) } }])
    await world.engine.performSync()
    #expect(
      reported.withLock { $0 } == ["HealthCheck", "FlushMutations", "PullChanges", nil])
  }

  @Test func `names for signposts are the names used everywhere else`() {
    for name in SyncMetrics.SignpostName.allCases { #expect("\(name.literal)" == name.rawValue) }
    for name in SyncMetrics.EventName.allCases { #expect("\(name.literal)" == name.rawValue) }
  }
}
