public import Traces

/// A network client that records every call and its outcome, and forwards the call to another
/// client. Errors of that client are thrown again unchanged.
public struct TracingNetworkClient: NetworkClientProtocol {
  private let inner: any NetworkClientProtocol
  private let seam: CallTracer

  /// Wraps `inner`; `caller` is the name of the participant that uses it.
  public init(
    _ inner: any NetworkClientProtocol, recorder: TraceRecorder, caller: String = "SyncEngine"
  ) {
    self.inner = inner
    seam = CallTracer(recorder: recorder, caller: caller, callee: "NetworkClient")
  }

  /// Records `createEvent`, `createEventWithIdempotency` and so on.
  public func create<Content>(
    _ request: CreateRequest<Content>, idempotencyKey: String?
  ) async throws -> ServerRow<Content> {
    let kind = Content.kind.typeName
    let (suffix, parameters) =
      idempotencyKey == nil
      ? ("", ["request"]) : ("WithIdempotency", ["request", "idempotencyKey"])
    return try await seam.call("create\(kind)\(suffix)", parameters, returning: "API\(kind)") {
      try await inner.create(request, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `updateEvent` and so on.
  public func update<Content>(
    id: String, _ request: UpdateRequest<Content>, idempotencyKey: String?
  ) async throws -> ServerRow<Content> {
    let kind = Content.kind.typeName
    return try await seam.call(
      "update\(kind)", ["id", "request", "idempotencyKey"], returning: "API\(kind)"
    ) {
      try await inner.update(id: id, request, idempotencyKey: idempotencyKey)
    }
  }

  /// Records `deleteEvent` and so on.
  public func delete(_ kind: EntityKind, id: String) async throws {
    try await seam.call("delete\(kind.typeName)", ["id"]) { try await inner.delete(kind, id: id) }
  }

  /// Records `getEventTypes`.
  public func getEventTypes() async throws -> [APIEventType] {
    try await seam.call("getEventTypes", [], returning: "[APIEventType]") {
      try await inner.getEventTypes()
    }
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

  /// Records `getGeofences`.
  public func getGeofences(activeOnly: Bool) async throws -> [APIGeofence] {
    try await seam.call("getGeofences", ["activeOnly"], returning: "[APIGeofence]") {
      try await inner.getGeofences(activeOnly: activeOnly)
    }
  }

  /// Records `getPropertyDefinitions`.
  public func getPropertyDefinitions(eventTypeId: String) async throws -> [APIPropertyDefinition] {
    try await seam.call(
      "getPropertyDefinitions", ["eventTypeId"], returning: "[APIPropertyDefinition]"
    ) {
      try await inner.getPropertyDefinitions(eventTypeId: eventTypeId)
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
