/// Property definitions.
extension EventStore {
  /// All property definitions, by id.
  public func propertyDefinitions() throws -> [PropertyDefinition] {
    try store().fetchAllPropertyDefinitions()
  }

  /// Makes a property definition of a type.
  ///
  /// - Throws: `EventStoreError.notFound` for an unknown type, or what the store throws.
  @discardableResult
  public func createPropertyDefinition(
    ofType eventTypeId: String, key: String, label: String,
    configure: @Sendable (inout PropertyDefinition) -> Void = { _ in }
  ) async throws -> PropertyDefinition {
    let id = configuration.identifiers.next()
    let now = configuration.clock.now
    return try await edit { store, queue in
      guard try store.findEventType(id: eventTypeId) != nil else {
        throw EventStoreError.notFound(.eventType, id: eventTypeId)
      }
      var definition = PropertyDefinition(
        id: id, eventTypeId: eventTypeId, key: key, label: label, createdAt: now, updatedAt: now)
      configure(&definition)
      definition.eventTypeId = eventTypeId
      definition = try put(definition, id: id, in: store)
      let payload = try WireCoding.encode(definition.createRequest)
      try queue.addNew(
        .propertyDefinition, id: id, payload: payload, dependencies: [eventTypeId])
      return definition
    }
  }

  /// Changes a property definition; its type stays.
  ///
  /// - Throws: `EventStoreError.notFound`, or what the store throws.
  @discardableResult
  public func updatePropertyDefinition(
    id: String, change: @Sendable (inout PropertyDefinition) -> Void
  ) async throws -> PropertyDefinition {
    let now = configuration.clock.now
    return try await edit { store, queue in
      guard let before = try store.findPropertyDefinition(id: id) else {
        throw EventStoreError.notFound(.propertyDefinition, id: id)
      }
      var definition = before
      change(&definition)
      definition.eventTypeId = before.eventTypeId
      definition.updatedAt = now
      definition = try put(definition, id: id, in: store)
      let payload = try WireCoding.encode(definition.updateRequest)
      try queue.add(.update, .propertyDefinition, id: id, payload: payload)
      return definition
    }
  }

  /// Deletes a property definition, if there.
  public func deletePropertyDefinition(id: String) async throws {
    try await edit { store, queue in
      guard try store.findPropertyDefinition(id: id) != nil else { return }
      try store.deletePropertyDefinition(id: id)
      try queue.add(.delete, .propertyDefinition, id: id)
    }
  }

  private func put(
    _ definition: PropertyDefinition, id: String, in store: any SyncDataStore
  ) throws -> PropertyDefinition {
    var edited = definition
    edited.id = id
    edited.syncStatus = .pending
    try store.upsertPropertyDefinition(id: id, eventTypeId: edited.eventTypeId) { $0 = edited }
    return edited
  }
}
