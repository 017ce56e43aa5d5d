/// Access to rows of any kind through the methods of each kind.
extension DataStoreProtocol {
  /// The row of an entity.
  func findRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    switch kind {
    case .event: try findEvent(id: id).map { .event($0) }
    case .eventType: try findEventType(id: id).map { .eventType($0) }
    case .geofence: try findGeofence(id: id).map { .geofence($0) }
    case .propertyDefinition: try findPropertyDefinition(id: id).map { .propertyDefinition($0) }
    case .unrecognized: nil
    }
  }

  /// Stores a row including its status.
  func write(_ row: EntityRow) throws {
    switch row {
    case .event(let event): try upsertEvent(id: event.id) { $0 = event }
    case .eventType(let type): try upsertEventType(id: type.id) { $0 = type }
    case .geofence(let geofence): try upsertGeofence(id: geofence.id) { $0 = geofence }
    case .propertyDefinition(let definition):
      try upsertPropertyDefinition(id: definition.id, eventTypeId: definition.eventTypeId) {
        $0 = definition
      }
    }
  }

  /// Stores a row of the server; the device's own `calendarEventId` is kept.
  func writeRemote(_ row: EntityRow) throws {
    guard case .event(var event) = row else { return try write(row) }
    try upsertEvent(id: event.id) {
      event.calendarEventId = $0.calendarEventId ?? event.calendarEventId
      $0 = event
    }
  }

  /// Deletes a row, if it exists; an event type together with its events and property definitions.
  func delete(_ kind: EntityKind, id: String) throws {
    switch kind {
    case .event: try deleteEvent(id: id)
    case .eventType: try deleteEventType(id: id)
    case .geofence: try deleteGeofence(id: id)
    case .propertyDefinition: try deletePropertyDefinition(id: id)
    case .unrecognized: break
    }
  }

  /// Marks a row as synced; returns `false` if it is missing.
  @discardableResult
  func markSynced(_ kind: EntityKind, id: String) throws -> Bool {
    do {
      switch kind {
      case .event: try markEventSynced(id: id)
      case .eventType: try markEventTypeSynced(id: id)
      case .geofence: try markGeofenceSynced(id: id)
      case .propertyDefinition: try markPropertyDefinitionSynced(id: id)
      case .unrecognized: return false
      }
      return true
    } catch SyncStoreError.notFound {
      return false
    }
  }
}
