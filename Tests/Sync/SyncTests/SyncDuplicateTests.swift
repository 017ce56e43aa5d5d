import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Duplicates of entities on the server", .timeLimit(.minutes(testMinutes)))
struct SyncDuplicateTests {
  @Test
  func `a duplicate event type keeps its local events, and goes into quarantine (B5)`() async throws
  {
    let world = SyncWorld()
    let type = try await world.eventStore.createEventType(named: "Run")
    try await world.eventStore.createEvent(ofType: type.id, at: SyncWorld.start)
    world.client.fail(
      .createEventTypeWithIdempotency, with: APIError.duplicate(message: "name is taken"))
    await world.engine.performSync()
    #expect(world.database.eventTypes.map(\.id) == [type.id])
    #expect(world.database.events.count == 1)
    #expect(try await world.engine.quarantinedMutations().map(\.entityId) == [type.id])
    #expect(world.database.mutations.count == 2)
  }

  @Test func `the word duplicate in an answer to an update deletes nothing (B5)`() async throws {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    try await world.eventStore.updateEventType(id: SyncWorld.type.id) { $0.name = "Walk" }
    world.client.fail(
      .updateEventType, with: APIError.server(message: "duplicate key value", status: 409))
    await world.engine.performSync()
    #expect(world.database.eventTypes.count == 1)
    #expect(world.database.mutations.map(\.attempts) == [1])
    #expect(world.database.mutations.map(\.isQuarantined) == [false])
  }

  @Test(arguments: [false, true])
  func `a duplicate event without new values is replaced by the server's row`(hasNotes: Bool)
    async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let remote = SyncWorld.remote(1)
    let local = try await world.eventStore.createEvent(
      ofType: SyncWorld.type.id, at: remote.timestamp
    ) { if hasNotes { $0.notes = "only here" } }
    world.client.answer(
      .createEventsBatch,
      with: BatchCreateEventsResponse(
        errors: [BatchItemError(index: 0, message: "exists", code: "duplicate")], total: 1,
        failed: 1))
    world.client.configure { $0.add([SyncWorld.change(1, remote)]) }
    await world.engine.performSync()
    let ids = Set(world.database.events.map(\.id))
    #expect(ids == (hasNotes ? [local.id, remote.id] : [remote.id]))
    #expect(world.database.mutations.count == (hasNotes ? 1 : 0))
  }

  @Test
  func `a health sample that the server has under another id is replaced, not stuck (B17)`()
    async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let local = try await world.eventStore.createEvent(
      ofType: SyncWorld.type.id, at: SyncWorld.start
    ) {
      $0.sourceType = .healthKit
      $0.healthKitSampleId = "sample-2"
    }
    var remote = SyncWorld.remote(5)
    remote.healthKitSampleId = "sample-1"
    world.client.answer(
      .createEventsBatch, with: BatchCreateEventsResponse(created: [remote], total: 1, success: 1))
    await world.engine.performSync()
    #expect(world.database.events.map(\.id) == [remote.id])
    #expect(world.database.mutations.isEmpty)
    #expect(local.id != remote.id)
  }
}
