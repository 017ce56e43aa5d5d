/// Handles deletions on the server of entities that may have local edits.
extension LocalCopy {
  /// Applies a deletion of the feed. Returns `false` if an edit has been sent without an answer, in
  /// which case the change must be read again.
  func takeDeletion(of kind: EntityKind, _ id: String, _ edits: LocalEdits) throws -> Bool {
    if edits.isEmpty {
      try store.delete(kind, id: id)
      return true
    }
    let mutations = try edits.mutations(kind, id)
    if mutations.contains(where: { $0.batchKey != nil && $0.operation != .delete }) { return false }
    try settleDeleted(kind, id: id, mutations: mutations)
    return true
  }

  /// Handles the server's answer that a mutation's entity was deleted.
  func settleGone(_ mutation: PendingMutation) throws {
    let mutations = try store.fetchMutations(
      entityKind: mutation.entityKind, entityId: mutation.entityId)
    try settleDeleted(mutation.entityKind, id: mutation.entityId, mutations: mutations)
  }

  /// Deletes a local entity that no longer exists on the server. A queued deletion is complete;
  /// other edits are passed to the conflict hook.
  func settleDeleted(_ kind: EntityKind, id: String, mutations: [PendingMutation]) throws {
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
      try keepCopy(kind, id)
    }
    if kind == .eventType {
      try quarantineDependents(on: id)
      for released in try queue.clearReferences(toType: id) { run?.plan.block(released) }
    }
    try store.deleteBaseRow(kind, id: id)
    try store.delete(kind, id: id)
  }

  /// Creates a new entity from an edited one that was deleted elsewhere. Its creation goes into
  /// quarantine, where the user finds it; local references to the deleted entity then refer to the
  /// new one.
  private func keepCopy(_ kind: EntityKind, _ id: String) throws {
    guard var copy = try store.findRow(kind, id: id) else { return }
    let conflict = SyncConflict(entityKind: kind, entityId: id, local: .object(copy.fields))
    if resolve(conflict) == .takeRemote { return }
    copy.id = queue.identifiers.next()
    if kind == .eventType || kind == .geofence {
      try EntitySubstitution(kind: kind, old: id, new: copy.id, store: store, queue: queue).apply()
    }
    try queue.create(copy)
    for var creation in try store.fetchMutations(entityKind: kind, entityId: copy.id) {
      creation.recordFailure("deleted elsewhere", at: queue.clock.now)
      try quarantine(creation)
    }
  }

  /// Puts edits that refer to a deleted type into quarantine. An event that was moved to the type
  /// is kept, and can be moved again.
  private func quarantineDependents(on typeId: String) throws {
    var after: Int64 = 0
    while true {
      let window = try store.fetchPendingMutations(after: after, limit: SyncEngine.pageSize)
      guard let last = window.last else { return }
      after = last.sequence
      for mutation in window where mutation.dependencies.contains(typeId) {
        if mutation.batchKey != nil || mutation.entityKind == .geofence { continue }
        try quarantine(mutation, ofType: typeId)
      }
    }
  }

  private func quarantine(_ mutation: PendingMutation, ofType typeId: String) throws {
    // An earlier mutation of the entity may have absorbed this one.
    guard var dependent = try store.findMutation(id: mutation.id),
      try !dropIfDeleted(dependent)
    else { return }
    try absorbUpdates(into: &dependent)
    let names = try MutationPayload.dependencies(of: dependent.payload)
    if names.contains(typeId) {
      dependent.recordFailure("its event type was deleted elsewhere", at: queue.clock.now)
      try quarantine(dependent)
    } else {
      try store.updatePendingMutation(dependent)
    }
  }

  /// Puts a mutation into quarantine; its row remains visible.
  func quarantine(_ mutation: PendingMutation) throws {
    var aside = mutation
    aside.isQuarantined = true
    try store.updatePendingMutation(aside)
    run?.plan.block(aside)
    if aside.isDuplicate, let event = try store.findEvent(id: aside.entityId) {
      run?.duplicates?.insert(event)
    }
    try setStatus(.failed, of: aside.entityKind, id: aside.entityId)
  }
}
