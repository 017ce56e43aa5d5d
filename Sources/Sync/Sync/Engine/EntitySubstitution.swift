/// Replaces a local entity by the server's entity, in the caller's transaction.
///
///     event -> type L          event -> type E
///     queue: create event, L   queue: create event, E
///     type L                   type E
///
/// The local entity's row is deleted, and its queued edits become edits of the existing entity.
/// Every event, definition and geofence that referred to the local entity then refers to the
/// existing one, and so do their queued payloads, which get new keys. Batches that are fixed on
/// disk do not change: they cannot refer to the local entity, because they would have had to wait
/// for it.
///
/// Cost: linear in the events of the old type or geofence, which the store finds by an index, and
/// in all definitions and geofences, which are few.
struct EntitySubstitution {
  let kind: EntityKind
  /// The local id.
  let old: String
  /// The id on the server, or the new id under which the entity will be sent.
  let new: String
  let store: any SyncDataStore
  let queue: MutationQueue

  /// Carries out the substitution.
  func apply() throws {
    try adoptEdits()
    switch kind {
    case .event: try replaceEvent()
    case .eventType: try replaceType()
    case .geofence: try replaceGeofence()
    case .propertyDefinition: try replaceDefinition()
    case .unrecognized: return
    }
    if try store.fetchMutations(entityKind: kind, entityId: new).isEmpty { return }
    try queue.rebuildRow(kind, id: new)
    guard let row = try store.findRow(kind, id: new) else { return }
    try store.write(row.marked(.pending))
  }

  /// Converts the local entity's later edits to edits of the existing one, applied to its row.
  private func adoptEdits() throws {
    let edits = try store.fetchMutations(entityKind: kind, entityId: old).filter {
      $0.batchKey == nil
    }
    if !edits.isEmpty, try store.fetchMutations(entityKind: kind, entityId: new).isEmpty,
      let row = try store.findRow(kind, id: new)
    {
      try store.writeBaseRow(row.marked(.synced))
    }
    for var edit in edits {
      edit.entityId = new
      // A deletion has no payload, and an unreadable payload stays unchanged.
      edit.payload = (try? MutationPayload.renaming(old, to: new, in: edit.payload)) ?? edit.payload
      edit.clientRequestId = queue.identifiers.nextKey()
      try store.updatePendingMutation(edit)
    }
  }

  /// Until the feed delivers the server's row, the values of the local one are used.
  private func adoptRow() throws {
    guard try store.findRow(kind, id: new) == nil, var row = try store.findRow(kind, id: old)
    else { return }
    row.id = new
    try store.write(row.marked(.synced))
  }

  private func replaceEvent() throws {
    try adoptRow()
    try store.deleteEvent(id: old)
  }

  private func replaceType() throws {
    try adoptRow()
    for event in try store.fetchEvents(ofType: old) { try redirect(.event, event.id) }
    for var definition in try store.fetchAllPropertyDefinitions()
    where definition.eventTypeId == old {
      guard try redirect(.propertyDefinition, definition.id) else { continue }
      // An existing definition keeps its type, so it is deleted and created again.
      definition.eventTypeId = new
      try store.deletePropertyDefinition(id: definition.id)
      try store.upsertPropertyDefinition(id: definition.id, eventTypeId: new) { $0 = definition }
    }
    for geofence in try store.fetchAllGeofences() where geofence.dependencies.contains(old) {
      try redirect(.geofence, geofence.id)
    }
    try store.deleteEventType(id: old)
  }

  private func replaceGeofence() throws {
    try adoptRow()
    for event in try store.fetchEvents(atGeofence: old) { try redirect(.event, event.id) }
    try store.deleteGeofence(id: old)
  }

  private func replaceDefinition() throws {
    try adoptRow()
    try store.deletePropertyDefinition(id: old)
  }

  /// Changes references in an entity's open mutations and its row to the new id. Returns `false` if
  /// a mutation was sent and has no answer, because its outcome depends on the server. An
  /// unreadable payload stays unchanged.
  @discardableResult
  private func redirect(_ kind: EntityKind, _ id: String) throws -> Bool {
    let mutations = try store.fetchMutations(entityKind: kind, entityId: id)
    for var mutation in mutations
    where mutation.batchKey == nil && mutation.dependencies.contains(old) {
      guard let payload = try? MutationPayload.replacing(old, by: new, in: mutation.payload) else {
        continue
      }
      mutation.payload = payload
      mutation.dependencies = mutation.dependencies.map { $0 == old ? new : $0 }
      mutation.clientRequestId = queue.identifiers.nextKey()
      try store.updatePendingMutation(mutation)
    }
    if kind != .propertyDefinition { try queue.rebuildRow(kind, id: id) }
    return mutations.allSatisfy { $0.batchKey == nil }
  }
}
