public import Sync

/// Entities.
extension MockDataStore {
  /// Changes or makes a row.
  public func upsertEvent(id: String, configure: (inout Event) throws -> Void) throws {
    try database.call("upsertEvent") { contents in
      if id.isEmpty { throw MockContractError("upsertEvent: empty id") }
      var row = contents.events[id] ?? Event(id: id, timestamp: Timestamp(milliseconds: 0))
      row.syncStatus = .synced
      try configure(&row)
      guard row.id == id else { throw MockContractError("upsertEvent: the id was changed") }
      contents.events[id] = row
    }
  }

  /// The row with this id.
  public func findEvent(id: String) throws -> Event? {
    try database.call("findEvent") { $0.events[id] }
  }

  /// All rows, by id.
  public func fetchAllEvents() throws -> [Event] {
    try database.call("fetchAllEvents") { $0.events.values.sorted { $0.id < $1.id } }
  }

  /// Sets the status of a row that must be there.
  public func markEventSynced(id: String) throws {
    try database.call("markEventSynced") { contents in
      guard contents.events[id] != nil else { throw SyncStoreError.notFound(.event, id: id) }
      contents.events[id]?.syncStatus = .synced
    }
  }

  /// Deletes a row, if there.
  public func deleteEvent(id: String) throws {
    try database.call("deleteEvent") { $0.events[id] = nil }
  }

  /// Deletes all rows.
  public func deleteAllEvents() throws {
    try database.call("deleteAllEvents") { $0.events = [:] }
  }

  /// Changes or makes a row.
  public func upsertEventType(id: String, configure: (inout EventType) throws -> Void) throws {
    try database.call("upsertEventType") { contents in
      if id.isEmpty { throw MockContractError("upsertEventType: empty id") }
      var row =
        contents.eventTypes[id]
        ?? EventType(id: id, name: "Placeholder", createdAt: Timestamp(milliseconds: 0))
      row.syncStatus = .synced
      try configure(&row)
      guard row.id == id else { throw MockContractError("upsertEventType: the id was changed") }
      contents.eventTypes[id] = row
    }
  }

  /// The row with this id.
  public func findEventType(id: String) throws -> EventType? {
    try database.call("findEventType") { $0.eventTypes[id] }
  }

  /// All rows, by id.
  public func fetchAllEventTypes() throws -> [EventType] {
    try database.call("fetchAllEventTypes") { $0.eventTypes.values.sorted { $0.id < $1.id } }
  }

  /// Sets the status of a row that must be there.
  public func markEventTypeSynced(id: String) throws {
    try database.call("markEventTypeSynced") { contents in
      guard contents.eventTypes[id] != nil else {
        throw SyncStoreError.notFound(.eventType, id: id)
      }
      contents.eventTypes[id]?.syncStatus = .synced
    }
  }

  /// Deletes a type with what belongs to it and has no mutations.
  public func deleteEventType(id: String) throws {
    try database.call("deleteEventType") { contents in
      contents.eventTypes[id] = nil
      contents.removeUnedited(ofType: id)
    }
  }

  /// Deletes all types with what belongs to them.
  public func deleteAllEventTypes() throws {
    try database.call("deleteAllEventTypes") { contents in
      for id in contents.eventTypes.keys {
        contents.events = contents.events.filter { $0.value.eventTypeId != id }
      }
      contents.eventTypes = [:]
      contents.propertyDefinitions = [:]
    }
  }

  /// Changes or makes a row.
  public func upsertGeofence(id: String, configure: (inout Geofence) throws -> Void) throws {
    try database.call("upsertGeofence") { contents in
      if id.isEmpty { throw MockContractError("upsertGeofence: empty id") }
      var row =
        contents.geofences[id]
        ?? Geofence(
          id: id, name: "Placeholder", latitude: 0, longitude: 0,
          createdAt: Timestamp(milliseconds: 0))
      row.syncStatus = .synced
      try configure(&row)
      guard row.id == id else { throw MockContractError("upsertGeofence: the id was changed") }
      contents.geofences[id] = row
    }
  }

  /// The row with this id.
  public func findGeofence(id: String) throws -> Geofence? {
    try database.call("findGeofence") { $0.geofences[id] }
  }

  /// All rows, by id.
  public func fetchAllGeofences() throws -> [Geofence] {
    try database.call("fetchAllGeofences") { $0.geofences.values.sorted { $0.id < $1.id } }
  }

  /// Sets the status of a row that must be there.
  public func markGeofenceSynced(id: String) throws {
    try database.call("markGeofenceSynced") { contents in
      guard contents.geofences[id] != nil else { throw SyncStoreError.notFound(.geofence, id: id) }
      contents.geofences[id]?.syncStatus = .synced
    }
  }

  /// Deletes a row, if there.
  public func deleteGeofence(id: String) throws {
    try database.call("deleteGeofence") { $0.geofences[id] = nil }
  }

  /// Deletes all rows.
  public func deleteAllGeofences() throws {
    try database.call("deleteAllGeofences") { $0.geofences = [:] }
  }

  /// Changes or makes a row.
  public func upsertPropertyDefinition(
    id: String, eventTypeId: String, configure: (inout PropertyDefinition) throws -> Void
  ) throws {
    try database.call("upsertPropertyDefinition") { contents in
      if id.isEmpty { throw MockContractError("upsertPropertyDefinition: empty id") }
      var row =
        contents.propertyDefinitions[id]
        ?? PropertyDefinition(
          id: id, eventTypeId: eventTypeId, key: "placeholder", label: "Placeholder",
          createdAt: Timestamp(milliseconds: 0), updatedAt: Timestamp(milliseconds: 0))
      row.syncStatus = .synced
      try configure(&row)
      guard row.id == id else {
        throw MockContractError("upsertPropertyDefinition: the id was changed")
      }
      contents.propertyDefinitions[id] = row
    }
  }

  /// The row with this id.
  public func findPropertyDefinition(id: String) throws -> PropertyDefinition? {
    try database.call("findPropertyDefinition") { $0.propertyDefinitions[id] }
  }

  /// All rows, by id.
  public func fetchAllPropertyDefinitions() throws -> [PropertyDefinition] {
    try database.call("fetchAllPropertyDefinitions") {
      $0.propertyDefinitions.values.sorted { $0.id < $1.id }
    }
  }

  /// Sets the status of a row that must be there.
  public func markPropertyDefinitionSynced(id: String) throws {
    try database.call("markPropertyDefinitionSynced") { contents in
      guard contents.propertyDefinitions[id] != nil else {
        throw SyncStoreError.notFound(.propertyDefinition, id: id)
      }
      contents.propertyDefinitions[id]?.syncStatus = .synced
    }
  }

  /// Deletes a row, if there.
  public func deletePropertyDefinition(id: String) throws {
    try database.call("deletePropertyDefinition") { $0.propertyDefinitions[id] = nil }
  }

  /// Deletes all rows.
  public func deleteAllPropertyDefinitions() throws {
    try database.call("deleteAllPropertyDefinitions") { $0.propertyDefinitions = [:] }
  }

}
