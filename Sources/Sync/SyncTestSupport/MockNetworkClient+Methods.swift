public import Sync

extension MockNetworkClient: NetworkClientProtocol {
  /// Answers from what is queued, or as a server would.
  public func getEventTypes() async throws -> [APIEventType] {
    try await respond(MockNetworkCall(method: .getEventTypes)) { $0.eventTypes }
  }

  /// Answers from what is queued, or as a server would.
  public func createEventType(_ request: CreateEventTypeRequest) async throws -> APIEventType {
    try await create(.createEventType, request)
  }

  /// Answers from what is queued, or as a server would.
  public func createEventTypeWithIdempotency(
    _ request: CreateEventTypeRequest, idempotencyKey: String
  ) async throws -> APIEventType {
    try await create(.createEventTypeWithIdempotency, request, key: idempotencyKey)
  }

  /// Answers from what is queued, or as a server would.
  public func updateEventType(
    id: String, _ request: UpdateEventTypeRequest, idempotencyKey: String?
  ) async throws -> APIEventType {
    try await create(
      .updateEventType, CreateRequest(id: id, request.content), key: idempotencyKey)
  }

  /// Answers from what is queued, or as a server would.
  public func deleteEventType(id: String) async throws {
    try await delete(.deleteEventType, id, from: \.eventTypes)
  }

  /// Answers from what is queued, or as a server would.
  public func getEvents(limit: Int, offset: Int) async throws -> [APIEvent] {
    try await respond(MockNetworkCall(method: .getEvents, position: Int64(offset))) { state in
      guard limit > 0, offset >= 0 else {
        throw MockContractError("getEvents: limit \(limit), offset \(offset)")
      }
      return Array(state.events.dropFirst(offset).prefix(limit))
    }
  }

  /// Answers from what is queued, or as a server would.
  public func getEvents(after id: String, limit: Int) async throws -> [APIEvent] {
    try await respond(MockNetworkCall(method: .getEvents, ids: [id])) { state in
      guard limit > 0 else { throw MockContractError("getEvents: limit \(limit)") }
      let rest = state.events.filter { $0.id > id }.sorted { $0.id < $1.id }
      return Array(rest.prefix(limit))
    }
  }

  /// Answers from what is queued, or as a server would.
  public func getAllEvents(batchSize: Int) async throws -> [APIEvent] {
    try await respond(MockNetworkCall(method: .getAllEvents)) { $0.events }
  }

  /// Answers from what is queued, or as a server would.
  public func createEventsBatch(_ requests: [CreateEventRequest], idempotencyKey: String)
    async throws -> BatchCreateEventsResponse
  {
    let call = MockNetworkCall(
      method: .createEventsBatch, ids: requests.map(\.id), key: idempotencyKey)
    return try await respond(call) { _ in
      guard (1...500).contains(requests.count) else {
        throw MockContractError("a batch of \(requests.count)")
      }
      return BatchCreateEventsResponse(
        created: requests.map { APIEvent($0, time: MockNetworkClient.time) }, total: requests.count,
        success: requests.count)
    }
  }

  /// Answers from what is queued, or as a server would.
  public func createEvent(_ request: CreateEventRequest) async throws -> APIEvent {
    try await create(.createEvent, request)
  }

  /// Answers from what is queued, or as a server would.
  public func createEventWithIdempotency(
    _ request: CreateEventRequest, idempotencyKey: String
  ) async throws -> APIEvent {
    try await create(.createEventWithIdempotency, request, key: idempotencyKey)
  }

  /// Answers from what is queued, or as a server would.
  public func updateEvent(
    id: String, _ request: UpdateEventRequest, idempotencyKey: String?
  ) async throws -> APIEvent {
    try await create(
      .updateEvent, CreateRequest(id: id, request.content), key: idempotencyKey)
  }

  /// Answers from what is queued, or as a server would.
  public func deleteEvent(id: String) async throws {
    try await delete(.deleteEvent, id, from: \.events)
  }

  /// Answers from what is queued, or as a server would.
  public func getGeofences(activeOnly: Bool) async throws -> [APIGeofence] {
    try await respond(MockNetworkCall(method: .getGeofences)) {
      $0.geofences.filter { !activeOnly || $0.isActive }
    }
  }

  /// Answers from what is queued, or as a server would.
  public func createGeofence(_ request: CreateGeofenceRequest) async throws -> APIGeofence {
    try await create(.createGeofence, request)
  }

