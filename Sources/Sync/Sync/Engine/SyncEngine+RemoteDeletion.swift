/// Entities that were deleted on the server and may be edited here.
extension SyncEngine {
  /// Applies a deletion of the feed. Returns `false` if an edit has been sent and not been answered:
  /// the change must be read again.
  func takeDeletion(
    of kind: EntityKind, _ id: String, _ edits: LocalEdits, in store: any SyncDataStore
  ) throws -> Bool {
    if edits.isEmpty {
      try store.delete(kind, id: id)
      return true
    }
    let mutations = try edits.mutations(kind, id)
    if mutations.contains(where: { $0.batchKey != nil && $0.operation != .delete }) { return false }
    try settleDeleted(kind, id, mutations, in: store)
    return true
  }

  /// The server's answer to a mutation is that its entity was deleted.
  func settleGone(_ mutation: PendingMutation, in store: any SyncDataStore) throws {
    let mutations = try store.fetchMutations(
      entityKind: mutation.entityKind, entityId: mutation.entityId)
    try settleDeleted(mutation.entityKind, mutation.entityId, mutations, in: store)
  }

  /// Deletes an entity here that the server does not have any more. A deletion that is queued has
  /// happened; other edits go to the hook.
  func settleDeleted(
    _ kind: EntityKind, _ id: String, _ mutations: [PendingMutation],
    in store: any SyncDataStore
  ) throws {
    for mutation in mutations {
      try store.deletePendingMutation(id: mutation.id)
      if let key = mutation.batchKey { try store.deleteBatch(key: key) }
    }
    if kind == .eventType {
      try store.hideDependents(ofType: id)
      try store.forgetDependents(ofType: id)
    }
    let isEdited = mutations.contains { $0.operation == .update }
    if isEdited && !mutations.contains(where: { $0.operation == .delete }) {
      try keepCopy(kind, id, in: store)
    }
    if kind == .eventType {
      try quarantineDependents(on: id, in: store)
      try queue(in: store).clearReferences(toType: id)
    }
    try store.deleteBaseRow(kind, id: id)
    try store.delete(kind, id: id)
  }

  /// Makes a new entity of an edited one that was deleted elsewhere. Its creation goes into
  /// quarantine, where the user finds it; what named the deleted entity here names the new one.
  private func keepCopy(_ kind: EntityKind, _ id: String, in store: any SyncDataStore) throws {
    guard var copy = try store.findRow(kind, id: id) else { return }
    let conflict = SyncConflict(entityKind: kind, entityId: id, local: .object(copy.fields))
    if resolve(conflict) == .takeRemote { return }
    copy.id = configuration.identifiers.next()
    if kind == .eventType || kind == .geofence {
      try EntitySubstitution(
        kind: kind, old: id, new: copy.id, store: store, queue: queue(in: store)
      ).apply()
    }
    try queue(in: store).create(copy)
    for var creation in try store.fetchMutations(entityKind: kind, entityId: copy.id) {
      creation.recordFailure("deleted elsewhere", at: configuration.clock.now)
      try quarantine(creation, in: store)
    }
  }

  /// Puts edits that name a deleted type into quarantine. An event that was moved to it stays, and
  /// can be moved on.
  private func quarantineDependents(on typeId: String, in store: any SyncDataStore) throws {
    var after: Int64 = 0
    while true {
      let window = try store.fetchPendingMutations(after: after, limit: SyncEngine.pageSize)
      guard let last = window.last else { return }
      after = last.sequence
      for mutation in window where mutation.dependencies.contains(typeId) {
        if mutation.batchKey != nil || mutation.entityKind == .geofence { continue }
        try quarantine(mutation, ofType: typeId, in: store)
      }
    }
  }

  private func quarantine(
    _ mutation: PendingMutation, ofType typeId: String, in store: any SyncDataStore
  ) throws {
    // An earlier one of the entity may have taken this one into itself.
    guard var dependent = try store.findMutation(id: mutation.id),
      try !dropIfDeleted(dependent, in: store)
    else { return }
    try absorbUpdates(into: &dependent, in: store)
    let names = try MutationPayload.dependencies(of: dependent.payload)
    if names.contains(typeId) {
      dependent.recordFailure(
        "its event type was deleted elsewhere", at: configuration.clock.now)
      try quarantine(dependent, in: store)
    } else {
      try store.updatePendingMutation(dependent)
    }
  }

  /// Takes a mutation out of the way; its row stays to be seen.
  func quarantine(_ mutation: PendingMutation, in store: any SyncDataStore) throws {
    var aside = mutation
    aside.isQuarantined = true
    try store.updatePendingMutation(aside)
    run?.plan.block(aside)
    if aside.isDuplicate, let event = try store.findEvent(id: aside.entityId) {
      run?.duplicates?.insert(event)
    }
    try setStatus(.failed, aside.entityKind, aside.entityId, in: store)
  }
}
