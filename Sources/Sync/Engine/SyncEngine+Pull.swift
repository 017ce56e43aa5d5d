/// Fetching remote changes: a page and its cursor are one transaction.
extension SyncEngine {
  /// Fetches and stores the next page.
  func pullNextPage() async throws -> SyncStateMachine.Event {
    try await phase("each page of \(SyncEngine.pageSize)", isIteration: true) {
      let since = try placeToReadFrom()
      let page = try await networkClient.getChanges(since: since, limit: SyncEngine.pageSize)
      let last = page.changes.map(\.id).max() ?? since
      let cursor = max(since, page.nextCursor, last)
      if page.hasMore && cursor == since {
        return .requestFailed(message: "the change feed does not advance beyond \(cursor)")
      }
      try apply(page.changes, from: since, upTo: cursor)
      return page.hasMore ? .pageApplied : .pullCompleted
    }
  }

  /// The cursor, or a place before it, once no batch is without an answer.
  private func placeToReadFrom() throws -> Int64 {
    guard let reread = record.rereadFrom, try store().fetchBatches().isEmpty else {
      return record.cursor
    }
    return reread
  }

  private func apply(_ changes: [ChangeEntry], from since: Int64, upTo cursor: Int64) throws {
    let store = try store()
    if cursor != since || !changes.isEmpty || since != record.cursor {
      var changed = record
      changed.cursor = max(record.cursor, cursor)
      if since < record.cursor { changed.rereadFrom = cursor < record.cursor ? cursor : nil }
      try store.transaction {
        let edits = try LocalEdits(store)
        for change in changes {
          try round("each change") {
            if try apply(change, edits, in: store) { return }
            changed.rereadFrom = min(changed.rereadFrom ?? .max, change.id - 1)
          }
        }
        try store.writeEngineRecord(changed)
      }
      record = changed
      run?.counts.applied += changes.count
    }
    try resolveDuplicates()
  }

  /// Stores one change; one that cannot be stored is put aside, so that it is not lost in
  /// silence. Says whether it is done with.
  ///
  /// An edit that waits in the queue is newer than the change: it comes back by the feed when it
  /// has reached the server. One that was sent and has no answer may have reached it before the
  /// change, so that one must be read again when the answer is there.
  private func apply(
    _ change: ChangeEntry, _ edits: LocalEdits, in store: any SyncDataStore
  ) throws -> Bool {
    switch change.operation {
    case .delete:
      try applyDeletion(change, edits, in: store)
    case .create, .update:
      let local = try edits.mutations(change.entityType, change.entityId)
      if !local.isEmpty { return local.allSatisfy { $0.batchKey == nil } }
      try upsert(change, in: store)
    case .unrecognized(let name):
      try putAside(change, "operation '\(name)' is not known", in: store)
    }
    return true
  }

  private func upsert(_ change: ChangeEntry, in store: any SyncDataStore) throws {
    switch change.data {
    case .event(let remote): try store.upsertEvent(id: change.entityId) { $0.take(remote) }
    case .eventType(let remote):
      try store.upsertEventType(id: change.entityId) { $0.take(remote) }
    case .geofence(let remote):
      try store.upsertGeofence(id: change.entityId) { $0.take(remote) }
    case .propertyDefinition(let remote):
      try store.upsertPropertyDefinition(
        id: change.entityId, eventTypeId: remote.eventTypeId
      ) { $0.take(remote) }
    case .unreadable(let reason): try putAside(change, reason, in: store)
    case nil: try putAside(change, "the change carries no entity", in: store)
    }
  }

  /// What is gone on the server is gone here, with the edits that nobody has seen. A deletion
  /// that is queued has happened.
  private func applyDeletion(
    _ change: ChangeEntry, _ edits: LocalEdits, in store: any SyncDataStore
  ) throws {
    for mutation in try edits.mutations(change.entityType, change.entityId)
    where mutation.batchKey == nil || mutation.operation == .delete {
      try store.deletePendingMutation(id: mutation.id)
      if let key = mutation.batchKey { try store.deleteBatch(key: key) }
    }
    if case .unrecognized(let name) = change.entityType {
      return try putAside(change, "entity type '\(name)' is not known", in: store)
    }
    if change.entityType == .eventType && !edits.isEmpty {
      try dropDependents(on: change.entityId, in: store)
    }
    try delete(change.entityType, change.entityId, in: store)
  }

  /// Takes what needs a type that is gone out of the queue: new events and definitions go into
  /// quarantine, where a person finds them; the others are gone on the server as well.
  private func dropDependents(on typeId: String, in store: any SyncDataStore) throws {
    var after: Int64 = 0
    while true {
      let window = try store.fetchPendingMutations(after: after, limit: SyncEngine.pageSize)
      guard let last = window.last else { return }
      after = last.sequence
      for mutation in window
      where mutation.batchKey == nil && mutation.entityKind != .geofence
        && mutation.dependencies.contains(typeId)
      {
        try drop(mutation, in: store)
      }
    }
  }

  private func drop(_ mutation: PendingMutation, in store: any SyncDataStore) throws {
    guard mutation.operation == .create else {
      return try store.deletePendingMutation(id: mutation.id)
    }
    if try dropIfDeleted(mutation, in: store) { return }
    var create = mutation
    try absorbUpdates(into: &create, in: store)
    create.recordFailure("its event type was deleted elsewhere", at: configuration.clock.now)
    create.isQuarantined = true
    try store.updatePendingMutation(create)
  }

  private func putAside(
    _ change: ChangeEntry, _ reason: String, in store: any SyncDataStore
  ) throws {
    try store.insertQuarantinedChange(
      QuarantinedChange(
        id: change.id, entityKind: change.entityType, entityId: change.entityId,
        operation: change.operation, reason: reason, seenAt: configuration.clock.now))
  }
}

/// The entities with edits that have not reached the server; one look tells that there are none.
private struct LocalEdits {
  private let store: any SyncDataStore
  /// Whether there are none at all.
  let isEmpty: Bool

  init(_ store: any SyncDataStore) throws {
    self.store = store
    isEmpty =
      try store.countPendingMutations() == 0 && store.fetchQuarantinedMutations().isEmpty
  }

  func mutations(_ kind: EntityKind, _ id: String) throws -> [PendingMutation] {
    isEmpty ? [] : try store.fetchMutations(entityKind: kind, entityId: id)
  }
}
