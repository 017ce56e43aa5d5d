/// Events.
extension EventStore {
  /// All events, by id.
  ///
  /// - Throws: the error of the store.
  public func events() throws -> [Event] { try store().fetchAllEvents() }

  /// Creates an event. `configure` changes the new event before it is stored, except for its id.
  ///
  /// - Returns: the event as stored.
  /// - Throws: `EventStoreError.notFound` for an unknown type, `EncodingError` for a number that
  ///   JSON cannot represent, or the error of the store.
  @discardableResult
  public func createEvent(
    ofType eventTypeId: String, at timestamp: Timestamp,
    configure: @Sendable (inout Event) -> Void = { _ in }
  ) async throws -> Event {
    try await createEvents([timestamp], ofType: eventTypeId, configure: configure)[0]
  }

  /// Creates several events of one type in one transaction, then requests one sync. `configure`
  /// changes each event before it is stored, except for its id. If one fails, none is created.
  ///
  /// - Returns: the events as stored, in the order of the timestamps.
  /// - Throws: `EventStoreError.notFound` for an unknown type, `EncodingError` for a number that
  ///   JSON cannot represent, or the error of the store.
  @discardableResult
  public func createEvents(
    _ timestamps: [Timestamp], ofType eventTypeId: String,
    configure: @Sendable (inout Event) -> Void = { _ in }
  ) async throws -> [Event] {
    let identifiers = configuration.identifiers
    return try await edit { store, queue in
      try EventStore.requireType(eventTypeId, in: store)
      return try timestamps.map { timestamp in
        let content = EventContent(eventTypeId: eventTypeId, timestamp: timestamp)
        return try queue.create(Event(id: identifiers.next(), content)) {
          configure(&$0)
          try EventStore.requireType(of: $0)
        }
      }
    }
  }

  /// Changes an event; its id cannot be changed.
  ///
  /// - Returns: the event as stored.
  /// - Throws: `EventStoreError.notFound` if it is missing or `change` removes its type,
  ///   `EncodingError` for a number that JSON cannot represent, or the error of the store.
  @discardableResult
  public func updateEvent(
    id: String, change: @Sendable (inout Event) -> Void
  ) async throws -> Event {
    try await update(id) {
      change(&$0)
      try EventStore.requireType(of: $0)
    }
  }

  /// Deletes an event, if it exists.
  ///
  /// - Throws: the error of the store.
  public func deleteEvent(id: String) async throws { try await delete(.event, id) }
}

/// Event types.
extension EventStore {
  /// All event types, by id.
  ///
  /// - Throws: the error of the store.
  public func eventTypes() throws -> [EventType] { try store().fetchAllEventTypes() }

  /// Creates an event type. `configure` changes the new type before it is stored, except for its
  /// id. A type of the same name that is already on the server replaces it.
  ///
  /// - Returns: the type as stored.
  /// - Throws: the error of the store.
  @discardableResult
  public func createEventType(
    named name: String, configure: @Sendable (inout EventType) -> Void = { _ in }
  ) async throws -> EventType {
    let id = configuration.identifiers.next()
    let type = EventType(id: id, EventTypeContent(name: name), createdAt: configuration.clock.now)
    return try await edit { _, queue in try queue.create(type, configure: configure) }
  }

  /// Changes an event type; its id cannot be changed.
  ///
  /// - Returns: the type as stored.
  /// - Throws: `EventStoreError.notFound` if it is missing, or the error of the store.
  @discardableResult
  public func updateEventType(
    id: String, change: @Sendable (inout EventType) -> Void
  ) async throws -> EventType {
    try await update(id, change: change)
  }

  /// Deletes an event type, if it exists, together with its events and property definitions.
  ///
  /// - Throws: the error of the store.
  public func deleteEventType(id: String) async throws {
    try await edit { store, queue in
      guard let type = try store.findEventType(id: id) else { return }
      try TypeDeletion(type: type, store: store, queue: queue).apply()
    }
  }
}

/// Geofences.
extension EventStore {
  /// All geofences, by id.
  ///
  /// - Throws: the error of the store.
  public func geofences() throws -> [Geofence] { try store().fetchAllGeofences() }

  /// Creates a geofence. `configure` changes the new geofence before it is stored, except for its
  /// id. Values are not checked here: the server refuses those out of range, and the creation ends
  /// in quarantine.
  ///
  /// - Parameters:
  ///   - name: the name, unique among the geofences of a user.
  ///   - latitude: the latitude of the center in degrees.
  ///   - longitude: the longitude of the center in degrees.
  ///   - configure: sets further values, such as the radius in meters.
  /// - Returns: the geofence as stored.
  /// - Throws: `EncodingError` for a number that JSON cannot represent, or the error of the store.
  @discardableResult
  public func createGeofence(
    named name: String, latitude: Double, longitude: Double,
    configure: @Sendable (inout Geofence) -> Void = { _ in }
  ) async throws -> Geofence {
    let id = configuration.identifiers.next()
    let content = GeofenceContent(name: name, latitude: latitude, longitude: longitude)
    let geofence = Geofence(id: id, content, createdAt: configuration.clock.now)
    return try await edit { _, queue in try queue.create(geofence, configure: configure) }
  }

