/// Puts the server's entity in the place of a local one, in the caller's transaction.
///
///     event -> type L          event -> type E
///     queue: create event, L   queue: create event, E
///     type L                   type E
///
/// The local entity's row goes; its queued edits become edits of the existing one. Every event,
/// definition and geofence that named it names the existing one, and so do their queued payloads,
/// each under a new key. What is fixed in a batch is left as it is: it cannot name the local one,
/// because it would have had to wait for it.
struct EntitySubstitution {
  let kind: EntityKind
  /// The local id.
  let old: String
  /// The id on the server, or the one under which the entity is sent from now on.
  let new: String
  let store: any SyncDataStore
  let queue: MutationQueue

  /// Does it.
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

  /// Makes the local entity's later edits those of the existing one, on top of the existing row.
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
      // A deletion has no payload, and one that cannot be read stays.
      edit.payload = (try? MutationPayload.renaming(old, to: new, in: edit.payload)) ?? edit.payload
      edit.clientRequestId = queue.identifiers.nextKey()
      try store.updatePendingMutation(edit)
    }
  }

  /// Until the feed brings the server's row, the local one's values stand there.
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
      // An existing definition keeps its type, so it is made again.
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

  /// Lets the open mutations of an entity name the new id, and its row with them. Returns `false`
  /// if one was sent and has no answer: the server decides what becomes of it. A payload that
  /// cannot be read stays.
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
