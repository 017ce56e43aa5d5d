public import Sync

extension APIClient {
  /// A page of events, newest first: `GET /events?limit=&offset=`.
  public func getEvents(limit: Int, offset: Int) async throws -> [APIEvent] {
    let query = [HTTPField("limit", String(limit)), HTTPField("offset", String(offset))]
    return try await fetch(Endpoint("GET", "/events", query: query))
  }

  /// A page of events by id, those after `id`, or the first ones for an empty `id`:
  /// `GET /events?after=&limit=`.
  public func getEvents(after id: String, limit: Int) async throws -> [APIEvent] {
    let query = [HTTPField("after", id), HTTPField("limit", String(limit))]
    return try await fetch(Endpoint("GET", "/events", query: query))
  }

  /// All events by id, page by page, until one is not full. An event that comes or goes meanwhile
  /// moves no others, so each of these is there once.
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
