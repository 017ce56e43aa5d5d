import Sync
import SyncBackend
import SyncHTTP
import TestTools
import Testing

/// Each of the 24 methods with the reference server: requests and results.
@Suite(.timeLimit(.minutes(testMinutes))) struct EndpointTests {
  private let bench: Bench
  private var client: APIClient { bench.client }

  init() throws {
    bench = try Bench()
  }

  @Test func `event types can be created, listed, changed and deleted`() async throws {
    let request = bench.eventType()
    let created = try await client.createEventType(request)
    #expect(bench.log.lines.last == "POST /api/v1/event-types")
    #expect(bench.log.last?.route == "/event-types")
    #expect(bench.log.last?.header("Authorization") == "Bearer token")
    #expect(bench.log.last?.header("Content-Type") == "application/json")
    #expect(bench.log.last?.header("Idempotency-Key") == nil)
    #expect(
      created
        == APIEventType(
          id: request.id, userId: "ann",
          EventTypeContent(name: "Run", color: "#112233", icon: "star"), createdAt: bench.clock.now,
          updatedAt: bench.clock.now))
    bench.clock.advance(by: .seconds(5))
    let changed = try await client.updateEventType(
      id: request.id,
      UpdateEventTypeRequest(EventTypeContent(name: "Walk", color: "#000000", icon: "leaf")),
      idempotencyKey: "k")
    #expect(bench.log.lines.last == "PUT /api/v1/event-types/\(request.id)")
    #expect(bench.log.last?.route == "/event-types/{id}")
    #expect(bench.log.last?.header("Idempotency-Key") == "k")
    #expect((changed.name, changed.icon) == ("Walk", "leaf"))
    #expect(changed.updatedAt == bench.clock.now)
    #expect(try await client.getEventTypes() == [changed])
    #expect(bench.log.lines.last == "GET /api/v1/event-types")
    try await client.deleteEventType(id: request.id)
    #expect(bench.log.lines.last == "DELETE /api/v1/event-types/\(request.id)")
    #expect(try await client.getEventTypes().isEmpty)
  }

  @Test func `an event with all its fields is sent and received unchanged`() async throws {
    let type = try await client.createEventType(bench.eventType())
    var request = bench.event(type.id)
    request.notes = "“quoted”\n\\ 日本"
    request.isAllDay = true
    request.endDate = Timestamp(milliseconds: 1_766_000_100_001)
    request.sourceType = .healthKit
    request.externalId = "x"
    request.originalTitle = "t"
    request.geofenceId = "g"
    request.locationLatitude = 0
    request.locationLongitude = -0.125
    request.locationName = "Park"
    request.healthKitSampleId = "s"
    request.healthKitCategory = "c"
    request.properties = [
      "km": PropertyValue(type: .number, value: .number(10.25)),
      "whole": PropertyValue(type: .number, value: .number(3)),
      "big": PropertyValue(type: .number, value: .integer(9_007_199_254_740_993)),
      "ok": PropertyValue(type: .boolean, value: .boolean(true)),
      "list": PropertyValue(type: .select, value: .array([.text("a"), .null])),
    ]
    let created = try await client.createEvent(request)
    #expect(bench.log.lines.last == "POST /api/v1/events")
    #expect(created.timestamp == request.timestamp)
    #expect(created.endDate == request.endDate)
    #expect(created.notes == request.notes)
    #expect(created.isAllDay && created.sourceType == .healthKit)
    #expect((created.externalId, created.originalTitle, created.geofenceId) == ("x", "t", "g"))
    #expect((created.locationLatitude, created.locationLongitude) == (0, -0.125))
    #expect(created.locationName == "Park")
    #expect((created.healthKitSampleId, created.healthKitCategory) == ("s", "c"))
    #expect(created.properties == request.properties)
    #expect(try await client.getEvents(limit: 10, offset: 0) == [created])
    #expect(bench.log.lines.last == "GET /api/v1/events?limit=10&offset=0")
    #expect(try await client.getEvents(after: "", limit: 10) == [created])
    #expect(bench.log.lines.last == "GET /api/v1/events?after=&limit=10")
    #expect(try await client.getEvents(after: created.id, limit: 10).isEmpty)
  }

  @Test func `an update with nulls clears every field that can be empty (B11)`() async throws {
    let type = try await client.createEventType(bench.eventType())
    var request = bench.event(type.id)
    request.notes = "n"
    request.endDate = request.timestamp
    request.geofenceId = "g"
    request.locationLatitude = 1
    request.locationLongitude = 2
    request.locationName = "l"
    request.externalId = "x"
    request.originalTitle = "o"
    request.healthKitSampleId = "s"
    request.healthKitCategory = "c"
    request.properties = ["k": PropertyValue(type: .text, value: .text("v"))]
    let created = try await client.createEventWithIdempotency(request, idempotencyKey: "k1")
    let bare = UpdateEventRequest(EventContent(eventTypeId: type.id, timestamp: request.timestamp))
    let changed = try await client.updateEvent(id: request.id, bare, idempotencyKey: nil)
    #expect(bench.log.lines.last == "PUT /api/v1/events/\(request.id)")
    #expect(bench.log.last?.header("Idempotency-Key") == nil)
    #expect(
      changed
        == APIEvent(
          id: request.id, userId: "ann",
          EventContent(eventTypeId: type.id, timestamp: request.timestamp),
          createdAt: created.createdAt, updatedAt: created.updatedAt))
    let feed = try await client.getChanges(since: 0, limit: 100)
    #expect(feed.changes.last?.data == .event(changed))
  }

  @Test func `a batch returns created and refused events, with all three statuses`() async throws {
    let type = try await client.createEventType(bench.eventType())
    let good = [bench.event(type.id, second: 1), bench.event(type.id, second: 2)]
    let whole = try await client.createEventsBatch(good, idempotencyKey: "b1")
    #expect(bench.log.lines.last == "POST /api/v1/events/batch")
    #expect(bench.log.last?.header("Idempotency-Key") == "b1")
    #expect(whole.created.map(\.id) == good.map(\.id))
    #expect((whole.total, whole.success, whole.failed) == (2, 2, 0))
    let bad = bench.event("no-such-type")
    let mixed = try await client.createEventsBatch(
      [bad, bench.event(type.id, second: 3)], idempotencyKey: "b2")
    #expect(
      mixed.errors == [
        BatchItemError(
          index: 0, message: "invalid event type: no-such-type", code: "unknown_event_type")
      ])
    #expect((mixed.total, mixed.success, mixed.failed) == (2, 1, 1))
    let none = try await client.createEventsBatch([bad], idempotencyKey: "b3")
    #expect((none.total, none.success, none.failed) == (1, 0, 1))
    #expect(none.errors.count == 1)
  }

  @Test func `a duplicate in a batch reports the existing entity`() async throws {
    let type = try await client.createEventType(bench.eventType())
    let first = try await client.createEvent(bench.event(type.id))
    let answer = try await client.createEventsBatch(
      [bench.event(type.id), bench.event("absent")], idempotencyKey: "b")
    #expect(answer.errors.map(\.code) == ["duplicate", "unknown_event_type"])
    #expect(answer.errors.map(\.existingId) == [first.id, nil])
  }

  @Test func `an invalid batch is an error`() async throws {
    let error = await #expect(throws: APIError.self) {
      try await client.createEventsBatch([], idempotencyKey: "b")
    }
    #expect(error?.status == 400)
    #expect(error?.description == "HTTP 400: events has 0 items, not from 1 to 500")
  }

  @Test func `geofences can be created, listed, changed and deleted`() async throws {
    let request = bench.geofence()
    let created = try await client.createGeofence(request)
    #expect(bench.log.lines.last == "POST /api/v1/geofences")
    #expect((created.latitude, created.longitude, created.radius) == (0, 13.4, 100))
    let second = try await client.createGeofenceWithIdempotency(
      bench.geofence("Work"), idempotencyKey: "k")
    #expect(bench.log.last?.header("Idempotency-Key") == "k")
    let update = UpdateGeofenceRequest(
      GeofenceContent(
        name: "Old home", latitude: 1, longitude: 2, radius: 50, isActive: false,
        notifyOnEntry: true, iosRegionIdentifier: "r"))
    let changed = try await client.updateGeofence(id: request.id, update, idempotencyKey: "k2")
    #expect(bench.log.lines.last == "PUT /api/v1/geofences/\(request.id)")
    #expect(changed.name == "Old home" && !changed.isActive && changed.notifyOnEntry)
    #expect(changed.iosRegionIdentifier == "r")
    #expect(try await client.getGeofences(activeOnly: true) == [second])
    #expect(bench.log.lines.last == "GET /api/v1/geofences?active=true")
    #expect(try await client.getGeofences(activeOnly: false).count == 2)
    #expect(bench.log.lines.last == "GET /api/v1/geofences")
    try await client.deleteGeofence(id: request.id)
    #expect(bench.log.lines.last == "DELETE /api/v1/geofences/\(request.id)")
    #expect(try await client.getGeofences(activeOnly: false) == [second])
  }

  @Test func `property definitions can be created, listed, changed and deleted`() async throws {
    let type = try await client.createEventType(bench.eventType())
    var request = bench.definition(type.id)
    request.propertyType = .select
    request.options = ["a", "b"]
    request.defaultValue = .text("a")
    request.displayOrder = 2
    let created = try await client.createPropertyDefinition(request)
    #expect(bench.log.lines.last == "POST /api/v1/event-types/\(type.id)/properties")
    #expect(bench.log.last?.route == "/event-types/{id}/properties")
    #expect((created.options, created.defaultValue) == (["a", "b"], .text("a")))
    let first = try await client.createPropertyDefinitionWithIdempotency(
      bench.definition(type.id, key: "mi"), idempotencyKey: "k")
    #expect(bench.log.last?.header("Idempotency-Key") == "k")
    #expect(try await client.getPropertyDefinitions(eventTypeId: type.id) == [first, created])
    #expect(bench.log.lines.last == "GET /api/v1/event-types/\(type.id)/properties")
    let changed = try await client.updatePropertyDefinition(
      id: request.id,
      UpdatePropertyDefinitionRequest(
        PropertyDefinitionContent(
          eventTypeId: type.id, key: "km", label: "Far", propertyType: .number)),
      idempotencyKey: nil)
    #expect(bench.log.lines.last == "PUT /api/v1/property-definitions/\(request.id)")
    #expect((changed.options, changed.defaultValue, changed.label) == ([], nil, "Far"))
    try await client.deletePropertyDefinition(id: request.id)
    #expect(bench.log.lines.last == "DELETE /api/v1/property-definitions/\(request.id)")
    #expect(try await client.getPropertyDefinitions(eventTypeId: type.id) == [first])
  }

  @Test func `the change feed is read page by page, and reports its last number`() async throws {
    #expect(try await client.getLatestCursor() == FeedPosition(cursor: 0, epoch: "0"))
    #expect(bench.log.lines.last == "GET /api/v1/changes/latest-cursor")
    let type = try await client.createEventTypeWithIdempotency(
      bench.eventType(), idempotencyKey: "t")
    let event = try await client.createEvent(bench.event(type.id))
    try await client.deleteEvent(id: event.id)
    #expect(bench.log.lines.last == "DELETE /api/v1/events/\(event.id)")
    let first = try await client.getChanges(since: 0, limit: 2)
    #expect(bench.log.lines.last == "GET /api/v1/changes?since=0&limit=2")
    #expect(first.hasMore)
    #expect(first.changes.map(\.data) == [.eventType(type), .event(event)])
    #expect(first.changes.map(\.operation) == [.create, .create])
    let second = try await client.getChanges(since: first.nextCursor, limit: 2)
    #expect(!second.hasMore)
    #expect(second.changes.map(\.operation) == [.delete])
    #expect(second.changes.map(\.deletedAt) == [bench.clock.now])
    #expect(second.changes.map(\.data) == [nil])
    #expect(try await client.getLatestCursor().cursor == second.nextCursor)
    let third = try await client.getChanges(since: second.nextCursor, limit: 2)
    #expect(
      third
        == ChangeFeedResponse(
          changes: [], nextCursor: second.nextCursor, hasMore: false, epoch: "0"))
  }

  @Test
  func `a cursor at which the feed does not continue is refused, and the epoch is reported (W7)`()
    async throws
  {
    let type = try await client.createEventType(bench.eventType())
    for second in 0..<3 {
      _ = try await client.createEvent(bench.event(type.id, second: Int64(second)))
    }
    let end = try await client.getLatestCursor().cursor
    try bench.ruleBook.forgetChanges(upTo: end - 1)
    for cursor in [0, end - 2, end + 1] {
      let error = await #expect(throws: APIError.self) {
        try await client.getChanges(since: cursor, limit: 10)
      }
      #expect(error?.answerClass == .cursorExpired, "\(cursor): \(String(describing: error))")
    }
    #expect(try await client.getChanges(since: end - 1, limit: 10).changes.count == 1)
    try bench.ruleBook.beginEpoch("restored")
    #expect(try await client.getChanges(since: end, limit: 10).epoch == "restored")
    #expect(
      try await client.getLatestCursor() == FeedPosition(cursor: end, epoch: "restored"))
  }

  @Test func `a repeated deletion succeeds (B31)`() async throws {
    let type = try await client.createEventType(bench.eventType())
    bench.ruleBook.inject(Fault(.dropAfterCommit))
    await #expect(throws: APIError.network("the connection was lost")) {
      try await client.deleteEventType(id: type.id)
    }
    try await client.deleteEventType(id: type.id)
    #expect(try await client.getEventTypes().isEmpty)
  }

  @Test
  func `a batch whose answer was lost can be repeated under its key with a single effect (B3)`()
    async throws
  {
    let type = try await client.createEventType(bench.eventType())
    let requests = (0..<50).map { bench.event(type.id, second: Int64($0)) }
    bench.ruleBook.inject(Fault(.dropAfterCommit, route: "POST /events/batch"))
    await #expect(throws: APIError.self) {
      try await client.createEventsBatch(requests, idempotencyKey: "b")
    }
    let answer = try await client.createEventsBatch(requests, idempotencyKey: "b")
    #expect(answer.created.map(\.id) == requests.map(\.id))
    let changes = try await client.getChanges(since: 0, limit: 500)
    #expect(changes.changes.count == 51)
  }
}
