/// Deletes an event type with its events and property definitions, in the caller's transaction.
///
/// The server deletes those that belong to the type there. They need no mutations, and their open
/// edits are dropped. Those that belong to the type only locally are deleted by a mutation:
///
///     event, on the server of type A, moved locally to type B;  delete B
///     queue: delete event, delete B
struct TypeDeletion {
  let type: EventType
  let store: any SyncDataStore
  let queue: MutationQueue

  func apply() throws {
    if try store.hasMutations() {
      for event in try store.fetchEvents(ofType: type.id) { try delete(.event(event)) }
      for definition in try store.fetchAllPropertyDefinitions()
      where definition.eventTypeId == type.id {
        try delete(.propertyDefinition(definition))
      }
    }
    try store.hideDependents(ofType: type.id)
    try queue.delete(.eventType(type))
    try queue.clearReferences(toType: type.id)
  }

  /// Deletes an event or definition that has mutations.
  private func delete(_ row: EntityRow) throws {
    let mutations = try store.fetchMutations(entityKind: row.kind, entityId: row.id)
    if mutations.isEmpty { return }
    let base = try store.findBaseRow(row.kind, id: row.id)
    let sent = mutations.filter { $0.batchKey != nil }
    // The row on the server after all sent mutations have arrived.
    let remote = try EntityRow.after(sent, from: base)
    let isUnsent = remote == nil && mutations.contains { $0.operation == .create }
    guard isUnsent || remote?.owningType == type.id else { return try queue.delete(row) }
    for mutation in mutations where mutation.batchKey == nil {
      try store.deletePendingMutation(id: mutation.id)
    }
    try store.delete(row.kind, id: row.id)
  }
}