  /// Answers from what is queued, or as a server would.
  public func createGeofenceWithIdempotency(
    _ request: CreateGeofenceRequest, idempotencyKey: String
  ) async throws -> APIGeofence {
    try await create(.createGeofenceWithIdempotency, request, key: idempotencyKey)
  }

  /// Answers from what is queued, or as a server would.
  public func updateGeofence(
    id: String, _ request: UpdateGeofenceRequest, idempotencyKey: String?
  ) async throws -> APIGeofence {
    try await create(
      .updateGeofence, CreateRequest(id: id, request.content), key: idempotencyKey)
  }

  /// Answers from what is queued, or as a server would.
  public func deleteGeofence(id: String) async throws {
    try await delete(.deleteGeofence, id, from: \.geofences)
  }

  /// Answers from what is queued, or as a server would.
  public func getPropertyDefinitions(eventTypeId: String) async throws -> [APIPropertyDefinition] {
    try await respond(MockNetworkCall(method: .getPropertyDefinitions, ids: [eventTypeId])) {
      $0.propertyDefinitions.filter { $0.eventTypeId == eventTypeId }
    }
  }

  /// Answers from what is queued, or as a server would.
  public func createPropertyDefinition(_ request: CreatePropertyDefinitionRequest) async throws
    -> APIPropertyDefinition
  {
    try await create(.createPropertyDefinition, request)
  }

  /// Answers from what is queued, or as a server would.
  public func createPropertyDefinitionWithIdempotency(
    _ request: CreatePropertyDefinitionRequest, idempotencyKey: String
  ) async throws -> APIPropertyDefinition {
    try await create(.createPropertyDefinitionWithIdempotency, request, key: idempotencyKey)
  }

  /// Answers from what is queued, or as a server would.
  public func updatePropertyDefinition(
    id: String, _ request: UpdatePropertyDefinitionRequest, idempotencyKey: String?
  ) async throws -> APIPropertyDefinition {
    try await create(
      .updatePropertyDefinition, CreateRequest(id: id, request.content), key: idempotencyKey)
  }

  /// Answers from what is queued, or as a server would.
  public func deletePropertyDefinition(id: String) async throws {
    try await delete(.deletePropertyDefinition, id, from: \.propertyDefinitions)
  }

  /// Answers from what is queued, or as a server would.
  public func getChanges(since cursor: Int64, limit: Int) async throws -> ChangeFeedResponse {
    try await respond(MockNetworkCall(method: .getChanges, position: cursor)) { state in
      guard limit > 0 else { throw MockContractError("getChanges: limit \(limit)") }
      let rest = state.changes.filter { $0.id > cursor }.sorted { $0.id < $1.id }
      let page = Array(rest.prefix(limit))
      return ChangeFeedResponse(
        changes: page, nextCursor: page.last?.id ?? cursor, hasMore: rest.count > limit,
        epoch: state.epoch)
    }
  }

  /// Answers from what is queued, or as a server would.
  public func getLatestCursor() async throws -> FeedPosition {
    try await respond(MockNetworkCall(method: .getLatestCursor)) {
      FeedPosition(cursor: $0.changes.map(\.id).max() ?? 0, epoch: $0.epoch)
    }
  }

  private func create<Content>(
    _ method: MockNetworkMethod, _ request: CreateRequest<Content>, key: String? = nil
  ) async throws -> ServerRow<Content> {
    try await respond(MockNetworkCall(method: method, ids: [request.id], key: key)) { _ in
      ServerRow(request, time: MockNetworkClient.time)
    }
  }

  private func delete<Content>(
    _ method: MockNetworkMethod, _ id: String,
    from rows: any WritableKeyPath<State, [ServerRow<Content>]> & Sendable
  ) async throws {
    try await respond(MockNetworkCall(method: method, ids: [id])) {
      $0[keyPath: rows].removeAll { $0.id == id }
    }
  }

  /// The time that all rows of the mock's server bear.
  static var time: Timestamp { Timestamp(milliseconds: 1_767_225_600_000) }
}

extension ServerRow {
  /// The row that a server makes of a request.
  public init(_ request: CreateRequest<Content>, time: Timestamp) {
    self.init(id: request.id, request.content, createdAt: time, updatedAt: time)
  }
}
