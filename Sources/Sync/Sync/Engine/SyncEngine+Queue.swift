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
    let dependencies = try MutationPayload.dependencies(of: payload)
    try store.transaction {
      try queue(in: store).add(
        operation, entityKind, id: entityId, payload: payload, dependencies: dependencies)
    }
    noticeQueueChange()
  }

  /// Gives up every queued mutation, those in quarantine included, after cancelling a running sync;
  /// then closes the breaker. The server's rows come back.
  ///
  /// - Parameter markEntitiesFailed: whether entities that only this device has stay, marked as
  ///   failed and with their creation in quarantine; otherwise they are deleted.
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
      var isComplete = true
      for mutation in all {
        let isRestored = try giveUp(mutation, keepsCreation: markEntitiesFailed, in: store)
        isComplete = isComplete && isRestored
      }
      if !isComplete { try forceBootstrap(in: store) }
      return all.count
    }
    noticeQueueChange()
    resetCircuitBreaker()
    return count
  }

  /// Gives up the edits of an entity that are queued or in quarantine: it is again what the server
  /// has. An edit that was sent and has no answer stays. With a type that was made here go the events
  /// and definitions that were made for it; an event that was moved to it returns to its former type
  /// and keeps its other edits.
  ///
  /// - Returns: how many mutations were given up.
  /// - Throws: what the store throws.
  @discardableResult
  public func discardEdits(of kind: EntityKind, id: String) throws -> Int {
    try loadInitialState()
    let store = try store()
    let count = try store.transaction { try discardEdits(of: kind, id, in: store) }
    noticeQueueChange()
    return count
  }

  private func discardEdits(
    of kind: EntityKind, _ id: String, in store: any SyncDataStore
  ) throws -> Int {
    let all = try store.fetchMutations(entityKind: kind, entityId: id)
    let open = all.filter { $0.batchKey == nil }
    let isCreated = open.contains { $0.operation == .create }
    var count = open.count
    if isCreated && kind == .eventType {
      for event in try store.fetchEvents(ofType: id) {
        count += try returnEvent(event.id, fromType: id, in: store)
      }
      for definition in try store.fetchAllPropertyDefinitions() where definition.eventTypeId == id {
        count += try discardEdits(of: .propertyDefinition, definition.id, in: store)
      }
      try queue(in: store).clearReferences(toType: id)
    }
    for mutation in open { try store.deletePendingMutation(id: mutation.id) }
    if open.count < all.count {
      try queue(in: store).rebuildRow(kind, id: id)
    } else if try !open.isEmpty && !restore(kind, id, wasCreated: isCreated, in: store) {
      try forceBootstrap(in: store)
    }
    return count
  }

  /// Gives up the move of an event to a type, or the event if it was made here.
  private func returnEvent(
    _ id: String, fromType typeId: String, in store: any SyncDataStore
  ) throws -> Int {
    let open = try store.fetchMutations(entityKind: .event, entityId: id)
      .filter { $0.batchKey == nil }
    let moves = open.filter { $0.dependencies.contains(typeId) }
    let rests = try moves.map { try MutationPayload.removing(typeId, from: $0.payload) }
    let isCreated = open.contains { $0.operation == .create }
    if isCreated || moves.count == open.count && rests.allSatisfy({ $0 == nil }) {
      return try discardEdits(of: .event, id, in: store)
    }
    for (move, rest) in zip(moves, rests) {
      guard let rest else {
        try store.deletePendingMutation(id: move.id)
        continue
      }
      var kept = move
      kept.payload = rest
      kept.dependencies.removeAll { $0 == typeId }
      kept.clientRequestId = configuration.identifiers.nextKey()
      kept.isQuarantined = false
      kept.attempts = 0
      try store.updatePendingMutation(kept)
    }
    try queue(in: store).rebuildRow(.event, id: id)
    try setStatus(.pending, .event, id, in: store)
    return rests.count { $0 == nil }
  }

  /// Gives up a mutation with all others of its entity. Returns `false` if the server's row is
  /// unknown.
  private func giveUp(
    _ mutation: PendingMutation, keepsCreation: Bool, in store: any SyncDataStore
  ) throws -> Bool {
    let (kind, id) = (mutation.entityKind, mutation.entityId)
    let all = try store.fetchMutations(entityKind: kind, entityId: id)
    guard let first = all.first else { return true }
    let isCreated = all.contains { $0.operation == .create }
    if keepsCreation && isCreated && !all.contains(where: { $0.operation == .delete }) {
      var creation = first
      try absorbUpdates(into: &creation, in: store)
      try quarantine(creation, in: store)
      return true
    }
    for mutation in all { try store.deletePendingMutation(id: mutation.id) }
    return try restore(kind, id, wasCreated: isCreated, in: store)
  }

  /// Lets the next sync fetch everything: the server's row of an entity is unknown.
  private func forceBootstrap(in store: any SyncDataStore) throws {
    try updateRecord { $0.isBootstrapForced = true }
  }

  /// Mutations that were refused too often, with their last errors.
  public func quarantinedMutations() throws -> [PendingMutation] {
    try store().fetchQuarantinedMutations()
  }

  /// Changes of the feed, and rows of a bootstrap, that could not be applied.
  public func quarantinedChanges() throws -> [QuarantinedChange] {
    try store().fetchQuarantinedChanges()
  }

  /// Forgets the changes that could not be applied and lets the next sync read them again, as after
  /// an update of the app that knows more kinds of entities. Those that still cannot be applied are
  /// put aside again.
  ///
  /// - Returns: how many there were.
  /// - Throws: what the store throws.
  @discardableResult
  public func retryQuarantinedChanges() throws -> Int {
    try loadInitialState()
    let store = try store()
    var count = 0
    try updateRecord { record in
      let changes = try store.fetchQuarantinedChanges()
      count = changes.count
      // Rows of a bootstrap have negative numbers: their place in the feed is unknown.
      if changes.contains(where: { $0.id < 0 }) { record.isBootstrapForced = true }
      if let first = changes.map(\.id).filter({ $0 > 0 }).min() {
        record.rereadFrom = min(record.rereadFrom ?? .max, first - 1)
      }
      for change in changes { try store.deleteQuarantinedChange(id: change.id) }
    }
    return count
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
    noticeQueueChange()
    return true
  }
}
