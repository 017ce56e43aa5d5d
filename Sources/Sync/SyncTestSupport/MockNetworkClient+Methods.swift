public import Sync

extension MockNetworkClient: NetworkClientProtocol {
  /// Answers from what is queued, or as a server would.
  public func getEventTypes() async throws -> [APIEventType] {
    try await respond(MockNetworkCall(method: .getEventTypes, ids: [], key: nil, position: nil)) {
      $0.eventTypes
    }
  }

  /// Answers from what is queued, or as a server would.
  public func createEventType(_ request: CreateEventTypeRequest) async throws -> APIEventType {
    try await respond(
      MockNetworkCall(method: .createEventType, ids: [request.id], key: nil, position: nil)
    ) { _ in
      APIEventType(
        id: request.id, name: request.name, color: request.color, icon: request.icon,
        createdAt: MockNetworkClient.time, updatedAt: MockNetworkClient.time)
    }
  }

  /// Answers from what is queued, or as a server would.
  public func createEventTypeWithIdempotency(
    _ request: CreateEventTypeRequest, idempotencyKey: String
  ) async throws -> APIEventType {
    try await respond(
      MockNetworkCall(
        method: .createEventTypeWithIdempotency, ids: [request.id], key: idempotencyKey,
        position: nil)
    ) { _ in
      APIEventType(
        id: request.id, name: request.name, color: request.color, icon: request.icon,
        createdAt: MockNetworkClient.time, updatedAt: MockNetworkClient.time)
    }
  }

  /// Answers from what is queued, or as a server would.
  public func updateEventType(
    id: String, _ request: UpdateEventTypeRequest, idempotencyKey: String?
  ) async throws -> APIEventType {
    try await respond(
      MockNetworkCall(method: .updateEventType, ids: [id], key: idempotencyKey, position: nil)
    ) { _ in
      APIEventType(
        id: id, name: request.name ?? "", color: request.color ?? "", icon: request.icon ?? "",
        createdAt: MockNetworkClient.time, updatedAt: MockNetworkClient.time)
    }
  }

  /// Answers from what is queued, or as a server would.
  public func deleteEventType(id: String) async throws {
    _ = try await respond(
      MockNetworkCall(method: .deleteEventType, ids: [id], key: nil, position: nil)
    ) { $0.eventTypes.removeAll { $0.id == id } }
  }

  /// Answers from what is queued, or as a server would.
  public func getEvents(limit: Int, offset: Int) async throws -> [APIEvent] {
    try await respond(
      MockNetworkCall(method: .getEvents, ids: [], key: nil, position: Int64(offset))
    ) { state in
      guard limit > 0, offset >= 0 else {
        throw MockContractError("getEvents: limit \(limit), offset \(offset)")
      }
      return Array(state.events.dropFirst(offset).prefix(limit))
    }
  }

  /// Answers from what is queued, or as a server would.
  public func getEvents(after id: String, limit: Int) async throws -> [APIEvent] {
    try await respond(MockNetworkCall(method: .getEvents, ids: [id], key: nil, position: nil)) {
      state in
      guard limit > 0 else { throw MockContractError("getEvents: limit \(limit)") }
      let rest = state.events.filter { $0.id > id }.sorted { $0.id < $1.id }
      return Array(rest.prefix(limit))
    }
  }

  /// Answers from what is queued, or as a server would.
  public func getAllEvents(batchSize: Int) async throws -> [APIEvent] {
    try await respond(MockNetworkCall(method: .getAllEvents, ids: [], key: nil, position: nil)) {
      $0.events
    }
  }

  /// Answers from what is queued, or as a server would.
  public func createEvent(_ request: CreateEventRequest) async throws -> APIEvent {
    try await respond(
      MockNetworkCall(method: .createEvent, ids: [request.id], key: nil, position: nil)
    ) { _ in APIEvent(request, time: MockNetworkClient.time) }
  }

