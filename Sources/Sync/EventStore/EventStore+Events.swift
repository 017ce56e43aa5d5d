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
        event = try put(event, id: id, in: store)
        guard let request = event.createRequest else { throw EventStore.typeMissing }
        try queue.addNew(
          .event, id: id, payload: try WireCoding.encode(request),
          dependencies: event.dependencies)
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
      guard var event = try store.findEvent(id: id) else {
        throw EventStoreError.notFound(.event, id: id)
      }
      change(&event)
      event = try put(event, id: id, in: store)
      guard let request = event.updateRequest else { throw EventStore.typeMissing }
      try queue.add(
        .update, .event, id: id, payload: try WireCoding.encode(request),
        dependencies: event.dependencies)
      return event
    }
  }

  /// Deletes an event, if there.
  public func deleteEvent(id: String) async throws {
    try await edit { store, queue in
      guard try store.findEvent(id: id) != nil else { return }
      try store.deleteEvent(id: id)
      try queue.add(.delete, .event, id: id)
    }
  }

  /// An edit took an event's type away.
  private static let typeMissing = EventStoreError.notFound(.eventType, id: "")

  private func put(_ event: Event, id: String, in store: any SyncDataStore) throws -> Event {
    var edited = event
    edited.id = id
    edited.syncStatus = .pending
    try store.upsertEvent(id: id) { $0 = edited }
    return edited
  }
}
