public import Sync

/// All kinds.
extension APIClient {
  /// Creates an entity: `POST /events`, `/event-types`, `/geofences` or
  /// `/event-types/{id}/properties`; at most once for each key.
  public func create<Content>(
    _ request: CreateRequest<Content>, idempotencyKey: String?
  ) async throws -> ServerRow<Content> {
    let definition = request.content as? PropertyDefinitionContent
    let endpoint =
      definition.map { Endpoint("POST", "/event-types/{id}/properties", values: [$0.eventTypeId]) }
      ?? Endpoint("POST", APIClient.path(of: Content.kind))
    return try await send(endpoint, body: request, key: idempotencyKey)
  }

  /// Changes an entity: `PUT /events/{id}` and so on; at most once for each key.
  public func update<Content>(
    id: String, _ request: UpdateRequest<Content>, idempotencyKey: String?
  ) async throws -> ServerRow<Content> {
    let endpoint = Endpoint("PUT", APIClient.path(of: Content.kind) + "/{id}", values: [id])
    return try await send(endpoint, body: request, key: idempotencyKey)
  }

  /// Deletes an entity: `DELETE /events/{id}` and so on. An entity that does not exist on the
  /// server counts as deleted.
  ///
  /// Only 204 is a success, because the page of a captive portal has the status 200. No idempotency
  /// key is sent, because a repeated deletion has the same result.
  public func delete(_ kind: EntityKind, id: String) async throws {
    let response = try await response(
      to: Endpoint("DELETE", APIClient.path(of: kind) + "/{id}", values: [id]))
    if response.status == 204 { return }
    let error = APIError(response, now: clock.now)
    if error.answerClass != .gone { throw error }
  }

  /// `event_type` -> `/event-types`
  private static func path(of kind: EntityKind) -> String {
    "/" + kind.rawValue.split(separator: "_").joined(separator: "-") + "s"
  }
}

/// Lists.
extension APIClient {
  /// All event types: `GET /event-types`.
  public func getEventTypes() async throws -> [APIEventType] {
    try await fetch(Endpoint("GET", "/event-types"))
  }

  /// A page of events, newest first: `GET /events?limit=&offset=`.
  public func getEvents(limit: Int, offset: Int) async throws -> [APIEvent] {
    let query = [HTTPField("limit", String(limit)), HTTPField("offset", String(offset))]
    return try await fetch(Endpoint("GET", "/events", query: query))
  }

  /// A page of events ordered by id, those after `id`, or the first ones if `id` is empty: `GET
  /// /events?after=&limit=`.
  public func getEvents(after id: String, limit: Int) async throws -> [APIEvent] {
    let query = [HTTPField("after", id), HTTPField("limit", String(limit))]
    return try await fetch(Endpoint("GET", "/events", query: query))
  }

  /// All events ordered by id, page by page, until a page is not full. Concurrent insertions and
  /// deletions do not shift other events, so each of those occurs once.
  ///
  /// - Parameter batchSize: the number of events of a page, limited to 1...500.
  /// - Returns: the events.
  /// - Throws: `APIError`, `.decoding` if a page does not begin after the previous one, or a
  ///   `PartialList` with the readable rows of the page that has unreadable ones.
  public func getAllEvents(batchSize: Int) async throws -> [APIEvent] {
    let limit = min(max(1, batchSize), 500)
    var events: [APIEvent] = []
    var after = ""
    while true {
      let page = try await getEvents(after: after, limit: limit)
      guard page.allSatisfy({ $0.id > after }) else {
        throw APIError.decoding("the page after '\(after)' does not begin after it")
      }
      events += page
      guard page.count == limit, let last = page.last else { return events }
      after = last.id
    }
  }

  /// Creates up to 500 events: `POST /events/batch`; at most once for a key.
  ///
  /// A response 400 whose body lists item errors is returned, not thrown. A response about a
  /// different number of events than sent throws `APIError.decoding`.
  public func createEventsBatch(
    _ requests: [CreateEventRequest], idempotencyKey: String
  ) async throws -> BatchCreateEventsResponse {
    let response = try await response(
      to: Endpoint("POST", "/events/batch"), body: CreateEventsBatchRequest(events: requests),
      key: idempotencyKey)
    if response.isSuccess {
      let answer = try decode(BatchCreateEventsResponse.self, from: response)
      guard answer.total == requests.count else {
        throw APIError.decoding("it is about \(answer.total) events, not \(requests.count)")
      }
      return answer
    }
    if response.status == 400, response.isJSON,
      let answer = try? decode(BatchCreateEventsResponse.self, from: response),
      !answer.errors.isEmpty, answer.total == requests.count
    {
      return answer
    }
    throw APIError(response, now: clock.now)
  }

  /// All geofences, or the active ones: `GET /geofences[?active=true]`.
  public func getGeofences(activeOnly: Bool) async throws -> [APIGeofence] {
    let query = activeOnly ? [HTTPField("active", "true")] : []
    return try await fetch(Endpoint("GET", "/geofences", query: query))
  }

  /// The definitions of a type: `GET /event-types/{id}/properties`.
  public func getPropertyDefinitions(eventTypeId: String) async throws -> [APIPropertyDefinition] {
    try await fetch(Endpoint("GET", "/event-types/{id}/properties", values: [eventTypeId]))
  }

  /// The changes after a cursor, oldest first: `GET /changes?since=&limit=`.
  public func getChanges(since cursor: Int64, limit: Int) async throws -> ChangeFeedResponse {
    let query = [HTTPField("since", String(cursor)), HTTPField("limit", String(limit))]
    return try await send(Endpoint("GET", "/changes", query: query))
  }

  /// The end of the feed: `GET /changes/latest-cursor`.
  public func getLatestCursor() async throws -> FeedPosition {
    try await send(Endpoint("GET", "/changes/latest-cursor"))
  }
}
