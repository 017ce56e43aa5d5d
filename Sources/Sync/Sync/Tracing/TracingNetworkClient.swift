public import Traces

/// A network client that records every call and its outcome, and otherwise does what the one
/// inside does.
public struct TracingNetworkClient: NetworkClientProtocol {
  private let inner: any NetworkClientProtocol
  private let seam: TracingSeam

  /// Creates a client around `inner`; `caller` is who uses it.
  public init(
    _ inner: any NetworkClientProtocol, recorder: TraceRecorder, caller: String = "SyncEngine"
  ) {
    self.inner = inner
    seam = TracingSeam(recorder: recorder, caller: caller, callee: "NetworkClient")
  }

  /// Records `getEventTypes`.
  public func getEventTypes() async throws -> [APIEventType] {
    try await seam.call("getEventTypes", [], returning: "[APIEventType]") {
      try await inner.getEventTypes()
    }
  }

  /// Records `createEventType`.
  public func createEventType(_ request: CreateEventTypeRequest) async throws -> APIEventType {
    try await seam.call("createEventType", ["request"], returning: "APIEventType") {
      try await inner.createEventType(request)
    }
  }

  /// Records `createEventTypeWithIdempotency`.
  public func createEventTypeWithIdempotency(
    _ request: CreateEventTypeRequest, idempotencyKey: String
  ) async throws -> APIEventType {
    try await seam.call(
      "createEventTypeWithIdempotency", ["request", "idempotencyKey"], returning: "APIEventType"
    ) {
      try await inner.createEventTypeWithIdempotency(request, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `updateEventType`.
  public func updateEventType(
    id: String, _ request: UpdateEventTypeRequest, idempotencyKey: String?
  ) async throws -> APIEventType {
    try await seam.call(
      "updateEventType", ["id", "request", "idempotencyKey"], returning: "APIEventType"
    ) {
      try await inner.updateEventType(id: id, request, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `deleteEventType`.
  public func deleteEventType(id: String) async throws {
    try await seam.call("deleteEventType", ["id"]) { try await inner.deleteEventType(id: id) }
  }

  /// Records `getEvents`.
  public func getEvents(limit: Int, offset: Int) async throws -> [APIEvent] {
    try await seam.call("getEvents", ["limit", "offset"], returning: "[APIEvent]") {
      try await inner.getEvents(limit: limit, offset: offset)
    }
  }

  /// Records `getEvents`.
  public func getEvents(after id: String, limit: Int) async throws -> [APIEvent] {
    try await seam.call("getEvents", ["after", "limit"], returning: "[APIEvent]") {
      try await inner.getEvents(after: id, limit: limit)
    }
  }

  /// Records `getAllEvents`.
  public func getAllEvents(batchSize: Int) async throws -> [APIEvent] {
    try await seam.call("getAllEvents", ["batchSize"], returning: "[APIEvent]") {
      try await inner.getAllEvents(batchSize: batchSize)
    }
  }

  /// Records `createEvent`.
  public func createEvent(_ request: CreateEventRequest) async throws -> APIEvent {
    try await seam.call("createEvent", ["request"], returning: "APIEvent") {
      try await inner.createEvent(request)
    }
  }

  /// Records `createEventWithIdempotency`.
  public func createEventWithIdempotency(_ request: CreateEventRequest, idempotencyKey: String)
    async throws -> APIEvent
  {
    try await seam.call(
      "createEventWithIdempotency", ["request", "idempotencyKey"], returning: "APIEvent"
    ) {
      try await inner.createEventWithIdempotency(request, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `createEventsBatch`.
  public func createEventsBatch(_ requests: [CreateEventRequest], idempotencyKey: String)
    async throws -> BatchCreateEventsResponse
  {
    try await seam.call(
      "createEventsBatch", ["requests", "idempotencyKey"], returning: "BatchCreateEventsResponse"
    ) {
      try await inner.createEventsBatch(requests, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `updateEvent`.
  public func updateEvent(id: String, _ request: UpdateEventRequest, idempotencyKey: String?)
    async throws -> APIEvent
  {
    try await seam.call("updateEvent", ["id", "request", "idempotencyKey"], returning: "APIEvent") {
      try await inner.updateEvent(id: id, request, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `deleteEvent`.
  public func deleteEvent(id: String) async throws {
    try await seam.call("deleteEvent", ["id"]) { try await inner.deleteEvent(id: id) }
  }

  /// Records `getGeofences`.
  public func getGeofences(activeOnly: Bool) async throws -> [APIGeofence] {
    try await seam.call("getGeofences", ["activeOnly"], returning: "[APIGeofence]") {
      try await inner.getGeofences(activeOnly: activeOnly)
    }
  }

  /// Records `createGeofence`.
  public func createGeofence(_ request: CreateGeofenceRequest) async throws -> APIGeofence {
    try await seam.call("createGeofence", ["request"], returning: "APIGeofence") {
      try await inner.createGeofence(request)
    }
  }

  /// Records `createGeofenceWithIdempotency`.
  public func createGeofenceWithIdempotency(
    _ request: CreateGeofenceRequest, idempotencyKey: String
  ) async throws -> APIGeofence {
    try await seam.call(
      "createGeofenceWithIdempotency", ["request", "idempotencyKey"], returning: "APIGeofence"
    ) {
      try await inner.createGeofenceWithIdempotency(request, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `updateGeofence`.
  public func updateGeofence(id: String, _ request: UpdateGeofenceRequest, idempotencyKey: String?)
    async throws -> APIGeofence
  {
    try await seam.call(
      "updateGeofence", ["id", "request", "idempotencyKey"], returning: "APIGeofence"
    ) {
      try await inner.updateGeofence(id: id, request, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `deleteGeofence`.
  public func deleteGeofence(id: String) async throws {
    try await seam.call("deleteGeofence", ["id"]) { try await inner.deleteGeofence(id: id) }
  }

  /// Records `getPropertyDefinitions`.
  public func getPropertyDefinitions(eventTypeId: String) async throws -> [APIPropertyDefinition] {
    try await seam.call(
      "getPropertyDefinitions", ["eventTypeId"], returning: "[APIPropertyDefinition]"
    ) {
      try await inner.getPropertyDefinitions(eventTypeId: eventTypeId)
    }
  }

  /// Records `createPropertyDefinition`.
  public func createPropertyDefinition(_ request: CreatePropertyDefinitionRequest) async throws
    -> APIPropertyDefinition
  {
    try await seam.call("createPropertyDefinition", ["request"], returning: "APIPropertyDefinition")
    {
      try await inner.createPropertyDefinition(request)
    }
  }

  /// Records `createPropertyDefinitionWithIdempotency`.
  public func createPropertyDefinitionWithIdempotency(
    _ request: CreatePropertyDefinitionRequest, idempotencyKey: String
  ) async throws -> APIPropertyDefinition {
    try await seam.call(
      "createPropertyDefinitionWithIdempotency", ["request", "idempotencyKey"],
      returning: "APIPropertyDefinition"
    ) {
      try await inner.createPropertyDefinitionWithIdempotency(
        request, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `updatePropertyDefinition`.
  public func updatePropertyDefinition(
    id: String, _ request: UpdatePropertyDefinitionRequest, idempotencyKey: String?
  ) async throws -> APIPropertyDefinition {
    try await seam.call(
      "updatePropertyDefinition", ["id", "request", "idempotencyKey"],
      returning: "APIPropertyDefinition"
    ) {
      try await inner.updatePropertyDefinition(id: id, request, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `deletePropertyDefinition`.
  public func deletePropertyDefinition(id: String) async throws {
    try await seam.call("deletePropertyDefinition", ["id"]) {
      try await inner.deletePropertyDefinition(id: id)
    }
  }

  /// Records `getChanges`.
  public func getChanges(since cursor: Int64, limit: Int) async throws -> ChangeFeedResponse {
    try await seam.call("getChanges", ["since", "limit"], returning: "ChangeFeedResponse") {
      try await inner.getChanges(since: cursor, limit: limit)
    }
  }

  /// Records `getLatestCursor`.
  public func getLatestCursor() async throws -> FeedPosition {
    try await seam.call("getLatestCursor", [], returning: "FeedPosition") {
      try await inner.getLatestCursor()
    }
  }

}
