internal import Foundation

/// The state of a provider. A lock protects it, because callbacks and summaries are accessed from
/// any thread.
final class ReceivedSummaries: @unchecked Sendable {
  struct State {
    var onMetrics: (@Sendable ([MetricSummary]) -> Void)?
    var onDiagnostics: (@Sendable ([DiagnosticSummary]) -> Void)?
    var metrics: [MetricSummary] = []
    var diagnostics: [DiagnosticSummary] = []
    var isCollecting = false
    var starts = 0
    var stops = 0
  }

  private let lock = NSLock()
  private var state = State()

  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  /// Stores summaries, then calls the callback outside of the lock.
  func receive(_ summaries: [MetricSummary]) {
    let callback = withLock { state in
      state.metrics += summaries
      return state.onMetrics
    }
    callback?(summaries)
  }

  /// Stores summaries, then calls the callback outside of the lock.
  func receive(_ summaries: [DiagnosticSummary]) {
    let callback = withLock { state in
      state.diagnostics += summaries
      return state.onDiagnostics
    }
    callback?(summaries)
  }
}
