/// The requests of the engine to the server.
///
/// Every method makes one request and never repeats it, because retries, waiting and the breaker
/// are the engine's responsibility. (`getAllEvents` makes one request for each page.) It throws
/// `APIError`; a method that returns an array of entities throws a `PartialList` if some of them
/// are unreadable.
///
/// An idempotency key makes a repeated request return the first answer, as long as the server keeps
/// that; the reference server keeps it for a day. Without a key, a repeated request is processed
/// again. The `limit` of a page is from 1 to 500; a server may use its default instead of another.
public protocol NetworkClientProtocol: Sendable {
  // MARK: All kinds

  /// Creates an entity: `POST /events`, `/event-types`, `/geofences` or
  /// `/event-types/{id}/properties`; at most once for each key.
  func create<Content>(
    _ request: CreateRequest<Content>, idempotencyKey: String?
  ) async throws -> ServerRow<Content>
  /// Changes an entity: `PUT /events/{id}`, `/event-types/{id}`, `/geofences/{id}` or
  /// `/property-definitions/{id}`; at most once for each key.
  func update<Content>(
    id: String, _ request: UpdateRequest<Content>, idempotencyKey: String?
  ) async throws -> ServerRow<Content>
  /// Deletes an entity, an event type with its events: `DELETE` with the path of an update.
  func delete(_ kind: EntityKind, id: String) async throws

  // MARK: Lists

  /// All event types: `GET /event-types`.
  func getEventTypes() async throws -> [APIEventType]
  /// A page of events, newest first: `GET /events?limit=&offset=`.
  func getEvents(limit: Int, offset: Int) async throws -> [APIEvent]
  /// A page of events ordered by id, those after `id`, or the first ones if `id` is empty: `GET
  /// /events?after=&limit=`. Concurrent insertions and deletions do not shift other events.
  func getEvents(after id: String, limit: Int) async throws -> [APIEvent]
  /// All events, page by page, until a page is not full.
  func getAllEvents(batchSize: Int) async throws -> [APIEvent]
  /// Creates up to 500 events: `POST /events/batch`; at most once for a key. A response 400 whose
  /// body lists item errors is returned, not thrown.
  func createEventsBatch(
    _ requests: [CreateEventRequest], idempotencyKey: String
  ) async throws -> BatchCreateEventsResponse
  /// All geofences, or the active ones: `GET /geofences[?active=true]`.
  func getGeofences(activeOnly: Bool) async throws -> [APIGeofence]
  /// The definitions of a type: `GET /event-types/{id}/properties`.
  func getPropertyDefinitions(eventTypeId: String) async throws -> [APIPropertyDefinition]
  /// The changes after a cursor, oldest first: `GET /changes?since=&limit=`.
  ///
  /// Throws an error of the class `AnswerClass.cursorExpired` if the feed does not continue there.
  func getChanges(since cursor: Int64, limit: Int) async throws -> ChangeFeedResponse
  /// The end of the feed: `GET /changes/latest-cursor`.
  func getLatestCursor() async throws -> FeedPosition
}

extension NetworkClientProtocol {
  /// Creates an event type.
  public func createEventType(_ request: CreateEventTypeRequest) async throws -> APIEventType {
    try await create(request, idempotencyKey: nil)
  }

  /// Creates an event type, at most once for a key.
  public func createEventTypeWithIdempotency(
    _ request: CreateEventTypeRequest, idempotencyKey: String
  ) async throws -> APIEventType {
    try await create(request, idempotencyKey: idempotencyKey)
  }

  /// Changes an event type, at most once for a key.
  public func updateEventType(
    id: String, _ request: UpdateEventTypeRequest, idempotencyKey: String?
  ) async throws -> APIEventType {
    try await update(id: id, request, idempotencyKey: idempotencyKey)
  }

  /// Deletes an event type.
  public func deleteEventType(id: String) async throws { try await delete(.eventType, id: id) }

  /// Creates an event.
  public func createEvent(_ request: CreateEventRequest) async throws -> APIEvent {
    try await create(request, idempotencyKey: nil)
  }

  /// Creates an event, at most once for a key.
  public func createEventWithIdempotency(
    _ request: CreateEventRequest, idempotencyKey: String
  ) async throws -> APIEvent {
    try await create(request, idempotencyKey: idempotencyKey)
  }

  /// Changes an event, at most once for a key.
  public func updateEvent(
    id: String, _ request: UpdateEventRequest, idempotencyKey: String?
  ) async throws -> APIEvent {
    try await update(id: id, request, idempotencyKey: idempotencyKey)
  }

  /// Deletes an event.
  public func deleteEvent(id: String) async throws { try await delete(.event, id: id) }

  /// Creates a geofence.
  public func createGeofence(_ request: CreateGeofenceRequest) async throws -> APIGeofence {
    try await create(request, idempotencyKey: nil)
  }

  /// Creates a geofence, at most once for a key.
  public func createGeofenceWithIdempotency(
    _ request: CreateGeofenceRequest, idempotencyKey: String
  ) async throws -> APIGeofence {
    try await create(request, idempotencyKey: idempotencyKey)
  }

  /// Changes a geofence, at most once for a key.
  public func updateGeofence(
    id: String, _ request: UpdateGeofenceRequest, idempotencyKey: String?
  ) async throws -> APIGeofence {
    try await update(id: id, request, idempotencyKey: idempotencyKey)
  }

  /// Deletes a geofence.
  public func deleteGeofence(id: String) async throws { try await delete(.geofence, id: id) }

  /// Creates a property definition.
  public func createPropertyDefinition(_ request: CreatePropertyDefinitionRequest) async throws
    -> APIPropertyDefinition
  {
    try await create(request, idempotencyKey: nil)
  }

  /// Creates a property definition, at most once for a key.
  public func createPropertyDefinitionWithIdempotency(
    _ request: CreatePropertyDefinitionRequest, idempotencyKey: String
  ) async throws -> APIPropertyDefinition {
    try await create(request, idempotencyKey: idempotencyKey)
  }

  /// Changes a property definition, at most once for a key.
  public func updatePropertyDefinition(
    id: String, _ request: UpdatePropertyDefinitionRequest, idempotencyKey: String?
  ) async throws -> APIPropertyDefinition {
    try await update(id: id, request, idempotencyKey: idempotencyKey)
  }

  /// Deletes a property definition.
  public func deletePropertyDefinition(id: String) async throws {
    try await delete(.propertyDefinition, id: id)
  }
}
