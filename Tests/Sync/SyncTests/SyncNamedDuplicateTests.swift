import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Duplicates whose existing id is known", .timeLimit(.minutes(testMinutes)))
struct SyncNamedDuplicateTests {
  private static let existing = "0193a000-0000-7000-8000-0000000000ff"

  @Test
  func `a type that the server has under another id replaces the local one, and no event is lost`()
    async throws
  {
    let world = SyncWorld()
    let type = try await world.eventStore.createEventType(named: "Run")
    let times = (0..<60).map { SyncWorld.start.advanced(by: .seconds($0)) }
    let events = try await world.eventStore.createEvents(times, ofType: type.id)
    let home = try await world.eventStore.createGeofence(
      named: "Home", latitude: 1, longitude: 2
    ) { $0.eventTypeEntryId = type.id }
    let definition = try await world.eventStore.createPropertyDefinition(
      ofType: type.id, key: "km", label: "Distance")
    world.client.fail(
      .createEventTypeWithIdempotency,
      with: APIError.duplicate(message: "name is taken", existingId: Self.existing))
    await world.engine.performSync()
    #expect(world.database.eventTypes.map(\.id) == [Self.existing])
    #expect(world.database.eventTypes.map(\.name) == ["Run"])
    #expect(Set(world.database.events.map(\.id)) == Set(events.map(\.id)))
    #expect(world.database.events.allSatisfy { $0.eventTypeId == Self.existing })
    #expect(world.database.geofences.map(\.eventTypeEntryId) == [Self.existing])
    #expect(try await world.eventStore.propertyDefinitions().map(\.eventTypeId) == [Self.existing])
    #expect(world.database.mutations.isEmpty)
    let sent = world.client.calls.flatMap(\.ids)
    #expect(Set(sent).isSuperset(of: events.map(\.id) + [home.id, definition.id]))
    #expect(world.database.history.first?.status == .success)
  }

  @Test
  func `mutations queued for a duplicate type refer to the existing one, under new keys`()
    async throws
  {
    let world = SyncWorld()
    let type = try await world.eventStore.createEventType(named: "Run")
    try await world.eventStore.createEvent(ofType: type.id, at: SyncWorld.start)
    let before = world.database.mutations.map(\.clientRequestId)
    world.client.fail(
      .createEventTypeWithIdempotency,
      with: APIError.duplicate(message: "name is taken", existingId: Self.existing))
    world.client.fail(.createEventsBatch, with: APIError.noConnection)
    await world.engine.performSync()
    let waiting = try #require(world.database.mutations.first)
    #expect(world.database.mutations.count == 1)
    #expect(waiting.dependencies == [Self.existing])
    let body = try WireCoding.decode(CreateEventRequest.self, from: waiting.payload)
    #expect(body.eventTypeId == Self.existing)
    #expect(!before.contains(waiting.clientRequestId))
  }

  @Test
  func `an edit made while a duplicate type is in transit is applied to the existing one`()
    async throws
  {
    let world = SyncWorld()
    let type = try await world.eventStore.createEventType(named: "Run")
    world.client.onCall { call in
      guard call.method == .createEventTypeWithIdempotency else { return }
      try await world.eventStore.updateEventType(id: type.id) { $0.color = "#FF0000" }
      throw APIError.duplicate(message: "name is taken", existingId: Self.existing)
    }
    await world.engine.performSync()
    #expect(world.client.calls(.updateEventType).map(\.ids) == [[Self.existing]])
    #expect(world.database.eventTypes.map(\.color) == ["#FF0000"])
    #expect(world.database.eventTypes.map(\.syncStatus) == [.synced])
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `a duplicate type waits while the existing one is being deleted locally`() async throws {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let type = try await world.eventStore.createEventType(named: "Run")
    try await world.eventStore.createEvent(ofType: type.id, at: SyncWorld.start)
    try await world.eventStore.deleteEventType(id: SyncWorld.type.id)
    world.client.fail(
      .createEventTypeWithIdempotency,
      with: APIError.duplicate(message: "name is taken", existingId: SyncWorld.type.id))
    await world.engine.performSync()
    #expect(world.client.calls(.deleteEventType).count == 1)
    #expect(world.database.mutations.map(\.attempts) == [1, 0])
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.eventTypes.map(\.id) == [type.id])
    #expect(world.database.events.map(\.eventTypeId) == [type.id])
  }

