public import Traces

/// A factory whose stores record the calls of `caller`.
public struct TracingDataStoreFactory: DataStoreFactory {
  private let inner: any DataStoreFactory
  private let recorder: TraceRecorder
  private let caller: String

  /// Wraps `inner`.
  public init(_ inner: any DataStoreFactory, recorder: TraceRecorder, caller: String) {
    self.inner = inner
    self.recorder = recorder
    self.caller = caller
  }

  /// Opens a recording store.
  ///
  /// - Throws: the error of the wrapped factory.
  public func makeDataStore() throws -> any SyncDataStore {
    TracingDataStore(try inner.makeDataStore(), recorder: recorder, caller: caller)
  }
}
