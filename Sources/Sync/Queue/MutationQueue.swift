/// The way into the queue: every edit goes through here, in the caller's transaction.
struct MutationQueue {
  let store: any SyncDataStore
  let identifiers: IdentifierSource
  let clock: any SyncClock

  /// Adds an edit, joined with what is queued already.
  func add(
    _ operation: MutationOperation, _ kind: EntityKind, id: String, payload: [UInt8] = []
  ) throws {
    let mutation = PendingMutation(
      id: identifiers.next(), clientRequestId: identifiers.nextKey(), entityKind: kind,
      operation: operation, entityId: id, payload: payload,
      dependencies: try MutationPayload.dependencies(
        of: payload, kind: kind, operation: operation),
      createdAt: clock.now)
    let existing = try store.fetchMutations(entityKind: kind, entityId: id)
    for edit in try MutationCoalescing.edits(adding: mutation, to: existing) {
      switch edit {
      case .insert(let mutation): try store.insertPendingMutation(mutation)
      case .replace(let mutation): try store.updatePendingMutation(mutation)
      case .remove(let id): try store.deletePendingMutation(id: id)
      }
    }
  }

  /// Forgets edits of an entity that nobody has seen: its parent is being deleted.
  func dropOpen(_ kind: EntityKind, id: String) throws {
    for mutation in try store.fetchMutations(entityKind: kind, entityId: id)
    where mutation.batchKey == nil {
      try store.deletePendingMutation(id: mutation.id)
    }
  }
}
