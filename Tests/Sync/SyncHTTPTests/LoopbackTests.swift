import Foundation
import Sync
import SyncBackend
import SyncHTTP
import TestTools
import Testing

/// The real client with `URLSession` against the reference server over HTTP on 127.0.0.1.
@Suite(.timeLimit(.minutes(testMinutes))) struct LoopbackTests {
  /// Calls `body` with a server on a free port and a client for it.
  private func withServer(
    requestTimeout: Double = 600, _ body: (BackendService, APIClient, UInt16) async throws -> Void
  ) async throws {
    var configuration = BackendService.Configuration(users: ["token": "ann"])
    configuration.rateLimit = 100_000
    configuration.isDurable = false
    let ruleBook = try BackendService(clock: SystemSyncClock(), configuration: configuration)
    let listener = try HTTPListener(ruleBook)
    let client = try client(port: listener.port, requestTimeout: requestTimeout)
    try await body(ruleBook, client, listener.port)
    listener.stop()
  }

  private func client(port: UInt16, requestTimeout: Double = 600) throws -> APIClient {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let transport = URLSessionTransport(
      baseURL: url, requestTimeout: requestTimeout, resourceTimeout: max(30, requestTimeout))
    return APIClient(transport: transport) { "token" }
  }

  private let identifiers = IdentifierSource(clock: SystemSyncClock(), random: .system())

  private func type(_ name: String = "Run") -> CreateEventTypeRequest {
    CreateEventTypeRequest(
      id: identifiers.next(), EventTypeContent(name: name, color: "c", icon: "i"))
  }

  private func event(_ type: String, _ second: Int64 = 0) -> CreateEventRequest {
    CreateEventRequest(
      id: identifiers.next(),
      EventContent(
        eventTypeId: type, timestamp: Timestamp(milliseconds: 1_766_000_000_250 + second * 1000),
        notes: "ü\n\"x\""))
  }

  @Test func `all 24 methods work over HTTP`() async throws {
    try await withServer { _, client, _ in
      let first = try await client.createEventType(type("a"))
      let second = try await client.createEventTypeWithIdempotency(type("b"), idempotencyKey: "t")
      let renamed = try await client.updateEventType(
        id: first.id, UpdateEventTypeRequest(EventTypeContent(name: "c", color: "c", icon: "i")),
        idempotencyKey: "u")
      #expect(Set(try await client.getEventTypes()) == [renamed, second])
      let one = try await client.createEvent(event(first.id, 1))
      let two = try await client.createEventWithIdempotency(
        event(first.id, 2), idempotencyKey: "e")
      let batch = try await client.createEventsBatch(
        [event(first.id, 3), event("absent")], idempotencyKey: "b")
      #expect((batch.success, batch.failed, batch.errors.first?.index) == (1, 1, 1))
      let changed = try await client.updateEvent(
        id: one.id,
        UpdateEventRequest(
          EventContent(eventTypeId: first.id, timestamp: one.timestamp, notes: "new")),
        idempotencyKey: nil)
      #expect(changed.notes == "new")
      #expect(two.notes == "ü\n\"x\"")
      #expect(try await client.getEvents(limit: 2, offset: 1) == [two, changed])
      #expect(try await client.getAllEvents(batchSize: 2).count == 3)
      try await client.deleteEvent(id: two.id)
      let home = try await client.createGeofence(
        CreateGeofenceRequest(
          id: identifiers.next(), GeofenceContent(name: "Home", latitude: 1, longitude: 2)))
      let work = try await client.createGeofenceWithIdempotency(
        CreateGeofenceRequest(
          id: identifiers.next(), GeofenceContent(name: "Work", latitude: 1, longitude: 2)),
        idempotencyKey: "g")
      _ = try await client.updateGeofence(
        id: home.id,
        UpdateGeofenceRequest(
          GeofenceContent(name: "Home", latitude: 3, longitude: 2, isActive: false)),
        idempotencyKey: nil)
      #expect(try await client.getGeofences(activeOnly: true) == [work])
      #expect(try await client.getGeofences(activeOnly: false).count == 2)
      try await client.deleteGeofence(id: work.id)
      func definition(_ key: String) -> CreatePropertyDefinitionRequest {
        CreatePropertyDefinitionRequest(
          id: identifiers.next(),
          PropertyDefinitionContent(
            eventTypeId: second.id, key: key, label: "l", propertyType: .text))
      }
      let x = try await client.createPropertyDefinition(definition("x"))
      let y = try await client.createPropertyDefinitionWithIdempotency(
        definition("y"), idempotencyKey: "p")
      _ = try await client.updatePropertyDefinition(
        id: x.id,
        UpdatePropertyDefinitionRequest(
          PropertyDefinitionContent(
            eventTypeId: second.id, key: "x", label: "m", propertyType: .text)),
        idempotencyKey: nil)
      try await client.deletePropertyDefinition(id: x.id)
      #expect(try await client.getPropertyDefinitions(eventTypeId: second.id) == [y])
      try await client.deleteEventType(id: first.id)
      let feed = try await client.getChanges(since: 0, limit: 500)
      #expect(feed.changes.last?.operation == .delete)
      #expect(feed.changes.last?.entityId == first.id)
      #expect(try await client.getLatestCursor().cursor == feed.nextCursor)
      #expect(feed.changes.count == 19)
    }
  }

  @Test
  func `a lost answer is a network error, and a retry under the same key has no effect`()
    async throws
  {
    try await withServer { ruleBook, client, _ in
      let request = type()
      for fault in [Fault.Kind.dropBeforeCommit, .dropAfterCommit, .truncate(bytes: 10)] {
        ruleBook.inject(Fault(fault))
        let error = await #expect(throws: APIError.self) {
          try await client.createEventTypeWithIdempotency(request, idempotencyKey: "k")
        }
        #expect(error?.answerClass == .unusable, "\(fault): \(String(describing: error))")
      }
      let created = try await client.createEventTypeWithIdempotency(request, idempotencyKey: "k")
      #expect(created.id == request.id)
      #expect(try await client.getLatestCursor().cursor == 1)
    }
  }

  @Test func `statuses, problems and Retry-After are received`() async throws {
    try await withServer { ruleBook, client, _ in
      ruleBook.inject(Fault(.rateLimit(retryAfter: 42)))
      let limited = await #expect(throws: APIError.self) { try await client.getEventTypes() }
      #expect(limited?.isRateLimit == true)
      #expect(limited?.retryAfter == 42)
      ruleBook.inject(Fault(.failure(status: 502, afterCommit: false)))
      let failed = await #expect(throws: APIError.self) { try await client.getEventTypes() }
      #expect(failed?.status == 502)
      let first = try await client.createEventType(type("x"))
      let duplicate = await #expect(throws: APIError.self) {
        try await client.createEventType(type("x"))
      }
      #expect(
        duplicate
          == .duplicate(message: "there is an event type with this name", existingId: first.id))
      let invalid = await #expect(throws: APIError.self) {
        try await client.createEventType(type(" "))
      }
      #expect(invalid?.description == "HTTP 400: name must not be empty")
      try await client.deleteEvent(id: "a/b?c#d%")
      #expect(ruleBook.requestCounts["DELETE /events/{id}"] == 1)
    }
  }

  @Test func `a body beyond the server's limit is refused with 413`() async throws {
    try await withServer { _, client, _ in
      let request = CreateEventTypeRequest(
        id: identifiers.next(),
        EventTypeContent(name: "large", color: "c", icon: String(repeating: "x", count: 1_100_000)))
      let error = await #expect(throws: APIError.self) {
        try await client.createEventType(request)
      }
      #expect(error?.status == 413)
      let types = try await client.getEventTypes()
      #expect(types.isEmpty)
    }
  }

  @Test func `a server that is silent for too long causes a timeout`() async throws {
    try await withServer(requestTimeout: 1) { ruleBook, client, _ in
      ruleBook.inject(Fault(.delay(.seconds(600))))
      await #expect(throws: APIError.network("the request timed out")) {
        try await client.getEventTypes()
      }
    }
  }

  @Test func `cancelling the task cancels the request`() async throws {
    try await withServer { ruleBook, client, _ in
      ruleBook.inject(Fault(.delay(.seconds(600))))
      let task = Task { try await client.getEventTypes() }
      try await eventually { !ruleBook.requestCounts.isEmpty }
      task.cancel()
      await #expect(throws: APIError.cancelled) { try await task.value }
    }
  }

  @Test func `a port without a server means a missing connection`() async throws {
    let ruleBook = try BackendService(clock: SystemSyncClock())
    let listener = try HTTPListener(ruleBook, threads: 1)
    let port = listener.port
    listener.stop()
    let client = try client(port: port)
    await #expect(throws: APIError.noConnection) { try await client.getEventTypes() }
  }

  @Test func `a port in use is reported as such`() throws {
    let ruleBook = try BackendService(clock: SystemSyncClock())
    let listener = try HTTPListener(ruleBook)
    let port = listener.port
    let error = #expect(throws: HTTPListener.Failure.self) {
      _ = try HTTPListener(ruleBook, port: port)
    }
    #expect(
      error?.description
        == "cannot listen on 127.0.0.1:\(port): the port is in use or not permitted")
    listener.stop()
  }

  @Test func `concurrent requests each get their own answer`() async throws {
    try await withServer { ruleBook, client, _ in
      let type = try await client.createEventType(type())
      let found = try await withThrowingTaskGroup(of: (String, String).self) { group in
        for second in 0..<200 {
          let request = event(type.id, Int64(second))
          group.addTask {
            let key = "k\(second)"
            let event = try await client.createEventWithIdempotency(request, idempotencyKey: key)
            return (request.id, event.id)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(found.allSatisfy { $0.0 == $0.1 })
      #expect(Set(found.map(\.1)).count == 200)
      #expect(ruleBook.requestCounts["POST /events"] == 200)
      #expect(try await client.getAllEvents(batchSize: 50).count == 200)
    }
  }
}
