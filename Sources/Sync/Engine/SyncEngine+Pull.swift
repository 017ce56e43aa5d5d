/// Fetching remote changes: a page and its cursor are one transaction.
extension SyncEngine {
  /// Fetches and stores the next page.
  func pullNextPage() async throws -> SyncStateMachine.Event {
    try await phase("each page of \(SyncEngine.pageSize)", isIteration: true) {
      let page = try await networkClient.getChanges(
        since: record.cursor, limit: SyncEngine.pageSize)
      let last = page.changes.map(\.id).max() ?? record.cursor
      let cursor = max(record.cursor, page.nextCursor, last)
      if page.hasMore && cursor == record.cursor {
        return .requestFailed(message: "the change feed does not advance beyond \(cursor)")
      }
      try apply(page.changes, upTo: cursor)
      return page.hasMore ? .pageApplied : .pullCompleted
    }
  }

  private func apply(_ changes: [ChangeEntry], upTo cursor: Int64) throws {
    let store = try store()
    if cursor != record.cursor || !changes.isEmpty {
      var changed = record
      changed.cursor = cursor
      try store.transaction {
        let edits = try LocalEdits(store)
        for change in changes {
          try round("each change") { try apply(change, edits, in: store) }
        }
        try store.writeEngineRecord(changed)
      }
      record = changed
      run?.applied += changes.count
    }
    try resolveDuplicates()
  }

  /// Stores one change; one that cannot be stored is put aside, so that it is not lost in
  /// silence.
  private func apply(
    _ change: ChangeEntry, _ edits: LocalEdits, in store: any SyncDataStore
  ) throws {
    switch change.operation {
    case .delete:
      try applyDeletion(change, edits, in: store)
    case .create, .update:
      // The local edit is newer: it has yet to reach the server, and comes back by the feed.
      if try edits.contains(change.entityType, change.entityId) { return }
      try upsert(change, in: store)
    case .unrecognized(let name):
      try putAside(change, "operation '\(name)' is not known", in: store)
    }
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
    for var mutation in try store.fetchPendingMutations()
    where mutation.batchKey == nil && mutation.dependencies.contains(typeId) {
      if mutation.entityKind == .geofence { continue }
      if mutation.operation == .create {
        if try dropIfDeleted(mutation, in: store) { continue }
        mutation.recordFailure("its event type was deleted elsewhere", at: configuration.clock.now)
        mutation.isQuarantined = true
        try store.updatePendingMutation(mutation)
      } else {
        try store.deletePendingMutation(id: mutation.id)
      }
    }
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
      try store.fetchPendingMutations(after: 0, limit: 1).isEmpty
      && store.fetchQuarantinedMutations().isEmpty
  }

  func mutations(_ kind: EntityKind, _ id: String) throws -> [PendingMutation] {
    isEmpty ? [] : try store.fetchMutations(entityKind: kind, entityId: id)
  }

  func contains(_ kind: EntityKind, _ id: String) throws -> Bool {
    try !mutations(kind, id).isEmpty
  }
}
