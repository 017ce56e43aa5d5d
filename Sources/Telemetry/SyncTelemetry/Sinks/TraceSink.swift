import Basics
public import Traces

/// Records intervals and events in a trace, as phases and notes of one participant.
public final class TraceSink: SyncMetricsSink {
  private let recorder: TraceRecorder
  private let participant: String
  private let open = Locked([UInt64: TraceSpan]())

  /// Creates a sink that records under the name of a participant.
  public init(_ recorder: TraceRecorder, participant: String = "SyncMetrics") {
    self.recorder = recorder
    self.participant = participant
  }

  /// Records a signal.
  public func receive(_ signal: SyncSignal) {
    switch signal {
    case .began(let name, let id, _):
      let span = recorder.beginPhase(by: participant, name.rawValue)
      open.withLock { $0[id] = span }
    case .ended(let name, let id, _, _):
      if let span = open.withLock({ $0.removeValue(forKey: id) }) {
        recorder.endPhase(span, by: participant, name.rawValue)
      }
    case .happened(let name, _): recorder.note(by: participant, name.rawValue)
    }
  }
}
