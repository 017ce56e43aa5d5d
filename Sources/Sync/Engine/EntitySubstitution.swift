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
  /// The id on the server.
  let new: String
  let store: any SyncDataStore
  let identifiers: IdentifierSource

  /// Does it.
  func apply() throws {
    let edits = try adoptEdits()
    switch kind {
    case .eventType: try replaceType(isEdited: edits)
    case .geofence: try replaceGeofence(isEdited: edits)
    case .propertyDefinition: try replaceDefinition(isEdited: edits)
    case .event, .unrecognized: break
    }
  }

  /// Makes the local entity's later edits those of the existing one; says whether there are any.
  private func adoptEdits() throws -> Bool {
    let edits = try store.fetchMutations(entityKind: kind, entityId: old).filter {
      $0.batchKey == nil
    }
    for var edit in edits {
      edit.entityId = new
      edit.clientRequestId = identifiers.nextKey()
      try store.updatePendingMutation(edit)
    }
    return !edits.isEmpty
  }

  /// Until the feed brings the server's row, the local one's values stand there; an edit of them
  /// stays to be seen.
  private func replaceType(isEdited: Bool) throws {
    let isMissing = try store.findEventType(id: new) == nil
    if var type = try store.findEventType(id: old), isMissing || isEdited {
      type.id = new
      type.syncStatus = isEdited ? .pending : .synced
      try store.upsertEventType(id: new) { $0 = type }
    }
    for event in try store.fetchEvents(ofType: old) {
      try change(event) { $0.eventTypeId = new }
    }
    for var definition in try store.fetchAllPropertyDefinitions()
    where definition.eventTypeId == old {
      // An existing definition keeps its type, so it is made anew.
      definition.eventTypeId = new
      try store.deletePropertyDefinition(id: definition.id)
      try store.upsertPropertyDefinition(id: definition.id, eventTypeId: new) { $0 = definition }
      try renew(.propertyDefinition, definition.id)
    }
    for var geofence in try store.fetchAllGeofences()
    where geofence.eventTypeEntryId == old || geofence.eventTypeExitId == old {
      if geofence.eventTypeEntryId == old { geofence.eventTypeEntryId = new }
      if geofence.eventTypeExitId == old { geofence.eventTypeExitId = new }
      try store.upsertGeofence(id: geofence.id) { $0 = geofence }
      try renew(.geofence, geofence.id)
    }
    try store.deleteEventType(id: old)
  }

  private func replaceGeofence(isEdited: Bool) throws {
    let isMissing = try store.findGeofence(id: new) == nil
    if var geofence = try store.findGeofence(id: old), isMissing || isEdited {
      geofence.id = new
      geofence.syncStatus = isEdited ? .pending : .synced
      try store.upsertGeofence(id: new) { $0 = geofence }
    }
    for event in try store.fetchEvents(atGeofence: old) {
      try change(event) { $0.geofenceId = new }
    }
    try store.deleteGeofence(id: old)
  }

  private func replaceDefinition(isEdited: Bool) throws {
    let isMissing = try store.findPropertyDefinition(id: new) == nil
    if var definition = try store.findPropertyDefinition(id: old), isMissing || isEdited {
      definition.id = new
      definition.syncStatus = isEdited ? .pending : .synced
      try store.upsertPropertyDefinition(id: new, eventTypeId: definition.eventTypeId) {
        $0 = definition
      }
    }
    try store.deletePropertyDefinition(id: old)
  }

  private func change(_ event: Event, _ change: (inout Event) -> Void) throws {
    var changed = event
    change(&changed)
    try store.upsertEvent(id: event.id) { $0 = changed }
    try renew(.event, event.id)
  }

  /// Lets the queued payloads of an entity name the existing id. One that nobody can read stays.
  private func renew(_ kind: EntityKind, _ id: String) throws {
    for var mutation in try store.fetchMutations(entityKind: kind, entityId: id)
    where mutation.batchKey == nil && mutation.dependencies.contains(old) {
      let payload = try? MutationPayload.replacing(
        old, by: new, in: mutation.payload, kind: kind, operation: mutation.operation)
      guard let payload else { continue }
      mutation.payload = payload
      mutation.dependencies = mutation.dependencies.map { $0 == old ? new : $0 }
      mutation.clientRequestId = identifiers.nextKey()
      try store.updatePendingMutation(mutation)
    }
  }
}
