public import Traces

/// One that can be asked to synchronise.
public protocol SyncPerforming: Sendable {
  /// Synchronises now, and returns when that is done.
  func performSync() async
}

extension SyncEngine: SyncPerforming {}

/// Records who asks for a sync.
public struct TracingSyncPerformer: SyncPerforming {
  private let inner: any SyncPerforming
  private let recorder: TraceRecorder
  private let caller: String

  /// Creates a performer around `inner`.
  public init(
    _ inner: any SyncPerforming, recorder: TraceRecorder, caller: String = "EventStore"
  ) {
    self.inner = inner
    self.recorder = recorder
    self.caller = caller
  }

  /// Records `performSync`.
  public func performSync() async {
    let span = recorder.call(from: caller, to: "SyncEngine", "performSync")
    await TraceRecorder.$enclosing.withValue(span) { await inner.performSync() }
    recorder.returned(span)
  }
}