  /// Changes a geofence; its id cannot be changed.
  ///
  /// - Returns: the geofence as stored.
  /// - Throws: `EventStoreError.notFound` if it is missing, `EncodingError` for a number that JSON
  ///   cannot represent, or the error of the store.
  @discardableResult
  public func updateGeofence(
    id: String, change: @Sendable (inout Geofence) -> Void
  ) async throws -> Geofence {
    try await update(id, change: change)
  }

  /// Deletes a geofence, if it exists.
  ///
  /// - Throws: the error of the store.
  public func deleteGeofence(id: String) async throws { try await delete(.geofence, id) }
}

/// Property definitions.
extension EventStore {
  /// All property definitions, by id.
  ///
  /// - Throws: the error of the store.
  public func propertyDefinitions() throws -> [PropertyDefinition] {
    try store().fetchAllPropertyDefinitions()
  }

  /// Creates a property definition of a type. `configure` changes the new definition before it is
  /// stored, except for its id and its type.
  ///
  /// - Parameters:
  ///   - eventTypeId: the id of the type, which must be on the device.
  ///   - key: the key in an event's properties, unique within the type.
  ///   - label: the displayed name.
  ///   - configure: sets further values.
  /// - Returns: the definition as stored.
  /// - Throws: `EventStoreError.notFound` for an unknown type, `EncodingError` for a number that
  ///   JSON cannot represent, or the error of the store.
  @discardableResult
  public func createPropertyDefinition(
    ofType eventTypeId: String, key: String, label: String,
    configure: @Sendable (inout PropertyDefinition) -> Void = { _ in }
  ) async throws -> PropertyDefinition {
    let (id, now) = (configuration.identifiers.next(), configuration.clock.now)
    let content = PropertyDefinitionContent(eventTypeId: eventTypeId, key: key, label: label)
    let definition = PropertyDefinition(id: id, content, createdAt: now, updatedAt: now)
    return try await edit { store, queue in
      try EventStore.requireType(eventTypeId, in: store)
      return try queue.create(definition) {
        configure(&$0)
        $0.eventTypeId = eventTypeId
      }
    }
  }

  /// Changes a property definition, except for its id and its event type.
  ///
  /// - Returns: the definition as stored.
  /// - Throws: `EventStoreError.notFound` if it is missing, `EncodingError` for a number that JSON
  ///   cannot represent, or the error of the store.
  @discardableResult
  public func updatePropertyDefinition(
    id: String, change: @Sendable (inout PropertyDefinition) -> Void
  ) async throws -> PropertyDefinition {
    let now = configuration.clock.now
    return try await update(id) {
      let before = $0
      change(&$0)
      ($0.id, $0.eventTypeId) = (id, before.eventTypeId)
      if $0 != before { $0.updatedAt = now }
    }
  }

  /// Deletes a property definition, if it exists.
  ///
  /// - Throws: the error of the store.
  public func deletePropertyDefinition(id: String) async throws {
    try await delete(.propertyDefinition, id)
  }
}

/// All kinds.
extension EventStore {
  private func update<Entity: SyncedEntity>(
    _ id: String, change: @Sendable (inout Entity) throws -> Void
  ) async throws -> Entity {
    try await edit { store, queue in
      guard let before = try store.findRow(Entity.kind, id: id)?.entity as? Entity else {
        throw EventStoreError.notFound(Entity.kind, id: id)
      }
      var entity = before
      try change(&entity)
      entity.id = id
      entity.syncStatus = try queue.update(from: before.row, to: entity.row)
      return entity
    }
  }

  private func delete(_ kind: EntityKind, _ id: String) async throws {
    try await edit { store, queue in
      if let row = try store.findRow(kind, id: id) { try queue.delete(row) }
    }
  }

  private static func requireType(_ id: String, in store: any SyncDataStore) throws {
    guard try store.findEventType(id: id) != nil else {
      throw EventStoreError.notFound(.eventType, id: id)
    }
  }

  /// Throws if an edit has removed an event's type.
  private static func requireType(of event: Event) throws {
    if event.eventTypeId == nil { throw EventStoreError.notFound(.eventType, id: "") }
  }
}

extension MutationQueue {
  /// Stores a new entity configured by `configure`, and queues its creation.
  fileprivate func create<Entity: SyncedEntity>(
    _ new: Entity, configure: (inout Entity) throws -> Void
  ) throws -> Entity {
    var entity = new
    try configure(&entity)
    entity.id = new.id
    try create(entity.row)
    entity.syncStatus = .pending
    return entity
  }
}
