public import Sync

extension LocalStore {
  /// Changes or creates a property definition; an existing one keeps its type.
  public func upsertPropertyDefinition(
    id: String, eventTypeId: String, configure: (inout PropertyDefinition) throws -> Void
  ) throws {
    let epoch = Timestamp(milliseconds: 0)
    let placeholder = PropertyDefinition(
      id: id,
      PropertyDefinitionContent(eventTypeId: eventTypeId, key: "placeholder", label: "Placeholder"),
      createdAt: epoch, updatedAt: epoch)
    try upsert(placeholder, keeping: \.id) { definition in
      let type = definition.eventTypeId
      try configure(&definition)
      definition.eventTypeId = type
    }
  }

  /// Deletes a property definition, if it exists.
  public func deletePropertyDefinition(id: String) throws {
    try delete(PropertyDefinition.self, id)
  }

  /// The property definition with this id.
  public func findPropertyDefinition(id: String) throws -> PropertyDefinition? { try find(id) }

  /// All property definitions, by id.
  public func fetchAllPropertyDefinitions() throws -> [PropertyDefinition] { try fetchAll() }

  /// Deletes all property definitions.
  public func deleteAllPropertyDefinitions() throws { try deleteAll(PropertyDefinition.self) }

  /// Sets a definition's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  public func markPropertyDefinitionSynced(id: String) throws {
    try markSynced(PropertyDefinition.self, id)
  }
}
