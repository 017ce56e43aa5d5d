/// The engine's state for observers.
extension SyncEngine {
  /// The current state and all later ones. A state is repeated if only `pendingCount` changes.
  /// Each call returns a separate stream; a watcher that has not read the last 256 states misses
  /// the oldest ones.
  public func stateUpdates() -> AsyncStream<SyncState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SyncState.self, bufferingPolicy: .bufferingNewest(256))
    lastWatcher += 1
    let number = lastWatcher
    watchers[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forgetWatcher(number) }
    }
    continuation.yield(machine.state)
    return stream
  }

  /// Sends the state to all watchers.
  func publish() {
    for watcher in watchers.values { watcher.yield(machine.state) }
  }

  private func forgetWatcher(_ number: Int) {
    watchers[number] = nil
  }

  /// Whether a sync was requested that neither the running sync nor the open breaker serves: one
  /// more sync will follow.
  public var hasPendingRequest: Bool { machine.hasPendingRequest }

  /// Whether the engine has read its store since it was created, so that `pendingCount` and `state`
  /// match the store.
  public var hasLoadedState: Bool { isLoaded }

  /// The number of queued mutations, counted again.
  ///
  /// - Throws: the error of the store, or `SyncStoreError.wrongAccount`.
  public func getPendingCount() throws -> Int {
    try loadInitialState()
    try refreshPendingCount()
    return pendingCount
  }

  /// The number of local geofences.
  ///
  /// - Throws: the error of the store.
  public func getLocalGeofenceCount() throws -> Int {
    try store().fetchAllGeofences().count
  }
}
