import Foundation
import MetricPayloads
import Sync
import SyncTelemetry
import Traces
import TypedMetrics

/// The paths of figures from the engine and from devices.
extension ScenarioCatalogue {
  static let telemetry = [
    Scenario(
      "metrics-of-a-sync", "A sync's metrics receive its transitions and store figures.",
      participants: [
        TraceParticipant("Trigger", kind: .actor), TraceParticipant("SyncEngine"),
        TraceParticipant("SyncMetrics"), TraceParticipant("TypedMetricsSink"),
        TraceParticipant("MetricStore", kind: .database),
      ]
    ) { world in
      _ = try await world.prepareSyncedDevice()
      try await world.makeEventsOffline(1)
    } play: { world in
      let store = MetricMemoryStore()
      let metrics = SyncMetrics(sinks: [RecordedSink(store: store, recorder: world.recorder)])
      let engine = world.engine(
        observer: RecordedObserver(metrics: metrics, recorder: world.recorder))
      try await world.call("performSync", from: "Trigger", to: "SyncEngine") {
        await engine.performSync()
      }
      try await world.call("flush", from: "Trigger", to: "MetricStore") { try await store.flush() }
    },
    Scenario(
      "payloads-of-a-device",
      "A device's reports reach the app, and a server that summarizes them.",
      participants: [
        TraceParticipant("App", kind: .actor), TraceParticipant("MetricsProviding"),
        TraceParticipant("MetricPayloadProcessor"), TraceParticipant("Backend", kind: .actor),
        TraceParticipant("PayloadDecoder"), TraceParticipant("PayloadCollection"),
        TraceParticipant("PayloadHistogram"),
      ]
    ) { world in
      try await deliverPayload(in: world)
      try await sumUp(in: world)
    },
  ]

  /// A payload in the form that a device uploads: a day with four launches.
  private static let payload = Data(
    #"""
    {"timeStampBegin": "2026-01-01 00:00:00 +0000", "timeStampEnd": "2026-01-02 00:00:00 +0000",
     "appVersion": "1.0", "applicationLaunchMetrics": {"histogrammedTimeToFirstDrawKey":
     {"histogramNumBuckets": 2, "histogramValue": {
     "0": {"bucketCount": 3, "bucketStart": "400 ms", "bucketEnd": "410 ms"},
     "1": {"bucketCount": 1, "bucketStart": "900 ms", "bucketEnd": "910 ms"}}}}}
    """#.utf8)

  private static func deliverPayload(in world: ScenarioWorld) async throws {
    let provider = MockMetricsProvider()
    let recorder = world.recorder
    provider.onMetricPayloadsReceived = { _ in
      recorder.send(from: "MetricsProviding", to: "App", "onMetricPayloadsReceived", ["summaries"])
    }
    try await world.call("startCollecting", from: "App", to: "MetricsProviding") {
      provider.startCollecting()
    }
    for payload in PayloadDecoder().decode(payload).metrics {
      let summary = try await world.call(
        "summary", ["of"], from: "MetricsProviding", to: "MetricPayloadProcessor"
      ) { MetricPayloadProcessor().summary(of: payload) }
      provider.simulateMetricPayload(summary)
    }
    _ = try await world.call("pastMetricSummaries", from: "App", to: "MetricsProviding") {
      provider.pastMetricSummaries
    }
  }

  private static func sumUp(in world: ScenarioWorld) async throws {
    let decoded = try await world.call("decode", ["data"], from: "Backend", to: "PayloadDecoder") {
      PayloadDecoder().decode(payload)
    }
    var collection = PayloadCollection()
    let filled = try await world.call("add", ["decoded"], from: "Backend", to: "PayloadCollection")
    {
      collection.add(decoded)
      return collection
    }
    let aggregate = try await world.call("aggregate", from: "Backend", to: "PayloadCollection") {
      filled.aggregate
    }
    _ = try await world.call("quantile", ["share"], from: "Backend", to: "PayloadHistogram") {
      aggregate.histograms[.timeToFirstDraw]?.quantile(0.9)
    }
  }
}

/// Records the calls to the metrics.
private struct RecordedObserver: SyncObserving {
  let metrics: SyncMetrics
  let recorder: TraceRecorder

  func engineDidTake(_ step: SyncStep) {
    let span = recorder.call(
      from: "SyncEngine", to: "SyncMetrics", "engineDidTake", [step.event.traceName])
    TraceRecorder.$enclosing.withValue(span) { metrics.engineDidTake(step) }
    recorder.returned(span)
  }
}

/// Records the signals to a sink, and the entries that it stores.
private struct RecordedSink: SyncMetricsSink {
  let store: MetricMemoryStore
  let recorder: TraceRecorder

  func receive(_ signal: SyncSignal) {
    recorder.send(from: "SyncMetrics", to: "TypedMetricsSink", "receive", [title(for: signal)])
    let name: String
    switch signal {
    case .began: name = ""
    case .ended(let interval, _, _, _): name = TypedMetricsSink.duration(interval).name
    case .happened(let event, _): name = TypedMetricsSink.count(event).name
    }
    if !name.isEmpty {
      recorder.send(from: "TypedMetricsSink", to: "MetricStore", "submit", [name])
    }
    TypedMetricsSink(store).receive(signal)
  }

  private func title(for signal: SyncSignal) -> String {
    switch signal {
    case .began(let name, _, _): "\(name.rawValue) began"
    case .ended(let name, _, _, _): "\(name.rawValue) ended"
    case .happened(let name, _): name.rawValue
    }
  }
}
