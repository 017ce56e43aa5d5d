/// Event types.
extension EventStore {
  /// All event types, by id.
  public func eventTypes() throws -> [EventType] { try store().fetchAllEventTypes() }

  /// Makes an event type.
  @discardableResult
  public func createEventType(
    named name: String, configure: @Sendable (inout EventType) -> Void = { _ in }
  ) async throws -> EventType {
    let id = configuration.identifiers.next()
    let now = configuration.clock.now
    return try await edit { store, queue in
      var type = EventType(id: id, name: name, createdAt: now)
      configure(&type)
      type = try put(type, id: id, in: store)
      let payload = try WireCoding.encode(type.createRequest)
      try queue.addNew(.eventType, id: id, payload: payload)
      return type
    }
  }

  /// Changes an event type.
  ///
  /// - Throws: `EventStoreError.notFound`, or what the store throws.
  @discardableResult
  public func updateEventType(
    id: String, change: @Sendable (inout EventType) -> Void
  ) async throws -> EventType {
    try await edit { store, queue in
      guard var type = try store.findEventType(id: id) else {
        throw EventStoreError.notFound(.eventType, id: id)
      }
      change(&type)
      type = try put(type, id: id, in: store)
      let payload = try WireCoding.encode(type.updateRequest)
      try queue.add(.update, .eventType, id: id, payload: payload)
      return type
    }
  }

  /// Deletes an event type, if there, with its events and property definitions. The server does
  /// the same, so their own mutations that nobody has seen are dropped.
  public func deleteEventType(id: String) async throws {
    try await edit { store, queue in
      guard try store.findEventType(id: id) != nil else { return }
      for event in try store.fetchEvents(ofType: id) {
        try queue.dropOpen(.event, id: event.id)
      }
      for definition in try store.fetchAllPropertyDefinitions()
      where definition.eventTypeId == id {
        try queue.dropOpen(.propertyDefinition, id: definition.id)
      }
      try store.deleteEventType(id: id)
      try queue.add(.delete, .eventType, id: id)
    }
  }

  private func put(
    _ type: EventType, id: String, in store: any SyncDataStore
  ) throws -> EventType {
    var edited = type
    edited.id = id
    edited.syncStatus = .pending
    try store.upsertEventType(id: id) { $0 = edited }
    return edited
  }
}
