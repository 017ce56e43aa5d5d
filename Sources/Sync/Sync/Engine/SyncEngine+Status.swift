/// The engine's state for those who watch.
extension SyncEngine {
  /// The state now, and every later one. Each call gives a stream of its own; a watcher that
  /// falls far behind misses the oldest.
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

  /// Tells the watchers.
  func publish() {
    for watcher in watchers.values { watcher.yield(machine.state) }
  }

  private func forgetWatcher(_ number: Int) {
    watchers[number] = nil
  }

  /// Whether a call has come that the running sync, or the open breaker, does not serve any more:
  /// one more sync will follow.
  public var isCallRemembered: Bool { machine.isSyncRemembered }

  /// Whether the engine has read its store since it was created, so that `pendingCount` and `state`
  /// are what the store has.
  public var hasLoadedState: Bool { isLoaded }

  /// How many mutations are queued, counted again.
  public func getPendingCount() throws -> Int {
    try loadInitialState()
    try refreshPendingCount()
    return pendingCount
  }

  /// How many geofences are here.
  public func getLocalGeofenceCount() throws -> Int {
    try store().fetchAllGeofences().count
  }
}
