import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("The queue", .timeLimit(.minutes(testMinutes)))
struct SyncQueueTests {
  private func payload(_ mutation: PendingMutation) throws -> UpdateEventRequest {
    try WireCoding.decode(UpdateEventRequest.self, from: mutation.payload)
  }

  @Test
  func `the second update of an entity is merged into the first instead of lost (B4)`() async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let event = Event(SyncWorld.remote(1))
    world.database.seed(event)
    try await world.eventStore.updateEvent(id: event.id) { $0.notes = "one" }
    let first = world.database.mutations
    try await world.eventStore.updateEvent(id: event.id) { $0.notes = "two" }
    #expect(world.database.mutations.count == 1)
    #expect(try world.database.mutations.map { try payload($0).notes } == ["two"])
    #expect(world.database.mutations.map(\.clientRequestId) != first.map(\.clientRequestId))
  }

  @Test func `an update while the first is in transit is a separate mutation (B4)`() async throws {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let event = Event(SyncWorld.remote(1))
    world.database.seed(event)
    try await world.eventStore.updateEvent(id: event.id) { $0.notes = "one" }
    world.client.onCall { call in
      guard call.method == .updateEvent else { return }
      world.client.onCall(nil)
      try await world.eventStore.updateEvent(id: event.id) { $0.notes = "two" }
      #expect(world.database.mutations.count == 2)
    }
    await world.engine.performSync()
    #expect(world.client.calls(.updateEvent).count == 2)
    #expect(Set(world.client.calls(.updateEvent).map(\.key)).count == 2)
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.events.map(\.syncStatus) == [.synced])
  }

  @Test func `an update of an event that was not sent becomes part of its creation`() async throws {
    let world = SyncWorld()
    let events = try await world.queueEvents(1)
    try await world.eventStore.updateEvent(id: events[0].id) { $0.notes = "more" }
    #expect(world.database.mutations.map(\.operation) == [.create])
    let body = try WireCoding.decode(
      CreateEventRequest.self, from: world.database.mutations[0].payload)
    #expect(body.id == events[0].id)
    #expect(body.notes == "more")
  }

  @Test func `creating and deleting an entity before it is sent leaves nothing`() async throws {
    let world = SyncWorld()
    let events = try await world.queueEvents(1)
    try await world.eventStore.deleteEvent(id: events[0].id)
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.events.isEmpty)
  }

  @Test
  func `deleting an entity that may be on the server queues a deletion after the creation`()
    async throws
  {
    let world = SyncWorld()
    let events = try await world.queueEvents(1)
    world.client.fail(.createEventsBatch, with: APIError.network("lost"))
    await world.engine.performSync()
    try await world.eventStore.deleteEvent(id: events[0].id)
    #expect(world.database.mutations.map(\.operation) == [.create, .delete])
    await world.engine.performSync()
    #expect(world.client.calls(.deleteEvent).map(\.ids) == [[events[0].id]])
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.events.isEmpty)
  }

  @Test
  func `a refused creation of a meanwhile deleted entity is dropped with its deletion`()
    async throws
  {
    let world = SyncWorld()
    let events = try await world.queueEvents(1)
    world.client.onCall { call in
      guard call.method == .createEventsBatch else { return }
      world.client.onCall(nil)
      try await world.eventStore.deleteEvent(id: events[0].id)
      throw APIError.http(status: 400)
    }
    world.client.fail(.createEventWithIdempotency, with: APIError.http(status: 400))
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
    #expect(world.client.calls(.deleteEvent).isEmpty)
  }

  @Test func `a refused creation absorbs the edits made meanwhile`() async throws {
    let world = SyncWorld()
    let events = try await world.queueEvents(1)
    world.client.onCall { call in
      guard call.method == .createEventsBatch else { return }
      world.client.onCall(nil)
      try await world.eventStore.updateEvent(id: events[0].id) { $0.notes = "better" }
      throw APIError.http(status: 400)
    }
    world.client.fail(.createEventWithIdempotency, with: APIError.http(status: 400))
    await world.engine.performSync()
    #expect(world.database.mutations.map(\.operation) == [.create])
    #expect(world.database.mutations.map(\.attempts) == [1])
    let body = try WireCoding.decode(
      CreateEventRequest.self, from: world.database.mutations[0].payload)
    #expect(body.notes == "better")
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
  }

  @Test func `an edit and its mutation are stored together or not at all (B14)`() async throws {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    world.database.fail("insertPendingMutation", with: MockContractError("disk full"))
    await #expect(throws: MockContractError.self) {
      try await world.eventStore.createEvent(ofType: SyncWorld.type.id, at: SyncWorld.start)
    }
    #expect(world.database.events.isEmpty)
    #expect(world.database.mutations.isEmpty)
  }

  @Test func `an event that moves to a newer type is sent after that type (B26)`() async throws {
    let world = SyncWorld()
    let events = try await world.queueEvents(1)
    let newer = try await world.eventStore.createEventType(named: "Swim")
    try await world.eventStore.updateEvent(id: events[0].id) { $0.eventTypeId = newer.id }
    #expect(world.database.mutations.map(\.entityKind) == [.eventType, .event])
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
  }

  @Test func `deleting a type drops the mutations of its unsent events`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(3)
    try await world.eventStore.deleteEventType(id: SyncWorld.type.id)
    #expect(world.database.mutations.map(\.operation) == [.delete])
    #expect(world.database.events.isEmpty)
  }

  @Test
  func `withdrawing the queue keeps new entities in quarantine, or deletes them (B37, D8)`()
    async throws
  {
    let world = SyncWorld()
    try await world.queueEvents(3)
    #expect(try await world.engine.clearPendingMutations() == 3)
    #expect(await world.engine.pendingCount == 0)
    #expect(world.database.mutations.count { $0.isQuarantined } == 3)
    #expect(world.database.events.map(\.syncStatus) == [.failed, .failed, .failed])
    #expect(try await world.engine.clearPendingMutations(markEntitiesFailed: false) == 3)
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.events.isEmpty)
    world.database.fail("fetchBatches", with: MockContractError("broken"))
    await #expect(throws: MockContractError.self) {
      try await world.engine.clearPendingMutations()
    }
  }

  @Test
  func `the raw payload of another writer is merged with the queue by the same rules`() async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let body = try WireCoding.encode(UpdateEventTypeRequest(SyncWorld.type.content))
    for _ in 1...2 {
      try await world.engine.queueMutation(
        entityKind: .eventType, operation: .update, entityId: SyncWorld.type.id, payload: body)
    }
    #expect(await world.engine.pendingCount == 1)
    await #expect(throws: DecodingError.self) {
      try await world.engine.queueMutation(
        entityKind: .event, operation: .create, entityId: "x", payload: Array("[]".utf8))
    }
  }
}
