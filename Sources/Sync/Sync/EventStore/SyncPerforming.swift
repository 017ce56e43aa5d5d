public import Traces

/// What `EventStore` asks of the engine after an edit. Neither call waits for a request.
public protocol SyncPerforming: Sendable {
  /// Edits were queued; starts a sync after a delay.
  func requestSync(after delay: Duration) async
  /// Edits were queued; the app starts the sync.
  func noticeQueueChange() async
}

extension SyncEngine: SyncPerforming {}

/// Records who asks for a sync.
public struct TracingSyncPerformer: SyncPerforming {
  private let inner: any SyncPerforming
  private let seam: TracingSeam

  /// Creates a performer around `inner`.
  public init(_ inner: any SyncPerforming, recorder: TraceRecorder, caller: String = "EventStore") {
    self.inner = inner
    seam = TracingSeam(recorder: recorder, caller: caller, callee: "SyncEngine")
  }

  /// Records `requestSync`.
  public func requestSync(after delay: Duration) async {
    try? await seam.call("requestSync", ["after"]) { await inner.requestSync(after: delay) }
  }

  /// Passes the call on; it is no request.
  public func noticeQueueChange() async { await inner.noticeQueueChange() }
}
