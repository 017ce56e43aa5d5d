public import Sync

extension APIClient {
  /// A page of events, newest first: `GET /events?limit=&offset=`.
  public func getEvents(limit: Int, offset: Int) async throws -> [APIEvent] {
    let query = [HTTPField("limit", String(limit)), HTTPField("offset", String(offset))]
    return try await fetch(Endpoint("GET", "/events", query: query))
  }

  /// All events, page by page, until one is not full.
  ///
  /// Pages overlap by one event. Where a page does not begin with what the last one ended with, the
  /// list has moved in between: events that slid along are taken once, and after a deletion, which
  /// could have pulled events out of sight, the page before is asked for again.
  public func getAllEvents(batchSize: Int) async throws -> [APIEvent] {
    var collection = PagedCollection(pageSize: batchSize)
    while let offset = collection.nextOffset {
      let page = try await getEvents(limit: collection.pageSize, offset: offset)
      guard collection.add(page) else {
        throw APIError.network("the list of events moved faster than it could be read")
      }
    }
    return collection.events
  }

  /// Creates an event: `POST /events`.
  public func createEvent(_ request: CreateEventRequest) async throws -> APIEvent {
    try await send(Endpoint("POST", "/events"), body: request)
  }

  /// The same, at most once for a key.
  public func createEventWithIdempotency(
    _ request: CreateEventRequest, idempotencyKey: String
  ) async throws -> APIEvent {
    try await send(Endpoint("POST", "/events"), body: request, key: idempotencyKey)
  }

  /// Creates up to 500 events: `POST /events/batch`; at most once for a key.
  ///
  /// An answer 400 whose body lists item errors is an answer, not an error. One that is not about
  /// as many events as were sent is not believed.
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

  /// Changes an event: `PUT /events/{id}`; at most once for a key.
  public func updateEvent(
    id: String, _ request: UpdateEventRequest, idempotencyKey: String?
  ) async throws -> APIEvent {
    try await send(Endpoint("PUT", "/events/{id}", [id]), body: request, key: idempotencyKey)
  }

  /// Deletes an event: `DELETE /events/{id}`.
  public func deleteEvent(id: String) async throws {
    try await delete(Endpoint("DELETE", "/events/{id}", [id]))
  }
}
