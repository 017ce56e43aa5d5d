import Sync
import SyncTestSupport
import TestTools
import Testing

/// How edits are merged in the queue, and which ones wait for which.
@Suite(.timeLimit(.minutes(testMinutes))) struct MutationOrderTests {
  private func rename(_ type: EventType, _ name: String, in world: SyncWorld) async throws {
    try await world.eventStore.updateEventType(id: type.id) { $0.name = name }
  }

  /// The operation and payload of each mutation in the queue.
  private func queue(of world: SyncWorld) -> [String] {
    world.database.mutations.map {
      "\($0.operation.rawValue) \(String(decoding: $0.payload, as: UTF8.self))"
    }
  }

  @Test
  func
    `an edit is merged into an earlier one across others, unless it occupies or releases a name (D9)`()
    async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    try await rename(SyncWorld.type, "tmp", in: world)
    try await world.eventStore.createEventType(named: "Run")
    try await world.eventStore.updateEventType(id: SyncWorld.type.id) { $0.icon = "leaf" }
    #expect(world.database.mutations.count == 2)
    #expect(queue(of: world)[0] == #"update {"icon":"leaf","name":"tmp"}"#)
    try await rename(SyncWorld.type, "Swim", in: world)
    #expect(world.database.mutations.map(\.entityId).last == SyncWorld.type.id)
    #expect(queue(of: world).last == #"update {"name":"Swim"}"#)
  }

  @Test
  func `a refused mutation absorbs the edit that fixes it, wherever it is in the queue (D9)`()
    async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    try await rename(SyncWorld.type, "taken", in: world)
    try await world.eventStore.createEventType(named: "Other")
    world.client.fail(.updateEventType, with: APIError.http(status: 409))
    world.client.fail(.createEventTypeWithIdempotency, with: APIError.http(status: 400))
    await world.engine.performSync()
    #expect(world.database.mutations.map(\.attempts) == [1, 1])
    try await rename(SyncWorld.type, "free", in: world)
    #expect(queue(of: world).first == #"update {"name":"free"}"#)
    #expect(world.database.mutations.map(\.attempts) == [0, 1])
  }

  @Test
  func `a deletion waits for a move that is in quarantine, even after a restart (D4)`() async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let other = try await world.eventStore.createEventType(named: "Swim")
    await world.engine.performSync()
    let event = Event(SyncWorld.remote(1))
    world.database.seed(event)
    try await world.eventStore.updateEvent(id: event.id) { $0.eventTypeId = other.id }
    try await world.eventStore.deleteEventType(id: SyncWorld.type.id)
    for _ in 1...PendingMutation.retryLimit {
      world.client.fail(.updateEvent, with: APIError.http(status: 422))
      await world.engine.performSync()
    }
    let again = SyncWorld(database: world.database)
    await again.engine.performSync()
    #expect(again.client.calls(.deleteEventType).isEmpty)
    #expect(again.database.mutations.map(\.isQuarantined) == [true, false])
    try await again.engine.discardEdits(of: .event, id: event.id)
    await again.engine.performSync()
    #expect(again.client.calls(.deleteEventType).count == 1)
    #expect(again.database.mutations.isEmpty)
  }

  @Test func `a partial update contains only its changed fields on the wire`() throws {
    var update = UpdateEventRequest(
      EventContent(eventTypeId: "t", timestamp: Timestamp(milliseconds: 0), notes: "x"))
    update.changes = ["notes", "end_date"]
    let bytes = try WireCoding.encode(update)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"end_date":null,"notes":"x"}"#)
    let read = try WireCoding.decode(UpdateEventRequest.self, from: bytes)
    #expect(read.changes == update.changes)
    #expect(read.notes == "x" && read.endDate == nil)
  }
}
