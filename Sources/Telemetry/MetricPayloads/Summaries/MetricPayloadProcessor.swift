/// Summarizes payloads.
public struct MetricPayloadProcessor: Sendable {
  private let assumesUTC: Bool

  /// Creates a processor. With `assumesUTC`, times without a zone are treated as UTC, which newer
  /// systems seem to use.
  public init(assumingUTC: Bool = false) { assumesUTC = assumingUTC }

  /// Summarizes a metric payload.
  public func summary(of payload: MetricPayload) -> MetricSummary {
    var summary = MetricSummary(timeRange: timeRange(payload.begin, payload.end))
    summary.begin = payload.begin?.date(assumingUTC: assumesUTC)
    summary.end = payload.end?.date(assumingUTC: assumesUTC)
    summary.appVersion = payload.appVersion
    summary.appBuildVersion = payload.metadata.appBuildVersion
    summary.includesMultipleApplicationVersions = payload.includesMultipleApplicationVersions
    summary.osVersion = payload.metadata.osVersion
    summary.deviceType = payload.metadata.deviceType
    fillValues(of: payload, into: &summary)
    summary.hangs = durations(payload, .hangTime)
    summary.launches = durations(payload, .timeToFirstDraw)
    summary.resumes = durations(payload, .resumeTime)
    return summary
  }

  /// Summarizes a diagnostic payload.
  public func summary(of payload: DiagnosticPayload) -> DiagnosticSummary {
    DiagnosticSummary(
      timeRange: timeRange(payload.begin, payload.end),
      begin: payload.begin?.date(assumingUTC: assumesUTC),
      end: payload.end?.date(assumingUTC: assumesUTC),
      crashes: payload.diagnostics(.crash).map { Self.crash($0) },
      hangs: payload.diagnostics(.hang).map { Self.hang($0) },
      diskWriteExceptionCount: payload.diagnostics(.diskWriteException).count,
      cpuExceptionCount: payload.diagnostics(.cpuException).count,
      appLaunchCount: payload.diagnostics(.appLaunch).count)
  }

  // MARK: - Parts

  private func fillValues(of payload: MetricPayload, into summary: inout MetricSummary) {
    func seconds(_ path: MetricPath) -> Double? { payload.values[path]?.quantity?.seconds }
    func megabytes(_ path: MetricPath) -> Double? { payload.values[path]?.quantity?.megabytes }
    summary.peakMemoryUsageMB = megabytes(.peakMemory)
    if let average = payload.averages[.suspendedMemory], average.sampleCount > 0 {
      summary.averageSuspendedMemoryMB = average.mean.quantity?.megabytes
    }
    summary.cumulativeCPUTimeSeconds = seconds(.cpuTime)
    summary.cumulativeGPUTimeSeconds = seconds(.gpuTime)
    summary.cumulativeDiskWritesMB = megabytes(.diskWrites)
    summary.foregroundTimeSeconds = seconds(.foregroundTime)
    summary.backgroundTimeSeconds = seconds(.backgroundTime)
    summary.cellularDownloadMB = megabytes(.cellularDownload)
    summary.cellularUploadMB = megabytes(.cellularUpload)
    summary.wifiDownloadMB = megabytes(.wifiDownload)
    summary.wifiUploadMB = megabytes(.wifiUpload)
    if let ratio = payload.values[.scrollHitches]?.quantity, ratio.unit == .millisecondsPerSecond {
      summary.scrollHitchTimeRatio = ratio.value / 1_000
    }
  }

  private func durations(_ payload: MetricPayload, _ path: MetricPath) -> DurationSummary? {
    guard let histogram = payload.histograms[path], histogram.unit == .milliseconds else {
      return nil
    }
    func quantile(_ share: Double) -> SecondsBounds? {
      guard let found = histogram.quantile(share), let estimate = found.estimate else { return nil }
      return SecondsBounds(
        lower: found.lower / 1_000, upper: found.upper / 1_000, estimate: estimate / 1_000)
    }
    let total = histogram.sumBounds.map {
      SecondsBounds(lower: $0.lowerBound / 1_000, upper: $0.upperBound / 1_000)
    }
    return DurationSummary(
      count: histogram.count, p50: quantile(0.5), p90: quantile(0.9), p99: quantile(0.99),
      totalSeconds: total)
  }

  private static func crash(_ diagnostic: PayloadDiagnostic) -> CrashInfo {
    let crash = diagnostic.crash ?? CrashDetails()
    let stacks = diagnostic.callStacks?.stacks ?? []
    let blamed = stacks.first(where: \.isAttributed) ?? stacks.first
    return CrashInfo(
      exceptionType: crash.exceptionTypeName, signal: crash.signalName,
      terminationReason: crash.terminationReason,
      virtualMemoryRegionInfo: crash.virtualMemoryRegionInfo,
      exceptionMessage: crash.exceptionMessage, appVersion: diagnostic.metadata.appVersion,
      topFrames: (blamed?.frames.prefix(10) ?? []).map { Self.name($0) })
  }

  private static func name(_ frame: CallStackFrame) -> String {
    let offset = frame.offsetIntoBinary.map { "+" + String($0, radix: 16) } ?? ""
    return (frame.binaryName ?? frame.binaryUUID ?? "?") + offset
  }

  private static func hang(_ diagnostic: PayloadDiagnostic) -> HangInfo {
    HangInfo(
      duration: diagnostic.values["hangDuration"]?.quantity?.seconds,
      appVersion: diagnostic.metadata.appVersion)
  }

  private func timeRange(_ begin: PayloadTime?, _ end: PayloadTime?) -> String {
    [begin?.text ?? "?", end?.text ?? "?"].joined(separator: " – ")
  }
}
