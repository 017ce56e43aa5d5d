/// Events.
extension EventStore {
  /// All events, by id.
  public func events() throws -> [Event] { try store().fetchAllEvents() }

  /// Makes an event.
  ///
  /// - Throws: `EventStoreError.notFound` for an unknown type, or what the store throws.
  @discardableResult
  public func createEvent(
    ofType eventTypeId: String, at timestamp: Timestamp,
    configure: @Sendable (inout Event) -> Void = { _ in }
  ) async throws -> Event {
    try await createEvents([timestamp], ofType: eventTypeId, configure: configure)[0]
  }

  /// Makes several events of one type in one transaction, and then asks for one sync.
  ///
  /// - Throws: `EventStoreError.notFound` for an unknown type, or what the store throws.
  @discardableResult
  public func createEvents(
    _ timestamps: [Timestamp], ofType eventTypeId: String,
    configure: @Sendable (inout Event) -> Void = { _ in }
  ) async throws -> [Event] {
    let identifiers = configuration.identifiers
    return try await edit { store, queue in
      guard try store.findEventType(id: eventTypeId) != nil else {
        throw EventStoreError.notFound(.eventType, id: eventTypeId)
      }
      return try timestamps.map { timestamp in
        let id = identifiers.next()
        var event = Event(id: id, eventTypeId: eventTypeId, timestamp: timestamp)
        configure(&event)
        event.id = id
        guard event.eventTypeId != nil else { throw EventStore.typeMissing }
        try queue.create(.event(event))
        event.syncStatus = .pending
        return event
      }
    }
  }

  /// Changes an event.
  ///
  /// - Throws: `EventStoreError.notFound`, or what the store throws.
  @discardableResult
  public func updateEvent(
    id: String, change: @Sendable (inout Event) -> Void
  ) async throws -> Event {
    try await edit { store, queue in
      guard let before = try store.findEvent(id: id) else {
        throw EventStoreError.notFound(.event, id: id)
      }
      var event = before
      change(&event)
      event.id = id
      guard event.eventTypeId != nil else { throw EventStore.typeMissing }
      event.syncStatus = try queue.update(from: .event(before), to: .event(event))
      return event
    }
  }

  /// Deletes an event, if there.
  public func deleteEvent(id: String) async throws {
    try await edit { store, queue in
      guard let event = try store.findEvent(id: id) else { return }
      try queue.delete(.event(event))
    }
  }

  /// An edit took an event's type away.
  private static let typeMissing = EventStoreError.notFound(.eventType, id: "")
}
