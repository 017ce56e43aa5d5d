/// The queue for the app: adding, taking back, looking into quarantine.
extension SyncEngine {
  /// Queues a mutation of an entity that is stored already. `EventStore` stores both at once.
  ///
  /// - Throws: `DecodingError` for a payload that is not what its kind says, or what the store
  ///   throws.
  public func queueMutation(
    entityKind: EntityKind, operation: MutationOperation, entityId: String, payload: [UInt8]
  ) throws {
    try loadInitialState()
    let store = try store()
    let queue = MutationQueue(
      store: store, identifiers: configuration.identifiers, clock: configuration.clock)
    let dependencies = try MutationPayload.dependencies(
      of: payload, kind: entityKind, operation: operation)
    try store.transaction {
      try queue.add(
        operation, entityKind, id: entityId, payload: payload, dependencies: dependencies)
    }
    try refreshPendingCount()
  }

  /// Gives up every queued mutation, those in quarantine included, after calling off a running
  /// sync; then closes the breaker.
  ///
  /// - Parameter markEntitiesFailed: whether their entities are marked as failed.
  /// - Returns: how many were given up.
  /// - Throws: what the store throws.
  @discardableResult
  public func clearPendingMutations(markEntitiesFailed: Bool = true) async throws -> Int {
    await cancelSync()
    try loadInitialState()
    let store = try store()
    let count = try store.transaction {
      for batch in try store.fetchBatches() { try store.deleteBatch(key: batch.key) }
      let all = try store.fetchPendingMutations() + store.fetchQuarantinedMutations()
      for mutation in all {
        if markEntitiesFailed {
          try setStatus(.failed, mutation.entityKind, mutation.entityId, in: store)
        }
        try store.deletePendingMutation(id: mutation.id)
      }
      return all.count
    }
    try refreshPendingCount()
    resetCircuitBreaker()
    return count
  }

  /// Mutations that were refused too often, with their last errors.
  public func quarantinedMutations() throws -> [PendingMutation] {
    try store().fetchQuarantinedMutations()
  }

  /// Changes of the feed that could not be applied.
  public func quarantinedChanges() throws -> [QuarantinedChange] {
    try store().fetchQuarantinedChanges()
  }

  /// Puts a mutation back into the queue, with all its attempts.
  ///
  /// - Returns: whether it was in quarantine.
  @discardableResult
  public func retryQuarantinedMutation(id: String) throws -> Bool {
    let store = try store()
    guard var mutation = try store.findMutation(id: id), mutation.isQuarantined else {
      return false
    }
    mutation.isQuarantined = false
    mutation.attempts = 0
    mutation.clientRequestId = configuration.identifiers.nextKey()
    let retried = mutation
    try store.transaction {
      try store.updatePendingMutation(retried)
      try setStatus(.pending, retried.entityKind, retried.entityId, in: store)
    }
    try refreshPendingCount()
    return true
  }
}
