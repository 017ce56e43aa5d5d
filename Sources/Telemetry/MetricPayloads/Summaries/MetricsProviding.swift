/// A provider of summaries: MetricKit on a device, a mock in tests and previews.
public protocol MetricsProviding: AnyObject, Sendable {
  /// Called with new metric summaries, on any thread.
  var onMetricPayloadsReceived: (@Sendable ([MetricSummary]) -> Void)? { get set }
  /// Called with new diagnostic summaries, on any thread.
  var onDiagnosticPayloadsReceived: (@Sendable ([DiagnosticSummary]) -> Void)? { get set }

  /// Starts to receive payloads.
  func startCollecting()
  /// Stops receiving payloads.
  func stopCollecting()

  /// The metric summaries received so far.
  var pastMetricSummaries: [MetricSummary] { get }
  /// The diagnostic summaries received so far.
  var pastDiagnosticSummaries: [DiagnosticSummary] { get }
}
