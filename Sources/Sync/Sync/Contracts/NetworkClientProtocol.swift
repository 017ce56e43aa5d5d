/// What the engine asks of the server: one method an endpoint.
///
/// Every method throws `APIError` and nothing else. A method makes one request and never repeats
/// it: retries, waiting and the breaker are the engine's. (`getAllEvents` makes one request a
/// page.)
public protocol NetworkClientProtocol: Sendable {
  // MARK: Event types

  /// All event types: `GET /event-types`.
  func getEventTypes() async throws -> [APIEventType]
  /// Creates an event type: `POST /event-types`.
  func createEventType(_ request: CreateEventTypeRequest) async throws -> APIEventType
  /// The same, at most once for a key.
  func createEventTypeWithIdempotency(
    _ request: CreateEventTypeRequest, idempotencyKey: String
  ) async throws -> APIEventType
  /// Changes an event type: `PUT /event-types/{id}`; at most once for a key.
  func updateEventType(
    id: String, _ request: UpdateEventTypeRequest, idempotencyKey: String?
  ) async throws -> APIEventType
  /// Deletes an event type and its events: `DELETE /event-types/{id}`.
  func deleteEventType(id: String) async throws

  // MARK: Events

  /// A page of events, newest first: `GET /events?limit=&offset=`.
  func getEvents(limit: Int, offset: Int) async throws -> [APIEvent]
  /// A page of events by id, those after `id`, or the first ones for an empty `id`:
  /// `GET /events?after=&limit=`. Events that come or go meanwhile move no others.
  func getEvents(after id: String, limit: Int) async throws -> [APIEvent]
  /// All events, page by page, until one is not full.
  func getAllEvents(batchSize: Int) async throws -> [APIEvent]
  /// Creates an event: `POST /events`.
  func createEvent(_ request: CreateEventRequest) async throws -> APIEvent
  /// The same, at most once for a key.
  func createEventWithIdempotency(
    _ request: CreateEventRequest, idempotencyKey: String
  ) async throws -> APIEvent
  /// Creates up to 500 events: `POST /events/batch`; at most once for a key. An answer 400 whose
  /// body lists item errors is an answer, not an error.
  func createEventsBatch(
    _ requests: [CreateEventRequest], idempotencyKey: String
  ) async throws -> BatchCreateEventsResponse
  /// Changes an event: `PUT /events/{id}`; at most once for a key.
  func updateEvent(
    id: String, _ request: UpdateEventRequest, idempotencyKey: String?
  ) async throws -> APIEvent
  /// Deletes an event: `DELETE /events/{id}`.
  func deleteEvent(id: String) async throws

  // MARK: Geofences

  /// All geofences, or those that are watched: `GET /geofences[?active=true]`.
  func getGeofences(activeOnly: Bool) async throws -> [APIGeofence]
  /// Creates a geofence: `POST /geofences`.
  func createGeofence(_ request: CreateGeofenceRequest) async throws -> APIGeofence
  /// The same, at most once for a key.
  func createGeofenceWithIdempotency(
    _ request: CreateGeofenceRequest, idempotencyKey: String
  ) async throws -> APIGeofence
  /// Changes a geofence: `PUT /geofences/{id}`; at most once for a key.
  func updateGeofence(
    id: String, _ request: UpdateGeofenceRequest, idempotencyKey: String?
  ) async throws -> APIGeofence
  /// Deletes a geofence: `DELETE /geofences/{id}`.
  func deleteGeofence(id: String) async throws

  // MARK: Property definitions

  /// The definitions of a type: `GET /event-types/{id}/properties`.
  func getPropertyDefinitions(eventTypeId: String) async throws -> [APIPropertyDefinition]
  /// Creates a definition: `POST /event-types/{id}/properties`.
  func createPropertyDefinition(
    _ request: CreatePropertyDefinitionRequest
  ) async throws -> APIPropertyDefinition
  /// The same, at most once for a key.
  func createPropertyDefinitionWithIdempotency(
    _ request: CreatePropertyDefinitionRequest, idempotencyKey: String
  ) async throws -> APIPropertyDefinition
  /// Changes a definition: `PUT /property-definitions/{id}`; at most once for a key.
  func updatePropertyDefinition(
    id: String, _ request: UpdatePropertyDefinitionRequest, idempotencyKey: String?
  ) async throws -> APIPropertyDefinition
  /// Deletes a definition: `DELETE /property-definitions/{id}`.
  func deletePropertyDefinition(id: String) async throws

  // MARK: Change feed

  /// The changes after a cursor, oldest first: `GET /changes?since=&limit=`.
  func getChanges(since cursor: Int64, limit: Int) async throws -> ChangeFeedResponse
  /// The end of the feed: `GET /changes/latest-cursor`.
  func getLatestCursor() async throws -> FeedPosition
}
