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
      definition.id = id
      definition.eventTypeId = eventTypeId
      try queue.create(.propertyDefinition(definition))
      definition.syncStatus = .pending
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
      definition.id = id
      definition.eventTypeId = before.eventTypeId
      if definition != before { definition.updatedAt = now }
      definition.syncStatus = try queue.update(
        from: .propertyDefinition(before), to: .propertyDefinition(definition))
      return definition
    }
  }

  /// Deletes a property definition, if there.
  public func deletePropertyDefinition(id: String) async throws {
    try await edit { store, queue in
      guard let definition = try store.findPropertyDefinition(id: id) else { return }
      try queue.delete(.propertyDefinition(definition))
    }
  }
}
