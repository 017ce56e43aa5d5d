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
      type.id = id
      try queue.create(.eventType(type))
      type.syncStatus = .pending
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
      guard let before = try store.findEventType(id: id) else {
        throw EventStoreError.notFound(.eventType, id: id)
      }
      var type = before
      change(&type)
      type.id = id
      type.syncStatus = try queue.update(from: .eventType(before), to: .eventType(type))
      return type
    }
  }

  /// Deletes an event type, if there, with its events and property definitions.
  public func deleteEventType(id: String) async throws {
    try await edit { store, queue in
      guard let type = try store.findEventType(id: id) else { return }
      try TypeDeletion(type: type, store: store, queue: queue).apply()
    }
  }
}