  /// Answers from what is queued, or as a server would.
  public func createEventWithIdempotency(_ request: CreateEventRequest, idempotencyKey: String)
    async throws -> APIEvent
  {
    try await respond(
      MockNetworkCall(
        method: .createEventWithIdempotency, ids: [request.id], key: idempotencyKey, position: nil)
    ) { _ in APIEvent(request, time: MockNetworkClient.time) }
  }

  /// Answers from what is queued, or as a server would.
  public func createEventsBatch(_ requests: [CreateEventRequest], idempotencyKey: String)
    async throws -> BatchCreateEventsResponse
  {
    try await respond(
      MockNetworkCall(
        method: .createEventsBatch, ids: requests.map(\.id), key: idempotencyKey, position: nil)
    ) { _ in
      guard (1...500).contains(requests.count) else {
        throw MockContractError("a batch of \(requests.count)")
      }
      return BatchCreateEventsResponse(
        created: requests.map { APIEvent($0, time: MockNetworkClient.time) }, total: requests.count,
        success: requests.count)
    }
  }

  /// Answers from what is queued, or as a server would.
  public func updateEvent(id: String, _ request: UpdateEventRequest, idempotencyKey: String?)
    async throws -> APIEvent
  {
    try await respond(
      MockNetworkCall(method: .updateEvent, ids: [id], key: idempotencyKey, position: nil)
    ) { _ in APIEvent(CreateEventRequest(id: id, request), time: MockNetworkClient.time) }
  }

  /// Answers from what is queued, or as a server would.
  public func deleteEvent(id: String) async throws {
    _ = try await respond(MockNetworkCall(method: .deleteEvent, ids: [id], key: nil, position: nil))
    { $0.events.removeAll { $0.id == id } }
  }

  /// Answers from what is queued, or as a server would.
  public func getGeofences(activeOnly: Bool) async throws -> [APIGeofence] {
    try await respond(MockNetworkCall(method: .getGeofences, ids: [], key: nil, position: nil)) {
      $0.geofences.filter { !activeOnly || $0.isActive }
    }
  }

  /// Answers from what is queued, or as a server would.
  public func createGeofence(_ request: CreateGeofenceRequest) async throws -> APIGeofence {
    try await respond(
      MockNetworkCall(method: .createGeofence, ids: [request.id], key: nil, position: nil)
    ) { _ in APIGeofence(request, time: MockNetworkClient.time) }
  }

  /// Answers from what is queued, or as a server would.
  public func createGeofenceWithIdempotency(
    _ request: CreateGeofenceRequest, idempotencyKey: String
  ) async throws -> APIGeofence {
    try await respond(
      MockNetworkCall(
        method: .createGeofenceWithIdempotency, ids: [request.id], key: idempotencyKey,
        position: nil)
    ) { _ in APIGeofence(request, time: MockNetworkClient.time) }
  }

  /// Answers from what is queued, or as a server would.
  public func updateGeofence(id: String, _ request: UpdateGeofenceRequest, idempotencyKey: String?)
    async throws -> APIGeofence
  {
    try await respond(
      MockNetworkCall(method: .updateGeofence, ids: [id], key: idempotencyKey, position: nil)
    ) { _ in APIGeofence(CreateGeofenceRequest(id: id, request), time: MockNetworkClient.time) }
  }

  /// Answers from what is queued, or as a server would.
  public func deleteGeofence(id: String) async throws {
    _ = try await respond(
      MockNetworkCall(method: .deleteGeofence, ids: [id], key: nil, position: nil)
    ) { $0.geofences.removeAll { $0.id == id } }
  }

  /// Answers from what is queued, or as a server would.
  public func getPropertyDefinitions(eventTypeId: String) async throws -> [APIPropertyDefinition] {
    try await respond(
      MockNetworkCall(method: .getPropertyDefinitions, ids: [eventTypeId], key: nil, position: nil)
    ) { $0.propertyDefinitions.filter { $0.eventTypeId == eventTypeId } }
  }

