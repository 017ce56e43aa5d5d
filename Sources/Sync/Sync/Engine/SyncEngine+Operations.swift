/// Operations that a user or an app requests in addition to syncs.
extension SyncEngine {
  /// Makes the next sync fetch everything again, and starts it. A running sync continues; local
  /// edits stay queued. Like `performSync()`, it returns at once while the circuit breaker is open;
  /// the request is on disk, so a later sync serves it.
  ///
  /// - Throws: the error of the store. A failure of the sync is not thrown.
  public func forceFullResync() async throws {
    try loadInitialState()
    try updateRecord { record in
      record.isBootstrapForced = true
      record.bootstrap = nil
    }
    await performSync()
  }

  /// Skips every change that the server has now, without fetching it, after a running sync has
  /// ended. The local copy then counts as complete, even if nothing was ever fetched.
  ///
  /// - Returns: the new cursor.
  /// - Throws: `APIError`, `SyncEngineError.circuitBreakerOpen`, or the error of the store.
  public func skipToLatestCursor() async throws -> Int64 {
    try await prepareForRequest()
    let position = try await networkClient.getLatestCursor()
    try updateRecord { record in
      let isSameEpoch = record.epoch == position.epoch
      record.cursor = isSameEpoch ? max(position.cursor, record.cursor) : position.cursor
      record.epoch = position.epoch
      record.rereadFrom = nil
      record.isBootstrapped = true
    }
    return record.cursor
  }

  /// Replaces the local geofences by the server's, after a running sync has ended; queued edits are
  /// merged onto these.
  ///
  /// - Returns: the number of geofences on the server.
  /// - Throws: `APIError`, `PartialList` if a geofence is unreadable,
  ///   `SyncEngineError.circuitBreakerOpen`, or the error of the store.
  public func syncGeofences() async throws -> Int {
    try await prepareForRequest()
    let remote = try await networkClient.getGeofences(activeOnly: false)
    try checkUsers(remote.map(\.userId))
    let store = try store()
    try store.transaction {
      let ids = Set(remote.map(\.id))
      let edits = try LocalEdits(store)
      for local in try store.fetchAllGeofences() where !ids.contains(local.id) {
        if try edits.mutations(.geofence, local.id).isEmpty {
          try store.deleteGeofence(id: local.id)
        }
      }
      // Geofences with an unanswered edit are updated by the feed.
      for geofence in remote { _ = try local().take(.geofence(Geofence(geofence)), edits) }
    }
    return remote.count
  }

  /// Fetches missing event types that local events refer to, after a running sync has ended. No
  /// request is made if none are missing.
  ///
  /// - Returns: the number of restored types.
  /// - Throws: `APIError`, `SyncEngineError.circuitBreakerOpen`, or the error of the store.
  public func restoreEventRelationships() async throws -> Int {
    try await prepareForRequest()
    let store = try store()
    let missing = Set(try store.fetchMissingEventTypeIds())
    if missing.isEmpty { return 0 }
    let types = try await readable { try await self.networkClient.getEventTypes() }.rows
      .filter { missing.contains($0.id) }
    try checkUsers(types.map(\.userId))
    try store.transaction {
      for type in types { try store.write(.eventType(EventType(type))) }
    }
    return types.count
  }

  /// Waits for a running sync; throws while the breaker is open.
  private func prepareForRequest() async throws {
    try loadInitialState()
    await runTask?.value
    if isCircuitBreakerTripped {
      throw SyncEngineError.circuitBreakerOpen(secondsLeft: circuitBreakerBackoffRemaining)
    }
  }
}

/// The reason why the engine refused an operation.
public enum SyncEngineError: Error, Hashable, Sendable {
  /// The breaker is open for this number of seconds, so nothing is sent.
  case circuitBreakerOpen(secondsLeft: Double)
}
