/// The methods for each kind of entity.
extension DataStoreProtocol {
  /// Changes or creates an event. A new one has the timestamp 0 until `configure` sets it.
  public func upsertEvent(id: String, configure: (inout Event) throws -> Void) throws {
    try upsert(Event(id: id, EventContent(timestamp: Timestamp(milliseconds: 0))), configure)
  }

  /// Changes or creates an event type; a new one is called `Placeholder` until `configure` names
  /// it.
  public func upsertEventType(id: String, configure: (inout EventType) throws -> Void) throws {
    let content = EventTypeContent(name: "Placeholder")
    try upsert(EventType(id: id, content, createdAt: Timestamp(milliseconds: 0)), configure)
  }

  /// Changes or creates a geofence; a new one is at 0, 0 until `configure` moves it.
  public func upsertGeofence(id: String, configure: (inout Geofence) throws -> Void) throws {
    let content = GeofenceContent(name: "Placeholder", latitude: 0, longitude: 0)
    try upsert(Geofence(id: id, content, createdAt: Timestamp(milliseconds: 0)), configure)
  }

  /// Changes or creates a property definition; an existing one keeps its type.
  public func upsertPropertyDefinition(
    id: String, eventTypeId: String, configure: (inout PropertyDefinition) throws -> Void
  ) throws {
    let (time, content) = (
      Timestamp(milliseconds: 0),
      PropertyDefinitionContent(eventTypeId: eventTypeId, key: "placeholder", label: "Placeholder")
    )
    try upsert(PropertyDefinition(id: id, content, createdAt: time, updatedAt: time), configure)
  }

  private func upsert<Entity: SyncedEntity>(
    _ placeholder: Entity, _ configure: (inout Entity) throws -> Void
  ) throws {
    try upsert(placeholder.row) { row in
      guard var entity = row.entity as? Entity else { return }
      try configure(&entity)
      row = entity.row
    }
  }

  /// Deletes an event, if it exists.
  public func deleteEvent(id: String) throws { try delete(.event, id: id) }
  /// Deletes an event type, if it exists, with its events and definitions without mutations.
  public func deleteEventType(id: String) throws { try delete(.eventType, id: id) }
  /// Deletes a geofence, if it exists.
  public func deleteGeofence(id: String) throws { try delete(.geofence, id: id) }
  /// Deletes a property definition, if it exists.
  public func deletePropertyDefinition(id: String) throws {
    try delete(.propertyDefinition, id: id)
  }

  /// The event with this id.
  public func findEvent(id: String) throws -> Event? { try find(id) }
  /// The event type with this id.
  public func findEventType(id: String) throws -> EventType? { try find(id) }
  /// The geofence with this id.
  public func findGeofence(id: String) throws -> Geofence? { try find(id) }
  /// The property definition with this id.
  public func findPropertyDefinition(id: String) throws -> PropertyDefinition? { try find(id) }

  private func find<Entity: SyncedEntity>(_ id: String) throws -> Entity? {
    try findRow(Entity.kind, id: id)?.entity as? Entity
  }

  /// All events, by id.
  public func fetchAllEvents() throws -> [Event] { try fetchAll() }
  /// All event types, by id.
  public func fetchAllEventTypes() throws -> [EventType] { try fetchAll() }
  /// All geofences, by id.
  public func fetchAllGeofences() throws -> [Geofence] { try fetchAll() }
  /// All property definitions, by id.
  public func fetchAllPropertyDefinitions() throws -> [PropertyDefinition] { try fetchAll() }

  private func fetchAll<Entity: SyncedEntity>() throws -> [Entity] {
    try fetchAll(Entity.kind).compactMap { $0.entity as? Entity }
  }

  /// Deletes all events.
  public func deleteAllEvents() throws { try deleteAll(.event) }
  /// Deletes all event types, with their events and property definitions.
  public func deleteAllEventTypes() throws { try deleteAll(.eventType) }
  /// Deletes all geofences.
  public func deleteAllGeofences() throws { try deleteAll(.geofence) }
  /// Deletes all property definitions.
  public func deleteAllPropertyDefinitions() throws { try deleteAll(.propertyDefinition) }

  /// Sets an event's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  public func markEventSynced(id: String) throws { try markRowSynced(.event, id: id) }
  /// Sets an event type's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  public func markEventTypeSynced(id: String) throws { try markRowSynced(.eventType, id: id) }
  /// Sets a geofence's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  public func markGeofenceSynced(id: String) throws { try markRowSynced(.geofence, id: id) }
  /// Sets a definition's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  public func markPropertyDefinitionSynced(id: String) throws {
    try markRowSynced(.propertyDefinition, id: id)
  }

  // MARK: - Rows

  /// Stores a row including its status.
  func write(_ row: EntityRow) throws { try upsert(row) { $0 = row } }

  /// Stores a row of the server; the device's own `calendarEventId` is kept.
  func writeRemote(_ row: EntityRow) throws {
    try upsert(row) { stored in
      var row = row
      if case .event(var event) = row, case .event(let old) = stored {
        event.calendarEventId = old.calendarEventId ?? event.calendarEventId
        row = .event(event)
      }
      stored = row
    }
  }

  /// Marks a row as synced; returns `false` if it is missing.
  @discardableResult
  func markSynced(_ kind: EntityKind, id: String) throws -> Bool {
    do {
      try markRowSynced(kind, id: id)
      return true
    } catch SyncStoreError.notFound {
      return false
    }
  }
}