  @Test
  func
    `a duplicate type that was meanwhile deleted locally leaves nothing, and deletes nothing on the server`()
    async throws
  {
    let world = SyncWorld()
    let type = try await world.eventStore.createEventType(named: "Run")
    world.client.onCall { call in
      guard call.method == .createEventTypeWithIdempotency else { return }
      try await world.eventStore.deleteEventType(id: type.id)
      throw APIError.duplicate(message: "name is taken", existingId: Self.existing)
    }
    await world.engine.performSync()
    #expect(world.client.calls(.deleteEventType).isEmpty)
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.eventTypes.isEmpty)
  }

  @Test
  func `events refer to the existing geofence that the server has under another id`() async throws {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let home = try await world.eventStore.createGeofence(named: "Home", latitude: 1, longitude: 2)
    try await world.eventStore.createEvent(ofType: SyncWorld.type.id, at: SyncWorld.start) {
      $0.geofenceId = home.id
    }
    world.client.fail(
      .createGeofenceWithIdempotency,
      with: APIError.http(
        status: 409, problem: ProblemDetails(code: "duplicate", existingId: Self.existing)))
    await world.engine.performSync()
    #expect(world.database.geofences.map(\.id) == [Self.existing])
    #expect(world.database.events.map(\.geofenceId) == [Self.existing])
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `a property definition that the server has under another id replaces the local one`()
    async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    try await world.eventStore.createPropertyDefinition(
      ofType: SyncWorld.type.id, key: "km", label: "Distance")
    world.client.fail(
      .createPropertyDefinitionWithIdempotency,
      with: APIError.duplicate(message: "key is taken", existingId: Self.existing))
    await world.engine.performSync()
    #expect(try await world.eventStore.propertyDefinitions().map(\.id) == [Self.existing])
    #expect(world.database.mutations.isEmpty)
  }

  @Test func `a creation reported as a duplicate of itself was accepted`() async throws {
    let world = SyncWorld()
    let type = try await world.eventStore.createEventType(named: "Run")
    world.client.fail(
      .createEventTypeWithIdempotency,
      with: APIError.duplicate(message: "it is there", existingId: type.id))
    await world.engine.performSync()
    #expect(world.database.mutations.isEmpty)
    #expect(world.database.eventTypes.map(\.syncStatus) == [.synced])
  }

  @Test(arguments: [false, true])
  func
    `a duplicate event without new values is replaced at once if the existing one is known and stored`(
      hasNotes: Bool
    ) async throws
  {
    let world = SyncWorld()
    world.database.seed(SyncWorld.type)
    let remote = SyncWorld.remote(1)
    world.database.seed(Event(remote))
    let local = try await world.eventStore.createEvent(
      ofType: SyncWorld.type.id, at: remote.timestamp
    ) { if hasNotes { $0.notes = "only here" } }
    world.client.answer(
      .createEventsBatch,
      with: BatchCreateEventsResponse(
        errors: [BatchItemError(index: 0, message: "exists", existingId: remote.id)], total: 1,
        failed: 1))
    world.client.fail(.getChanges, with: APIError.noConnection)
    await world.engine.performSync()
    let ids = Set(world.database.events.map(\.id))
    #expect(ids == (hasNotes ? [local.id, remote.id] : [remote.id]))
    #expect(world.database.mutations.map(\.isQuarantined) == (hasNotes ? [true] : []))
  }
}
