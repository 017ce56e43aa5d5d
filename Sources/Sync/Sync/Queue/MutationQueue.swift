/// Adds edits to the queue, in the caller's transaction.
///
/// The queue is a transactional outbox
/// (https://microservices.io/patterns/data/transactional-outbox.html): row and mutation are written
/// in one transaction, so a crash can neither lose the mutation of a stored edit nor keep one
/// without its edit. The engine sends each mutation at least once. A repeated creation or update
/// does no harm, because it has the same idempotency key, and neither does a repeated deletion,
/// because a missing entity counts as deleted.
///
/// Cost: one transaction for each edit, with a row, at most one base row and one or a few
/// mutations.
struct MutationQueue {
  let store: any SyncDataStore
  let identifiers: IdentifierSource
  let clock: any SyncClock

  /// Stores the row of an entity with a new id, and queues its creation, which cannot be merged
  /// with an earlier mutation.
  func create(_ row: EntityRow) throws {
    guard let payload = try row.createPayload() else { return }
    try store.write(row.marked(.pending))
    // Events are numerous, and have no unique names.
    let names = row.kind == .event ? [] : row.uniqueNames
    try store.insertPendingMutation(
      mutation(
        .create, of: row.kind, id: row.id, payload: payload, dependencies: row.parents + names))
  }

  /// Stores an edited row and queues the changed fields. The row before the first edit is kept as
  /// the base row. An edit of fields that never leave the device is only stored.
  ///
  /// - Returns: the status of the stored row.
  func update(from before: EntityRow, to after: EntityRow) throws -> SyncStatus {
    let old = before.fields
    var change = after.fields.filter { old[$0.key] != $0.value }
    guard !change.isEmpty else {
      let unchanged = after.marked(before.syncStatus)
      if unchanged != before { try store.write(unchanged) }
      return before.syncStatus
    }
    if case .geofence(let geofence) = after {
      change["ios_region_identifier"] = .text(geofence.id)
    }
    let existing = try store.fetchMutations(entityKind: after.kind, entityId: after.id)
    if existing.isEmpty { try store.writeBaseRow(before.marked(.synced)) }
    try store.write(after.marked(.pending))
    let (names, formerNames) = (Set(after.uniqueNames), Set(before.uniqueNames))
    var update = mutation(
      .update, of: after.kind, id: after.id, payload: try WireCoding.encode(change),
      dependencies: after.parents + names.subtracting(formerNames).sorted())
    update.releases =
      Set(before.parents).subtracting(after.parents).union(formerNames.subtracting(names)).sorted()
    try add(update, to: existing)
    return .pending
  }

  /// Deletes a row and queues the deletion. The row of an entity without other edits is kept as the
  /// base row.
  func delete(_ row: EntityRow) throws {
    let existing = try store.fetchMutations(entityKind: row.kind, entityId: row.id)
    if existing.isEmpty { try store.writeBaseRow(row.marked(.synced)) }
    try store.delete(row.kind, id: row.id)
    var deletion = mutation(.delete, of: row.kind, id: row.id, payload: [], dependencies: [])
    deletion.releases = row.uniqueNames
    try add(deletion, to: existing)
  }

  /// Adds an edit made by another writer, merged with the queued mutations. `dependencies` are the
  /// ids that must exist on the server before it can accept the payload.
  func add(
    _ operation: MutationOperation, _ kind: EntityKind, id: String, payload: [UInt8] = [],
    dependencies: [String] = []
  ) throws {
    try add(
      mutation(operation, of: kind, id: id, payload: payload, dependencies: dependencies),
      to: try store.fetchMutations(entityKind: kind, entityId: id))
  }

  private func add(_ new: PendingMutation, to existing: [PendingMutation]) throws {
    let edits = try MutationCoalescing.edits(adding: new, to: existing) {
      try store.hasMutation(after: $0.sequence, ofOthersThan: $0.entityId)
    }
    for edit in edits {
      switch edit {
      case .insert(let mutation): try store.insertPendingMutation(mutation)
      case .replace(let mutation): try store.updatePendingMutation(mutation)
      case .remove(let id): try store.deletePendingMutation(id: id)
      }
    }
  }

  private func mutation(
    _ operation: MutationOperation, of kind: EntityKind, id: String, payload: [UInt8],
    dependencies: [String]
  ) -> PendingMutation {
    PendingMutation(
      id: identifiers.next(), clientRequestId: identifiers.nextKey(), entityKind: kind,
      operation: operation, entityId: id, payload: payload, dependencies: dependencies,
      createdAt: clock.now)
  }
}

// MARK: - Rows from mutations

extension MutationQueue {
  /// Removes references to a deleted event type from the open mutations of geofences, as the server
  /// does with its geofences. Returns the mutations that leave quarantine.
  @discardableResult
  func clearReferences(toType typeId: String) throws -> [PendingMutation] {
    var released: [PendingMutation] = []
    for geofence in try store.fetchAllGeofences() where geofence.dependencies.contains(typeId) {
      let mutations = try store.fetchMutations(entityKind: .geofence, entityId: geofence.id)
      var isReleased = false
      for mutation in mutations where mutation.batchKey == nil {
        var cleared = try withoutReference(to: typeId, mutation)
        if cleared.isQuarantined && cleared.hasExceededRetryLimit && cleared != mutation {
          // The server refused it because of the type, before the deletion was read. A copy of a
          // deleted geofence was not refused; it waits for the user.
          cleared.isQuarantined = false
          cleared.attempts = 0
          isReleased = true
          released.append(cleared)
        }
        try store.updatePendingMutation(cleared)
      }
      try rebuildRow(.geofence, id: geofence.id)
      if isReleased, let row = try store.findRow(.geofence, id: geofence.id) {
        try store.write(row.marked(.pending))
      }
    }
    return released
  }

  /// A mutation of a geofence without its reference to a type, under a new key.
  func withoutReference(to typeId: String, _ mutation: PendingMutation) throws -> PendingMutation {
    // A creation that absorbed a later update has the dependencies of that update.
    let named = (try? MutationPayload.dependencies(of: mutation.payload)) ?? []
    guard named.contains(typeId) || mutation.dependencies.contains(typeId) else { return mutation }
    var cleared = mutation
    cleared.payload = try MutationPayload.replacing(typeId, by: nil, in: mutation.payload)
    cleared.dependencies.removeAll { $0 == typeId }
    cleared.clientRequestId = identifiers.nextKey()
    return cleared
  }

  /// Rebuilds the row of an entity from its base row and its mutations. A row whose base row is
  /// unknown does not change.
  func rebuildRow(_ kind: EntityKind, id: String) throws {
    let mutations = try store.fetchMutations(entityKind: kind, entityId: id)
    let base = try store.findBaseRow(kind, id: id)
    guard base != nil || mutations.contains(where: { $0.operation == .create }) else { return }
    guard let rebuilt = try EntityRow.after(mutations, from: base) else {
      return try store.delete(kind, id: id)
    }
    guard var row = try store.findRow(kind, id: id) else {
      return try store.write(rebuilt.marked(.pending))
    }
    try row.apply(rebuilt.fields)
    try store.write(row)
  }
}
