public import Traces

/// The calls of `EventStore` to the engine after an edit. Neither call waits for a request.
public protocol SyncPerforming: Sendable {
  /// Starts a sync after a delay, because edits were queued.
  func requestSync(after delay: Duration) async
  /// Updates the number of queued edits; the app starts the sync.
  func noticeQueueChange() async
}

extension SyncEngine: SyncPerforming {}

/// Records the requests for syncs.
public struct TracingSyncPerformer: SyncPerforming {
  private let inner: any SyncPerforming
  private let seam: CallTracer

  /// Wraps `inner` with recording.
  public init(_ inner: any SyncPerforming, recorder: TraceRecorder, caller: String = "EventStore") {
    self.inner = inner
    seam = CallTracer(recorder: recorder, caller: caller, callee: "SyncEngine")
  }

  /// Records `requestSync`.
  public func requestSync(after delay: Duration) async {
    try? await seam.call("requestSync", ["after"]) { await inner.requestSync(after: delay) }
  }

  /// Forwards the call without recording it.
  public func noticeQueueChange() async { await inner.noticeQueueChange() }
}
