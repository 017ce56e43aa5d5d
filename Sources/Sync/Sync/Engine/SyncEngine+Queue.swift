/// The app's access to the queue: adding and withdrawing edits, and inspecting quarantine.
extension SyncEngine {
  /// Queues a mutation of an entity that is already stored. `EventStore` stores both at once.
  ///
  /// The payload is not compared with the kind: a payload that the server cannot accept goes into
  /// quarantine when it is sent.
  ///
  /// - Parameters:
  ///   - entityKind: the kind of the entity.
  ///   - operation: the operation on the entity.
  ///   - entityId: the id of the entity.
  ///   - payload: the body of the request as a JSON object; empty for a deletion.
  /// - Throws: `DecodingError` if the payload is neither empty nor a JSON object, or the error of
  ///   the store.
  public func queueMutation(
    entityKind: EntityKind, operation: MutationOperation, entityId: String, payload: [UInt8]
  ) throws {
    try loadInitialState()
    let store = try store()
    let dependencies = try MutationPayload.dependencies(of: payload)
    try store.transaction {
      try local().queue.add(
        operation, entityKind, id: entityId, payload: payload, dependencies: dependencies)
    }
    noticeQueueChange()
  }

  /// Withdraws every queued mutation, including those in quarantine, after cancelling a running
  /// sync; then closes the breaker. The server's rows are restored.
  ///
  /// - Parameter markEntitiesFailed: whether entities that exist only on this device are kept,
  ///   marked as failed and with their creation in quarantine; otherwise they are deleted.
  /// - Returns: the number of withdrawn mutations.
  /// - Throws: the error of the store.
  @discardableResult
  public func clearPendingMutations(markEntitiesFailed: Bool = true) async throws -> Int {
    await cancelSync()
    try loadInitialState()
    let store = try store()
    let count = try store.transaction {
      for batch in try store.fetchBatches() { try store.deleteBatch(key: batch.key) }
      let all = try store.fetchPendingMutations() + store.fetchQuarantinedMutations()
      try withdraw {
        for mutation in all { try $0.giveUp(mutation, keepsCreation: markEntitiesFailed) }
      }
      return all.count
    }
    noticeQueueChange()
    resetCircuitBreaker()
    return count
  }

  /// Withdraws the edits of an entity that are queued or in quarantine, and restores the server's
  /// row. An edit that was sent without an answer is kept. If an event type was created locally,
  /// the events and definitions created for it are deleted with it; an event that was moved to it
  /// returns to its former type and keeps its other edits.
  ///
  /// - Returns: the number of withdrawn mutations.
  /// - Throws: the error of the store.
  @discardableResult
  public func discardEdits(of kind: EntityKind, id: String) throws -> Int {
    try loadInitialState()
    let count = try store().transaction { try withdraw { try $0.discardEdits(of: kind, id) } }
    noticeQueueChange()
    return count
  }

  /// Withdraws edits; if the server's row of an entity is unknown, the next sync fetches
  /// everything.
  private func withdraw<Result>(_ body: (inout EditWithdrawal) throws -> Result) throws -> Result {
    var withdrawal = EditWithdrawal(try local())
    let result = try body(&withdrawal)
    if !withdrawal.isComplete { try updateRecord { $0.isBootstrapForced = true } }
    return result
  }

  /// Mutations in quarantine, in the order of the queue, with their latest errors: for example
  /// those that were refused too often or as duplicates, and edits of entities deleted elsewhere.
  ///
  /// - Throws: the error of the store.
  public func quarantinedMutations() throws -> [PendingMutation] {
    try store().fetchQuarantinedMutations()
  }

  /// Changes of the feed, and rows of a bootstrap, that could not be applied.
  ///
  /// - Throws: the error of the store.
  public func quarantinedChanges() throws -> [QuarantinedChange] {
    try store().fetchQuarantinedChanges()
  }

  /// Removes the changes that could not be applied and makes the next sync read them again, for
  /// example after an update of the app that supports more kinds of entities. Changes that still
  /// cannot be applied are quarantined again.
  ///
  /// - Returns: the number of changes.
  /// - Throws: the error of the store.
  @discardableResult
  public func retryQuarantinedChanges() throws -> Int {
    try loadInitialState()
    let store = try store()
    var count = 0
    try updateRecord { record in
      let changes = try store.fetchQuarantinedChanges()
      count = changes.count
      // Rows of a bootstrap have negative numbers, because their position in the feed is unknown.
      if changes.contains(where: { $0.id < 0 }) { record.isBootstrapForced = true }
      if let first = changes.map(\.id).filter({ $0 > 0 }).min() {
        record.rereadFrom = min(record.rereadFrom ?? .max, first - 1)
      }
      for change in changes { try store.deleteQuarantinedChange(id: change.id) }
    }
    return count
  }

  /// Puts a mutation back into the queue, with a full number of attempts.
  ///
  /// - Returns: whether it was in quarantine.
  /// - Throws: the error of the store.
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
      try local().setStatus(.pending, of: retried.entityKind, id: retried.entityId)
    }
    noticeQueueChange()
    return true
  }
}
