public import Sync

extension MockNetworkClient: NetworkClientProtocol {
  /// Returns the queued answer, or that of the mock's server.
  public func create<Content>(
    _ request: CreateRequest<Content>, idempotencyKey: String?
  ) async throws -> ServerRow<Content> {
    let suffix = idempotencyKey == nil ? "" : "WithIdempotency"
    let method = try method("create\(Content.kind.typeName)\(suffix)")
    let call = MockNetworkCall(method: method, ids: [request.id], key: idempotencyKey)
    return try await respond(call) { _ in ServerRow(request, time: MockNetworkClient.time) }
  }

  /// Returns the queued answer, or that of the mock's server.
  public func update<Content>(
    id: String, _ request: UpdateRequest<Content>, idempotencyKey: String?
  ) async throws -> ServerRow<Content> {
    let method = try method("update\(Content.kind.typeName)")
    return try await respond(MockNetworkCall(method: method, ids: [id], key: idempotencyKey)) { _ in
      ServerRow(CreateRequest(id: id, request.content), time: MockNetworkClient.time)
    }
  }

  /// Returns the queued answer, or that of the mock's server.
  public func delete(_ kind: EntityKind, id: String) async throws {
    let method = try method("delete\(kind.typeName)")
    try await respond(MockNetworkCall(method: method, ids: [id])) { state in
      switch kind {
      case .event: state.events.removeAll { $0.id == id }
      case .eventType: state.eventTypes.removeAll { $0.id == id }
      case .geofence: state.geofences.removeAll { $0.id == id }
      case .propertyDefinition: state.propertyDefinitions.removeAll { $0.id == id }
      case .unrecognized: break
      }
    }
  }

  private func method(_ name: String) throws -> MockNetworkMethod {
    guard let method = MockNetworkMethod(rawValue: name) else {
      throw MockContractError("\(name): unknown request")
    }
    return method
  }

  /// Returns the queued answer, or that of the mock's server.
  public func getEventTypes() async throws -> [APIEventType] {
    try await respond(MockNetworkCall(method: .getEventTypes)) { $0.eventTypes }
  }

  /// Returns the queued answer, or that of the mock's server.
  public func getEvents(limit: Int, offset: Int) async throws -> [APIEvent] {
    try await respond(MockNetworkCall(method: .getEvents, position: Int64(offset))) { state in
      guard limit > 0, offset >= 0 else {
        throw MockContractError("getEvents: limit \(limit), offset \(offset)")
      }
      return Array(state.events.dropFirst(offset).prefix(limit))
    }
  }

  /// Returns the queued answer, or that of the mock's server.
  public func getEvents(after id: String, limit: Int) async throws -> [APIEvent] {
    try await respond(MockNetworkCall(method: .getEvents, ids: [id])) { state in
      guard limit > 0 else { throw MockContractError("getEvents: limit \(limit)") }
      let rest = state.events.filter { $0.id > id }.sorted { $0.id < $1.id }
      return Array(rest.prefix(limit))
    }
  }

  /// Returns the queued answer, or that of the mock's server.
  public func getAllEvents(batchSize: Int) async throws -> [APIEvent] {
    try await respond(MockNetworkCall(method: .getAllEvents)) { $0.events }
  }

  /// Returns the queued answer, or that of the mock's server.
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

  /// Returns the queued answer, or that of the mock's server.
  public func getGeofences(activeOnly: Bool) async throws -> [APIGeofence] {
    try await respond(MockNetworkCall(method: .getGeofences)) {
      $0.geofences.filter { !activeOnly || $0.isActive }
    }
  }

  /// Returns the queued answer, or that of the mock's server.
  public func getPropertyDefinitions(eventTypeId: String) async throws -> [APIPropertyDefinition] {
    try await respond(MockNetworkCall(method: .getPropertyDefinitions, ids: [eventTypeId])) {
      $0.propertyDefinitions.filter { $0.eventTypeId == eventTypeId }
    }
  }

  /// Returns the queued answer, or that of the mock's server.
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

  /// Returns the queued answer, or that of the mock's server.
  public func getLatestCursor() async throws -> FeedPosition {
    try await respond(MockNetworkCall(method: .getLatestCursor)) {
      FeedPosition(cursor: $0.changes.map(\.id).max() ?? 0, epoch: $0.epoch)
    }
  }

  /// The time of all rows on the mock's server.
  static var time: Timestamp { Timestamp(milliseconds: 1_767_225_600_000) }
}

extension ServerRow {
  /// Creates the row that a server produces for a request.
  public init(_ request: CreateRequest<Content>, time: Timestamp) {
    self.init(id: request.id, request.content, createdAt: time, updatedAt: time)
  }
}
