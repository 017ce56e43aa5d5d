#if canImport(MetricKit) && !os(tvOS) && !os(watchOS)
  public import Foundation
  public import MetricKit

  /// Receives MetricKit's payloads and delivers their summaries.
  ///
  /// A payload is decoded from its own JSON, by the same decoder that servers use, so that
  /// histograms are read by one implementation only. For older systems, the device's locale decides
  /// how the numbers were printed.
  @available(iOS 14, macOS 12, visionOS 1, *)
  public final class MetricKitProvider: NSObject, MetricsProviding, @unchecked Sendable {
    /// The provider of the app. It is shared, because MetricKit delivers each payload once.
    public static let shared = MetricKitProvider()

    /// All mutable state; it has its own lock.
    private let received = ReceivedSummaries()
    private let processor = MetricPayloadProcessor(assumingUTC: true)

    private override init() { super.init() }

    /// Called with new metric summaries, on a background thread.
    public var onMetricPayloadsReceived: (@Sendable ([MetricSummary]) -> Void)? {
      get { received.withLock { $0.onMetrics } }
      set { received.withLock { $0.onMetrics = newValue } }
    }

    /// Called with new diagnostic summaries, on a background thread.
    public var onDiagnosticPayloadsReceived: (@Sendable ([DiagnosticSummary]) -> Void)? {
      get { received.withLock { $0.onDiagnostics } }
      set { received.withLock { $0.onDiagnostics = newValue } }
    }

    /// The metric summaries received while collecting.
    public var pastMetricSummaries: [MetricSummary] { received.withLock { $0.metrics } }
    /// The diagnostic summaries received while collecting.
    public var pastDiagnosticSummaries: [DiagnosticSummary] {
      received.withLock { $0.diagnostics }
    }

    /// Subscribes, and receives the payloads of earlier days that MetricKit still has.
    public func startCollecting() {
      let isFirst = received.withLock { state in
        defer { state.isCollecting = true }
        return !state.isCollecting
      }
      guard isFirst else { return }
      let manager = MXMetricManager.shared
      manager.add(self)
      let (metrics, diagnostics) = (manager.pastPayloads, manager.pastDiagnosticPayloads)
      if !metrics.isEmpty { didReceive(metrics) }
      if !diagnostics.isEmpty { didReceive(diagnostics) }
    }

    /// Unsubscribes.
    public func stopCollecting() {
      received.withLock { $0.isCollecting = false }
      MXMetricManager.shared.remove(self)
    }

    private func summary(of payload: MXMetricPayload) -> MetricSummary? {
      let decoded = Self.decoder.decode(payload.jsonRepresentation())
      return decoded.metrics.first.map { decoded in
        var decoded = decoded
        decoded.includesMultipleApplicationVersions = payload.includesMultipleApplicationVersions
        var summary = processor.summary(of: decoded)
        summary.begin = payload.timeStampBegin
        summary.end = payload.timeStampEnd
        return summary
      }
    }

    private func summary(of payload: MXDiagnosticPayload) -> DiagnosticSummary? {
      let decoded = Self.decoder.decode(payload.jsonRepresentation())
      return decoded.diagnostics.first.map { decoded in
        var summary = processor.summary(of: decoded)
        summary.begin = payload.timeStampBegin
        summary.end = payload.timeStampEnd
        return summary
      }
    }

    /// Since iOS 15 and macOS 12, systems print numbers independently of the locale.
    private static var decoder: PayloadDecoder {
      if #available(iOS 15, *) {
        return PayloadDecoder(
          reader: QuantityReader(decimalSeparator: ".", groupingSeparator: .some(nil)))
      }
      let locale = Locale.current
      return PayloadDecoder(
        reader: QuantityReader(
          decimalSeparator: locale.decimalSeparator?.first,
          groupingSeparator: locale.groupingSeparator?.first))
    }
  }

  @available(iOS 14, macOS 12, visionOS 1, *)
  extension MetricKitProvider: MXMetricManagerSubscriber {
    /// Called by MetricKit.
    public func didReceive(_ payloads: [MXMetricPayload]) {
      received.receive(payloads.compactMap { summary(of: $0) })
    }

    /// Called by MetricKit.
    public func didReceive(_ payloads: [MXDiagnosticPayload]) {
      received.receive(payloads.compactMap { summary(of: $0) })
    }
  }
#endif
