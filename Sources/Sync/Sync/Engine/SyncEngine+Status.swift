/// The engine's state for observers.
extension SyncEngine {
  /// The current state and all later ones. Each call returns a separate stream; a watcher that
  /// falls far behind misses the oldest states.
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
  public func getPendingCount() throws -> Int {
    try loadInitialState()
    try refreshPendingCount()
    return pendingCount
  }

  /// The number of local geofences.
  public func getLocalGeofenceCount() throws -> Int {
    try store().fetchAllGeofences().count
  }
}
