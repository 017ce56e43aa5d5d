/// The way into the queue: every edit goes through here, in the caller's transaction.
struct MutationQueue {
  let store: any SyncDataStore
  let identifiers: IdentifierSource
  let clock: any SyncClock

  /// Adds the creation of an entity whose id was made just now: there is nothing to join it with.
  func addNew(
    _ kind: EntityKind, id: String, payload: [UInt8], dependencies: [String] = []
  ) throws {
    try store.insertPendingMutation(mutation(.create, kind, id, payload, dependencies))
  }

  /// Adds an edit, joined with what is queued already. `dependencies` are the ids that the server
  /// must know before it can accept the payload.
  func add(
    _ operation: MutationOperation, _ kind: EntityKind, id: String, payload: [UInt8] = [],
    dependencies: [String] = []
  ) throws {
    let mutation = mutation(operation, kind, id, payload, dependencies)
    let existing = try store.fetchMutations(entityKind: kind, entityId: id)
    for edit in try MutationCoalescing.edits(adding: mutation, to: existing) {
      switch edit {
      case .insert(let mutation): try store.insertPendingMutation(mutation)
      case .replace(let mutation): try store.updatePendingMutation(mutation)
      case .remove(let id): try store.deletePendingMutation(id: id)
      }
    }
  }

  private func mutation(
    _ operation: MutationOperation, _ kind: EntityKind, _ id: String, _ payload: [UInt8],
    _ dependencies: [String]
  ) -> PendingMutation {
    PendingMutation(
      id: identifiers.next(), clientRequestId: identifiers.nextKey(), entityKind: kind,
      operation: operation, entityId: id, payload: payload, dependencies: dependencies,
      createdAt: clock.now)
  }

  /// Forgets edits of an entity that nobody has seen: its parent is being deleted.
  func dropOpen(_ kind: EntityKind, id: String) throws {
    for mutation in try store.fetchMutations(entityKind: kind, entityId: id)
    where mutation.batchKey == nil {
      try store.deletePendingMutation(id: mutation.id)
    }
  }
}
