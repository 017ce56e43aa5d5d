import Traces

/// The rows of a store with local edits, in the caller's transaction.
///
/// The row of an entity consists of its base row, which is its latest known row on the server, and
/// of the queued edits applied to it. A remote change replaces the base row. The edits are merged
/// onto it, and `SyncEngineConfiguration.resolveConflict` decides about fields that both sides
/// changed.
struct LocalCopy {
  let store: any SyncDataStore
  let queue: MutationQueue
  let resolveConflict: @Sendable (SyncConflict) -> SyncConflictResolution
  let recorder: TraceRecorder?
  /// The running sync, for counting and caching; `nil` if none is running.
  let run: SyncRun?

  /// Stores a row of the server. Returns `false` if an edit of the entity has been sent without an
  /// answer: the server may have received it before or after, so the change must be read again.
  func take(_ remote: EntityRow, _ edits: LocalEdits) throws -> Bool {
    let mutations = try edits.mutations(remote.kind, remote.id)
    if mutations.contains(where: { $0.batchKey != nil }) { return false }
    if edits.isEmpty {
      try store.writeRemote(remote)
    } else if mutations.isEmpty {
      try place(remote)
    } else {
      try rebase(mutations, onto: remote)
    }
    return true
  }

  /// Stores a row of the server whose entity has no edits. While the deletion of its type is
  /// queued, the row is stored only as a base row, because it is already deleted locally.
  func place(_ remote: EntityRow) throws {
    if try isHidden(remote) {
      try store.writeBaseRow(remote)
      try store.delete(remote.kind, id: remote.id)
    } else {
      try store.writeRemote(remote)
      try store.deleteBaseRow(remote.kind, id: remote.id)
    }
  }

  /// Whether the type of a row is deleted locally, but not yet on the server.
  func isHidden(_ row: EntityRow) throws -> Bool {
    guard let type = row.owningType else { return false }
    return try store.hasPendingMutation(entityId: type, entityKind: .eventType, operation: .delete)
  }

  private func rebase(_ mutations: [PendingMutation], onto remote: EntityRow) throws {
    let base = try store.findBaseRow(remote.kind, id: remote.id)?.fields
    if mutations.contains(where: { $0.operation == .delete }) {
      return try rebaseDeletion(mutations, from: base, onto: remote)
    }
    var merge = ThreeWayMerge(base: base, remote: remote.fields) { field, base, local, theirs in
      resolve(
        SyncConflict(
          entityKind: remote.kind, entityId: remote.id, field: field, base: base, local: local,
          remote: theirs))
    }
    for mutation in mutations.reversed() {
      try rebase(mutation, with: &merge)
    }
    if try store.fetchMutations(entityKind: remote.kind, entityId: remote.id).isEmpty {
      return try place(remote)
    }
    try store.writeBaseRow(remote)
    try queue.rebuildRow(remote.kind, id: remote.id)
  }

  /// Merges one update. A creation of an entity that the server has becomes an update of the
  /// differences.
  private func rebase(_ mutation: PendingMutation, with merge: inout ThreeWayMerge) throws {
    let change = try MutationPayload.fields(of: mutation.payload)
    var rebased = merge.rebased(change)
    if mutation.operation == .create {
      rebased = rebased.filter { merge.remote[$0.key] != $0.value && merge.remote[$0.key] != nil }
    }
    if rebased.isEmpty { return try store.deletePendingMutation(id: mutation.id) }
    if rebased == change { return }
    var changed = mutation
    changed.operation = .update
    changed.payload = try WireCoding.encode(rebased)
    changed.clientRequestId = queue.identifiers.nextKey()
    try store.updatePendingMutation(changed)
  }

  /// Merges a remote change with the local deletion of its entity.
  private func rebaseDeletion(
    _ mutations: [PendingMutation], from base: EntityFields?, onto remote: EntityRow
  ) throws {
    try store.writeBaseRow(remote)
    guard let base, base != remote.fields else { return }
    let conflict = SyncConflict(
      entityKind: remote.kind, entityId: remote.id, remote: .object(remote.fields))
    guard resolve(conflict) == .takeRemote else { return }
    for mutation in mutations { try store.deletePendingMutation(id: mutation.id) }
    try restore(remote.kind, remote.id, wasCreated: false)
  }

  /// Calls the conflict hook, and counts and records the conflict.
  func resolve(_ conflict: SyncConflict) -> SyncConflictResolution {
    let resolution = resolveConflict(conflict)
    run?.counts.conflicts += 1
    recorder?.note(
      by: "SyncEngine", "conflict on \(conflict.field ?? "a deletion"): \(resolution.title)")
    return resolution
  }

  /// Restores the server's row of an entity whose mutations were withdrawn. Returns `false` if that
  /// row is unknown.
  @discardableResult
  func restore(_ kind: EntityKind, _ id: String, wasCreated: Bool) throws -> Bool {
    if let base = try store.findBaseRow(kind, id: id) {
      try place(base)
    } else if wasCreated {
      try store.delete(kind, id: id)
    } else {
      return false
    }
    if kind == .eventType { try store.restoreDependents(ofType: id) }
    return true
  }

  /// Sets the status of an entity, if it exists.
  func setStatus(_ status: SyncStatus, of kind: EntityKind, id: String) throws {
    guard let row = try store.findRow(kind, id: id) else { return }
    try store.write(row.marked(status))
  }
}
