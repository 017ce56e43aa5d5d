import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Sending local edits", .timeLimit(.minutes(testMinutes)))
struct SyncPushTests {
  @Test
  func `new events are sent in batches of 50 with separate keys, after their type (B26)`()
    async throws
  {
    let world = SyncWorld()
    let type = try await world.eventStore.createEventType(named: "Walk")
    let times = (0..<120).map { SyncWorld.start.advanced(by: .seconds($0)) }
    try await world.eventStore.createEvents(times, ofType: type.id)
    await world.engine.performSync()
    let sent = world.client.calls.filter { $0.key != nil }
    #expect(sent.map(\.method).first == .createEventTypeWithIdempotency)
    #expect(sent.dropFirst().map(\.ids.count) == [50, 50, 20])
    #expect(Set(sent.map(\.key)).count == 4)
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.events.allSatisfy { $0.syncStatus == .synced })
    #expect(world.database.history.first?.eventsCount == 120)
    #expect(world.database.history.first?.eventTypesCount == 1)
  }

  @Test func `events wait while their type is blocked (B26)`() async throws {
    let world = SyncWorld()
    let type = try await world.eventStore.createEventType(named: "Walk")
    try await world.eventStore.createEvent(ofType: type.id, at: SyncWorld.start)
    world.client.fail(.createEventTypeWithIdempotency, with: APIError.http(status: 400))
    await world.engine.performSync()
    #expect(world.client.calls(.createEventsBatch).isEmpty)
    #expect(world.database.mutations.map(\.attempts) == [1, 0])
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `a lost answer does no harm: the same batch is sent again under the same key (B3)`()
    async throws
  {
    let world = SyncWorld()
    try await world.queueEvents(60)
    world.client.onCall { call in
      if call.method == .createEventsBatch && call.ids.count == 10 {
        throw APIError.network("connection lost")
      }
    }
    await world.engine.performSync()
    #expect(world.database.mutations.count == 10, "the first batch is applied separately")

    let restarted = SyncWorld(database: world.database)
    try await restarted.queueEvents(3)
    await restarted.engine.performSync()
    let before = world.client.calls(.createEventsBatch)
    let after = restarted.client.calls(.createEventsBatch)
    #expect(after.last == before.last)
    #expect(after.map(\.ids.count) == [3, 10], "the batch without an answer is last")
    #expect(world.database.mutations.isEmpty)
  }

  @Test func `timeouts, 5xx, 401 and cancellation never count as attempts (B2)`() async throws {
    let world = SyncWorld()
    let events = try await world.queueEvents(2)
    try await world.eventStore.updateEventType(id: SyncWorld.type.id) { $0.name = "Jog" }
    for error in [
      APIError.network("timed out"), .noConnection, .http(status: 500), .http(status: 503),
      .http(status: 401), .cancelled, .invalidResponse,
    ] {
      world.client.onCall { if $0.key != nil { throw error } }
      for _ in 1...6 { await world.engine.performSync() }
    }
    #expect(world.database.mutations.count == 3)
    #expect(world.database.mutations.allSatisfy { $0.attempts == 0 && !$0.isQuarantined })
    #expect(world.database.events.map(\.id) == events.map(\.id))
    world.client.onCall(nil)
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `the fifth refusal puts a mutation into quarantine, from which it can be retried (B2, B34)`()
    async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    try await world.eventStore.updateEventType(id: SyncWorld.type.id) { $0.name = "" }
    for attempt in 1...PendingMutation.retryLimit {
      world.client.fail(.updateEventType, with: APIError.http(status: 400))
      await world.engine.performSync()
      #expect(world.database.mutations.map(\.attempts) == [attempt])
    }
    let stuck = try await world.engine.quarantinedMutations()
    #expect(stuck.map(\.lastError) == ["HTTP 400"])
    #expect(world.database.eventTypes.map(\.syncStatus) == [.failed])
    #expect(world.database.history.first?.status == .partialSuccess)
    #expect(world.database.history.first?.eventTypesCount == 0)
    #expect(await world.engine.pendingCount == 0)

    await world.engine.performSync()
    #expect(world.client.calls(.updateEventType).count == 5)
    #expect(try await world.engine.retryQuarantinedMutation(id: stuck[0].id))
    #expect(world.database.mutations.map(\.attempts) == [0], "it has all its attempts again")
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.eventTypes.map(\.syncStatus) == [.synced])
  }

  @Test func `a refused item of a batch counts alone (B29)`() async throws {
    let world = SyncWorld()
    let events = try await world.queueEvents(3)
    let time = SyncWorld.start
    let created = [events[0], events[2]].map {
      APIEvent(id: $0.id, $0.content, createdAt: time, updatedAt: time)
    }
    world.client.answer(
      .createEventsBatch,
      with: BatchCreateEventsResponse(
        created: created, errors: [BatchItemError(index: 1, message: "invalid")], total: 3,
        success: 2, failed: 1))
    await world.engine.performSync()
    #expect(world.database.history.first?.status == .partialSuccess, "one is not sent (B34)")
    #expect(world.database.history.first?.eventsCount == 2)
    #expect(world.database.mutations.map(\.entityId) == [events[1].id])
    #expect(world.database.mutations.map(\.attempts) == [1])
    #expect(world.database.batches.isEmpty)

    let allFailed = BatchCreateEventsResponse(
      errors: [BatchItemError(index: 0, message: "invalid")], total: 1, failed: 1)
    world.client.answer(.createEventsBatch, with: allFailed)
    await world.engine.performSync()
    #expect(world.database.mutations.map(\.lastError) == ["invalid"])
  }

  @Test
  func `an invalid event in a batch is isolated by halving, and the others are accepted (B3)`()
    async throws
  {
    let world = SyncWorld()
    let events = try await world.queueEvents(50)
    let poison = events[17].id
    world.client.onCall { call in
      let isSent = [.createEventsBatch, .createEventWithIdempotency].contains(call.method)
      if isSent && call.ids.contains(poison) { throw APIError.http(status: 400) }
    }
    await world.engine.performSync()
    #expect(world.database.mutations.map(\.entityId) == [poison])
    #expect(world.database.mutations.map(\.attempts) == [1])
    let sent = world.client.calls.filter { $0.key != nil }
    #expect(sent.count <= 1 + 13)
    #expect(Set(sent.map(\.key)).count == sent.count, "each half has its own key")
  }

  @Test func `an unreadable payload or an unknown operation blocks nothing (B39)`() async throws {
    let world = SyncWorld()
    let good = try await world.queueEvents(2)
    world.database.seed(
      PendingMutation(
        id: "m1", clientRequestId: "k1", entityKind: .event, operation: .create,
        entityId: "broken", payload: Array("{".utf8), createdAt: SyncWorld.start))
    world.database.seed(
      PendingMutation(
        id: "m2", clientRequestId: "k2", entityKind: .unrecognized("habit"),
        operation: .unrecognized("merge"), entityId: "strange", createdAt: SyncWorld.start))
    await world.engine.performSync()
    #expect(world.client.calls(.createEventsBatch).map(\.ids) == [good.map(\.id)])
    #expect(world.database.mutations.map(\.id) == ["m1", "m2"])
    #expect(world.database.mutations.first?.isQuarantined == true)
    #expect(world.database.mutations.last?.lastError?.contains("merge") == true)
  }

  @Test func `the size of a request is limited, however long the notes are (B40)`() async throws {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let times = (0..<12).map { SyncWorld.start.advanced(by: .seconds($0)) }
    let note = String(repeating: "x", count: 60_000)
    try await world.eventStore.createEvents(times, ofType: SyncWorld.type.id) { $0.notes = note }
    await world.engine.performSync()
    #expect(world.client.calls(.createEventsBatch).map(\.ids.count) == [4, 4, 4])
    #expect(world.database.mutations.isEmpty)
  }

  @Test func `the cost of a sync does not depend on the length of the queue (B38)`() async throws {
    var calls: [Int] = []
    for behind in [0, 1000] {
      let world = SyncWorld()
      try await world.queueEvents(50 + behind)
      world.client.onCall { call in
        let sent = world.client.calls(.createEventsBatch).count
        if call.method == .createEventsBatch && sent == 2 { throw APIError.noConnection }
      }
      if behind == 0 { world.client.fail(.getChanges, with: APIError.noConnection) }
      let before = world.database.calls.count
      await world.engine.performSync()
      calls.append(world.database.calls.count - before)
    }
    // With more mutations after it, another batch is fixed but not sent.
    #expect(abs(calls[1] - calls[0]) < 20, "\(calls)")
  }

  @Test func `a deletion that the server has already made succeeds (B31)`() async throws {
    let world = SyncWorld()
    let event = Event(SyncWorld.remote(1))
    world.database.seed(event)
    try await world.eventStore.deleteEvent(id: event.id)
    let gone = ProblemDetails(code: "not_found")
    world.client.fail(.deleteEvent, with: APIError.http(status: 404, problem: gone))
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `a deletion that always gets 500 is complete when the feed reports it (B31)`() async throws {
    let world = SyncWorld()
    let event = Event(SyncWorld.remote(1))
    world.database.seed(event)
    try await world.eventStore.deleteEvent(id: event.id)
    // The server has deleted it, but its answer is a 500.
    world.client.onCall { call in
      guard call.method == .deleteEvent else { return }
      world.client.onCall(nil)
      world.client.configure { $0.add([SyncWorld.deletion(1, of: event.id)]) }
      throw APIError.http(status: 500)
    }
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
    await world.engine.performSync()
    #expect(world.client.calls(.deleteEvent).count == 1)
    #expect(world.database.batches.isEmpty)
  }
}
