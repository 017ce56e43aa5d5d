public import Sync

extension APIClient {
  /// All event types: `GET /event-types`.
  public func getEventTypes() async throws -> [APIEventType] {
    try await fetch(Endpoint("GET", "/event-types"))
  }

  /// Creates an event type: `POST /event-types`.
  public func createEventType(_ request: CreateEventTypeRequest) async throws -> APIEventType {
    try await send(Endpoint("POST", "/event-types"), body: request)
  }

  /// The same, at most once for a key.
  public func createEventTypeWithIdempotency(
    _ request: CreateEventTypeRequest, idempotencyKey: String
  ) async throws -> APIEventType {
    try await send(Endpoint("POST", "/event-types"), body: request, key: idempotencyKey)
  }

  /// Changes an event type: `PUT /event-types/{id}`; at most once for a key.
  public func updateEventType(
    id: String, _ request: UpdateEventTypeRequest, idempotencyKey: String?
  ) async throws -> APIEventType {
    try await send(Endpoint("PUT", "/event-types/{id}", [id]), body: request, key: idempotencyKey)
  }

  /// Deletes an event type and its events: `DELETE /event-types/{id}`.
  public func deleteEventType(id: String) async throws {
    try await delete(Endpoint("DELETE", "/event-types/{id}", [id]))
  }
}
