public import Sync

/// Entities.
extension MockDataStore {
  /// Changes or creates a row.
  public func upsertEvent(id: String, configure: (inout Event) throws -> Void) throws {
    try database.call("upsertEvent") {
      try $0.upsert(Event(id: id, .empty), in: \.events, configure)
    }
  }

  /// The row with this id.
  public func findEvent(id: String) throws -> Event? {
    try database.call("findEvent") { $0.events[id] }
  }

  /// All rows, by id.
  public func fetchAllEvents() throws -> [Event] {
    try database.call("fetchAllEvents") { $0.sorted(\.events) }
  }

  /// Sets the status of a row, which must exist.
  public func markEventSynced(id: String) throws {
    try database.call("markEventSynced") { try $0.mark(id, in: \.events) }
  }

  /// Deletes a row, if it exists.
  public func deleteEvent(id: String) throws {
    try database.call("deleteEvent") { $0.events[id] = nil }
  }

  /// Deletes all rows.
  public func deleteAllEvents() throws {
    try database.call("deleteAllEvents") { $0.events = [:] }
  }

  /// Changes or creates a row.
  public func upsertEventType(id: String, configure: (inout EventType) throws -> Void) throws {
    let zero = Timestamp(milliseconds: 0)
    try database.call("upsertEventType") {
      try $0.upsert(
        EventType(id: id, EventTypeContent(name: "Placeholder"), createdAt: zero), in: \.eventTypes,
        configure)
    }
  }

  /// The row with this id.
  public func findEventType(id: String) throws -> EventType? {
    try database.call("findEventType") { $0.eventTypes[id] }
  }

  /// All rows, by id.
  public func fetchAllEventTypes() throws -> [EventType] {
    try database.call("fetchAllEventTypes") { $0.sorted(\.eventTypes) }
  }

  /// Sets the status of a row, which must exist.
  public func markEventTypeSynced(id: String) throws {
    try database.call("markEventTypeSynced") { try $0.mark(id, in: \.eventTypes) }
  }

  /// Deletes a type together with its dependents without mutations.
  public func deleteEventType(id: String) throws {
    try database.call("deleteEventType") { contents in
      contents.eventTypes[id] = nil
      contents.removeUnedited(ofType: id)
    }
  }

  /// Deletes all types together with their dependents.
  public func deleteAllEventTypes() throws {
    try database.call("deleteAllEventTypes") { contents in
      for id in contents.eventTypes.keys {
        contents.events = contents.events.filter { $0.value.eventTypeId != id }
      }
      contents.eventTypes = [:]
      contents.propertyDefinitions = [:]
    }
  }

  /// Changes or creates a row.
  public func upsertGeofence(id: String, configure: (inout Geofence) throws -> Void) throws {
    let content = GeofenceContent(name: "Placeholder", latitude: 0, longitude: 0)
    try database.call("upsertGeofence") {
      try $0.upsert(
        Geofence(id: id, content, createdAt: Timestamp(milliseconds: 0)), in: \.geofences, configure
      )
    }
  }

  /// The row with this id.
  public func findGeofence(id: String) throws -> Geofence? {
    try database.call("findGeofence") { $0.geofences[id] }
  }

  /// All rows, by id.
  public func fetchAllGeofences() throws -> [Geofence] {
    try database.call("fetchAllGeofences") { $0.sorted(\.geofences) }
  }

  /// Sets the status of a row, which must exist.
  public func markGeofenceSynced(id: String) throws {
    try database.call("markGeofenceSynced") { try $0.mark(id, in: \.geofences) }
  }

  /// Deletes a row, if it exists.
  public func deleteGeofence(id: String) throws {
    try database.call("deleteGeofence") { $0.geofences[id] = nil }
  }

  /// Deletes all rows.
  public func deleteAllGeofences() throws {
    try database.call("deleteAllGeofences") { $0.geofences = [:] }
  }

  /// Changes or creates a row.
  public func upsertPropertyDefinition(
    id: String, eventTypeId: String, configure: (inout PropertyDefinition) throws -> Void
  ) throws {
    let zero = Timestamp(milliseconds: 0)
    let content = PropertyDefinitionContent(
      eventTypeId: eventTypeId, key: "placeholder", label: "Placeholder")
    let placeholder = PropertyDefinition(id: id, content, createdAt: zero, updatedAt: zero)
    try database.call("upsertPropertyDefinition") {
      try $0.upsert(placeholder, in: \.propertyDefinitions, configure)
    }
  }

  /// The row with this id.
  public func findPropertyDefinition(id: String) throws -> PropertyDefinition? {
    try database.call("findPropertyDefinition") { $0.propertyDefinitions[id] }
  }

  /// All rows, by id.
  public func fetchAllPropertyDefinitions() throws -> [PropertyDefinition] {
    try database.call("fetchAllPropertyDefinitions") { $0.sorted(\.propertyDefinitions) }
  }

  /// Sets the status of a row, which must exist.
  public func markPropertyDefinitionSynced(id: String) throws {
    try database.call("markPropertyDefinitionSynced") { try $0.mark(id, in: \.propertyDefinitions) }
  }

  /// Deletes a row, if it exists.
  public func deletePropertyDefinition(id: String) throws {
    try database.call("deletePropertyDefinition") { $0.propertyDefinitions[id] = nil }
  }

  /// Deletes all rows.
  public func deleteAllPropertyDefinitions() throws {
    try database.call("deleteAllPropertyDefinitions") { $0.propertyDefinitions = [:] }
  }
}

extension MockDatabase.Contents {
  typealias Table<Entity> = WritableKeyPath<MockDatabase.Contents, [String: Entity]>

  fileprivate mutating func upsert<Entity: SyncedEntity>(
    _ placeholder: Entity, in table: Table<Entity>, _ configure: (inout Entity) throws -> Void
  ) throws {
    let id = placeholder.id
    if id.isEmpty { throw MockContractError("upsert of \(Entity.self): empty id") }
    var row = self[keyPath: table][id] ?? placeholder
    row.syncStatus = .synced
    try configure(&row)
    guard row.id == id else {
      throw MockContractError("upsert of \(Entity.self): the id was changed")
    }
    self[keyPath: table][id] = row
  }

  func sorted<Entity: SyncedEntity>(_ table: Table<Entity>) -> [Entity] {
    self[keyPath: table].values.sorted { $0.id < $1.id }
  }

  fileprivate mutating func mark<Entity: SyncedEntity>(_ id: String, in table: Table<Entity>) throws
  {
    guard self[keyPath: table][id] != nil else {
      throw SyncStoreError.notFound(Entity.kind, id: id)
    }
    self[keyPath: table][id]?.syncStatus = .synced
  }
}
