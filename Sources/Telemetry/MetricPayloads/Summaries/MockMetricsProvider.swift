/// A provider whose payloads come when a test or preview says so.
public final class MockMetricsProvider: MetricsProviding {
  private let received = ReceivedSummaries()

  /// Creates a provider that has received nothing.
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

  /// Whether it is between `startCollecting()` and `stopCollecting()`.
  public var isCollecting: Bool { received.withLock { $0.isCollecting } }
  /// How often `startCollecting()` was called.
  public var startCollectingCallCount: Int { received.withLock { $0.starts } }
  /// How often `stopCollecting()` was called.
  public var stopCollectingCallCount: Int { received.withLock { $0.stops } }
  /// What was simulated since the start.
  public var pastMetricSummaries: [MetricSummary] { received.withLock { $0.metrics } }
  /// What was simulated since the start.
  public var pastDiagnosticSummaries: [DiagnosticSummary] { received.withLock { $0.diagnostics } }

  /// Begins to pass on what is simulated.
  public func startCollecting() {
    received.withLock { state in
      state.isCollecting = true
      state.starts += 1
    }
  }

  /// Ends passing on.
  public func stopCollecting() {
    received.withLock { state in
      state.isCollecting = false
      state.stops += 1
    }
  }

  /// Delivers metric summaries as MetricKit would: only while collecting. Returns whether it did.
  @discardableResult
  public func simulateMetricPayload(_ summaries: MetricSummary...) -> Bool {
    guard isCollecting else { return false }
    received.receive(summaries)
    return true
  }

  /// Delivers diagnostic summaries as MetricKit would: only while collecting. Returns whether it did.
  @discardableResult
  public func simulateDiagnosticPayload(_ summaries: DiagnosticSummary...) -> Bool {
    guard isCollecting else { return false }
    received.receive(summaries)
    return true
  }

  /// Forgets everything, callbacks too.
  public func reset() { received.withLock { $0 = ReceivedSummaries.State() } }
}

extension MockMetricsProvider {
  /// A day of an app in good health.
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

  /// A wrong address.
  public static var sampleCrashInfo: CrashInfo {
    CrashInfo(exceptionType: "EXC_BAD_ACCESS", signal: "SIGSEGV", topFrames: ["App+4b2c"])
  }

  /// Two and a half seconds.
  public static var sampleHangInfo: HangInfo { HangInfo(duration: 2.5) }
}