  /// Answers from what is queued, or as a server would.
  public func createPropertyDefinition(_ request: CreatePropertyDefinitionRequest) async throws
    -> APIPropertyDefinition
  {
    try await respond(
      MockNetworkCall(method: .createPropertyDefinition, ids: [request.id], key: nil, position: nil)
    ) { _ in APIPropertyDefinition(request, time: MockNetworkClient.time) }
  }

  /// Answers from what is queued, or as a server would.
  public func createPropertyDefinitionWithIdempotency(
    _ request: CreatePropertyDefinitionRequest, idempotencyKey: String
  ) async throws -> APIPropertyDefinition {
    try await respond(
      MockNetworkCall(
        method: .createPropertyDefinitionWithIdempotency, ids: [request.id], key: idempotencyKey,
        position: nil)
    ) { _ in APIPropertyDefinition(request, time: MockNetworkClient.time) }
  }

  /// Answers from what is queued, or as a server would.
  public func updatePropertyDefinition(
    id: String, _ request: UpdatePropertyDefinitionRequest, idempotencyKey: String?
  ) async throws -> APIPropertyDefinition {
    try await respond(
      MockNetworkCall(
        method: .updatePropertyDefinition, ids: [id], key: idempotencyKey, position: nil)
    ) { _ in
      APIPropertyDefinition(
        id: id, eventTypeId: "", key: request.key, label: request.label,
        propertyType: request.propertyType, createdAt: MockNetworkClient.time,
        updatedAt: MockNetworkClient.time)
    }
  }

  /// Answers from what is queued, or as a server would.
  public func deletePropertyDefinition(id: String) async throws {
    _ = try await respond(
      MockNetworkCall(method: .deletePropertyDefinition, ids: [id], key: nil, position: nil)
    ) { $0.propertyDefinitions.removeAll { $0.id == id } }
  }

  /// Answers from what is queued, or as a server would.
  public func getChanges(since cursor: Int64, limit: Int) async throws -> ChangeFeedResponse {
    try await respond(MockNetworkCall(method: .getChanges, ids: [], key: nil, position: cursor)) {
      state in
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
    try await respond(MockNetworkCall(method: .getLatestCursor, ids: [], key: nil, position: nil)) {
      FeedPosition(cursor: $0.changes.map(\.id).max() ?? 0, epoch: $0.epoch)
    }
  }

  /// The time that all rows of the mock's server bear.
  static var time: Timestamp { Timestamp(milliseconds: 1_767_225_600_000) }
}

extension APIEvent {
  /// The event that a server makes of a request.
  public init(_ request: CreateEventRequest, time: Timestamp) {
    self.init(
      id: request.id, eventTypeId: request.eventTypeId, timestamp: request.timestamp,
      notes: request.notes, isAllDay: request.isAllDay, endDate: request.endDate,
      sourceType: request.sourceType, externalId: request.externalId,
      originalTitle: request.originalTitle, geofenceId: request.geofenceId,
      locationLatitude: request.locationLatitude, locationLongitude: request.locationLongitude,
      locationName: request.locationName, healthKitSampleId: request.healthKitSampleId,
      healthKitCategory: request.healthKitCategory, properties: request.properties,
      createdAt: time, updatedAt: time)
  }
}

extension APIGeofence {
  fileprivate init(_ request: CreateGeofenceRequest, time: Timestamp) {
    self.init(
      id: request.id, name: request.name, latitude: request.latitude,
      longitude: request.longitude, radius: request.radius, createdAt: time, updatedAt: time)
  }
}

extension APIPropertyDefinition {
  fileprivate init(_ request: CreatePropertyDefinitionRequest, time: Timestamp) {
    self.init(
      id: request.id, eventTypeId: request.eventTypeId, key: request.key, label: request.label,
      propertyType: request.propertyType, createdAt: time, updatedAt: time)
  }
}
