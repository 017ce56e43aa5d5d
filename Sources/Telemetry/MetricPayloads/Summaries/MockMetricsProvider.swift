/// A provider whose payloads a test or preview simulates.
public final class MockMetricsProvider: MetricsProviding {
  private let received = ReceivedSummaries()

  /// Creates a provider without payloads.
  public init() {}

  /// Called with new metric summaries.
  public var onMetricPayloadsReceived: (@Sendable ([MetricSummary]) -> Void)? {
    get { received.withLock { $0.onMetrics } }
    set { received.withLock { $0.onMetrics = newValue } }
  }

  /// Called with new diagnostic summaries.
  public var onDiagnosticPayloadsReceived: (@Sendable ([DiagnosticSummary]) -> Void)? {
    get { received.withLock { $0.onDiagnostics } }
    set { received.withLock { $0.onDiagnostics = newValue } }
  }

  /// Whether it is collecting: `startCollecting()` was called, and `stopCollecting()` not after it.
  public var isCollecting: Bool { received.withLock { $0.isCollecting } }
  /// The number of calls of `startCollecting()`.
  public var startCollectingCallCount: Int { received.withLock { $0.starts } }
  /// The number of calls of `stopCollecting()`.
  public var stopCollectingCallCount: Int { received.withLock { $0.stops } }
  /// The metric summaries simulated since the start.
  public var pastMetricSummaries: [MetricSummary] { received.withLock { $0.metrics } }
  /// The diagnostic summaries simulated since the start.
  public var pastDiagnosticSummaries: [DiagnosticSummary] { received.withLock { $0.diagnostics } }

  /// Starts to deliver simulated payloads.
  public func startCollecting() {
    received.withLock { state in
      state.isCollecting = true
      state.starts += 1
    }
  }

  /// Stops delivering.
  public func stopCollecting() {
    received.withLock { state in
      state.isCollecting = false
      state.stops += 1
    }
  }

  /// Delivers metric summaries if the provider is collecting, as MetricKit does; returns whether it
  /// did.
  @discardableResult
  public func simulateMetricPayload(_ summaries: MetricSummary...) -> Bool {
    guard isCollecting else { return false }
    received.receive(summaries)
    return true
  }

  /// Delivers diagnostic summaries if the provider is collecting, as MetricKit does; returns
  /// whether it did.
  @discardableResult
  public func simulateDiagnosticPayload(_ summaries: DiagnosticSummary...) -> Bool {
    guard isCollecting else { return false }
    received.receive(summaries)
    return true
  }

  /// Resets everything, including the callbacks.
  public func reset() { received.withLock { $0 = ReceivedSummaries.State() } }
}

extension MockMetricsProvider {
  /// A day of a healthy app.
  public static var sampleMetricSummary: MetricSummary {
    var summary = MetricSummary(timeRange: "2026-01-01 00:00:00 +0000 – 2026-01-02 00:00:00 +0000")
    summary.appVersion = "1.0"
    summary.peakMemoryUsageMB = 180
    summary.averageSuspendedMemoryMB = 60
    summary.cumulativeCPUTimeSeconds = 90
    summary.foregroundTimeSeconds = 900
    summary.launches = DurationSummary(
      count: 3, p50: SecondsBounds(lower: 0.4, upper: 0.41),
      totalSeconds: SecondsBounds(lower: 1.2, upper: 1.23))
    return summary
  }

  /// One crash and one hang.
  public static var sampleDiagnosticSummary: DiagnosticSummary {
    DiagnosticSummary(
      timeRange: "2026-01-01 00:00:00 +0000 – 2026-01-02 00:00:00 +0000",
      crashes: [sampleCrashInfo], hangs: [sampleHangInfo])
  }

  /// An access to an invalid address.
  public static var sampleCrashInfo: CrashInfo {
    CrashInfo(exceptionType: "EXC_BAD_ACCESS", signal: "SIGSEGV", topFrames: ["App+4b2c"])
  }

  /// Two and a half seconds.
  public static var sampleHangInfo: HangInfo { HangInfo(duration: 2.5) }
}
